import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { SecondFactor } from '@storefleet/contract/people/account';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../../../components/dialogs/dialog.tsx';
import { announce } from '../../../../components/feedback/announce.ts';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { QueryErrorBanner } from '../../../../components/feedback/query-error.tsx';
import { StatusBadge } from '../../../../components/text/status-badge.tsx';
import { useApi } from '../../../../lib/api/api-context.ts';
import { formatDay } from '../../../../lib/format/format-time.ts';
import { secondFactorQuery, useCreateRecoveryCodes, useRemoveSecondFactor } from '../second-factor-api.ts';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodesView } from './recovery-codes-view.tsx';
import { SetUp } from './set-up.tsx';

type Step = 'overview' | 'set up' | 'new codes' | 'remove';

const titles: Readonly<Record<Step, string>> = {
  overview: 'Second factor',
  'set up': 'Set up a second factor',
  'new codes': 'Create new recovery codes',
  remove: 'Remove the second factor',
};
/** At most this many remaining recovery codes cause a warning. */
const FEW_CODES = 2;

/** One's own second factor: set-up, recovery codes, removal. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(secondFactorQuery(useApi()));
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>('overview');
  const back = () => setStep('overview');
  // Codes that are shown once have to be closed with their button.
  const leaves = step === 'overview' ? onClose : undefined;
  return (
    <Dialog opened title={titles[step]} size="30rem" onClose={leaves}>
      {step === 'overview' &&
        (query.data ? (
          <Overview status={query.data} onStep={setStep} onClose={onClose} />
        ) : query.error ? (
          <QueryErrorBanner title="Failed to load your second factor." query={query} />
        ) : (
          <Skeleton height={96} />
        ))}
      {step === 'set up' && (
        <SetUp
          cancel={
            <Button variant="default" onClick={back}>
              Cancel
            </Button>
          }
          onDone={() => {
            // The members list shows who has a second factor.
            void queryClient.invalidateQueries();
            back();
          }}
        />
      )}
      {step === 'new codes' && <NewCodes onDone={back} />}
      {step === 'remove' && (
        <Removal
          isDemanded={query.data?.is_demanded ?? false}
          onCancel={back}
          onRemoved={(status) => {
            announce('Your second factor was removed.');
            // If a second factor is required, this opens the next set-up.
            void queryClient.invalidateQueries();
            if (status.is_demanded) onClose();
            else back();
          }}
        />
      )}
    </Dialog>
  );
}

type OverviewProps = { status: SecondFactor; onStep: (step: Step) => void; onClose: () => void };

function Overview({ status, onStep, onClose }: OverviewProps) {
  const { enrolled_at, recovery_codes_left, managed_at } = status;
  const close = (
    <Button variant="default" ml="auto" onClick={onClose}>
      Close
    </Button>
  );
  if (managed_at !== null) {
    return (
      <>
        <Text>{new URL(managed_at).host} looks after your second factor: set it up there.</Text>
        <Group justify="flex-end" mt="md">
          {close}
        </Group>
      </>
    );
  }
  if (enrolled_at === null) {
    return (
      <>
        <Text>
          With a second factor, your password alone is not enough: signing in also takes a code from an
          authenticator app on your phone or in your password manager.
        </Text>
        <Group justify="flex-end" gap="xs" mt="md">
          {close}
          <Button data-autofocus onClick={() => onStep('set up')}>
            Set up
          </Button>
        </Group>
      </>
    );
  }
  return (
    <Stack gap="sm" mt="xs">
      <Group gap="xs">
        <StatusBadge tone="success">On</StatusBadge>
        <Text c="dimmed">Authenticator app, since {formatDay(enrolled_at)}.</Text>
      </Group>
      {recovery_codes_left <= FEW_CODES ? (
        <Banner tone="warning" title={`${codesLeft(recovery_codes_left)} left`}>
          Without them, a lost phone keeps you out until an owner helps. Create new ones.
        </Banner>
      ) : (
        <Text>{codesLeft(recovery_codes_left)} left, for when the app is not at hand.</Text>
      )}
      <Group justify="space-between" gap="xs" mt="xs">
        <Group gap="xs">
          <Button variant="default" onClick={() => onStep('new codes')}>
            New recovery codes
          </Button>
          <Button variant="default" c="var(--sf-danger-text)" onClick={() => onStep('remove')}>
            Remove
          </Button>
        </Group>
        {close}
      </Group>
    </Stack>
  );
}

function codesLeft(count: number): string {
  if (count === 0) return 'No recovery codes';
  return count === 1 ? 'One recovery code' : `${count} recovery codes`;
}

function NewCodes({ onDone }: { onDone: () => void }) {
  const codes = useCreateRecoveryCodes();
  if (codes.data) return <RecoveryCodesView codes={codes.data.codes} onDone={onDone} />;
  return (
    <ProofForm
      confirmLabel="Create new codes"
      change={codes}
      onConfirm={(proof) => codes.mutate(proof)}
      onCancel={onDone}
    >
      Your current codes stop working.
    </ProofForm>
  );
}

type RemovalProps = { isDemanded: boolean; onCancel: () => void; onRemoved: (status: SecondFactor) => void };

function Removal({ isDemanded, onCancel, onRemoved }: RemovalProps) {
  const removal = useRemoveSecondFactor();
  return (
    <ProofForm
      confirmLabel="Remove"
      tone="danger"
      change={removal}
      onConfirm={(proof) => removal.mutate(proof, { onSuccess: onRemoved })}
      onCancel={onCancel}
    >
      {isDemanded
        ? 'Every member needs one: you set up another one right away. Your recovery codes stop working.'
        : 'You will sign in with your password alone. Your recovery codes stop working.'}
    </ProofForm>
  );
}
