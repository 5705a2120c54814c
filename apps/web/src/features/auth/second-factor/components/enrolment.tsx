import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { QueryErrorBanner } from '../../../../components/feedback/query-error.tsx';
import { CopyField } from '../../../../components/text/copy-field.tsx';
import { useMutation } from '../../../../lib/api/use-mutation.ts';
import { useAuth } from '../../auth-context.tsx';
import { confirmFactor } from '../confirm-second-factor.ts';
import { enrolmentQuery } from '../second-factor-api.ts';
import { CodeInput } from './code-input.tsx';
import classes from './second-factor.module.css';

type Props = {
  onEnrolled: () => void;
  /** The button to cancel. */
  cancel: ReactNode;
};

/** Transfers the secret to an authenticator app, and confirms it with a first code. */
export function Enrolment({ onEnrolled, cancel }: Props) {
  const auth = useAuth();
  const enrolment = useQuery(enrolmentQuery(auth));
  const [code, setCode] = useState('');
  const { data } = enrolment;
  const confirm = useMutation({
    mutationFn: (factorId: string) => confirmFactor(auth.client, factorId, code),
    onSuccess: onEnrolled,
    onError: () => setCode(''),
  });
  if (enrolment.error) return <QueryErrorBanner title="The setup could not be started." query={enrolment} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (data) confirm.mutate(data.factorId);
      }}
    >
      <Stack gap="sm">
        <Text>
          Scan this with an authenticator app or your password manager, then enter the code that it shows.
        </Text>
        {data ? (
          <img className={classes.qrCode} src={data.qrCode} alt="QR code for the authenticator app" />
        ) : (
          <Skeleton className={classes.qrCode} />
        )}
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            Or enter this secret in the app:
          </Text>
          <CopyField
            label="Secret"
            value={data?.secret ?? ''}
            copyLabel="Copy secret"
            copied="Secret copied."
          />
        </div>
        {confirm.error && <Banner tone="danger" title={confirm.error.message} />}
        <CodeInput value={code} onChange={setCode} />
        <Group justify="flex-end" gap="xs" mt="xs">
          {cancel}
          <Button type="submit" disabled={!data} loading={confirm.isPending}>
            Switch on
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
