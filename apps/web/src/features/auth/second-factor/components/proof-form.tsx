import { PasswordInput, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DialogActions } from '../../../../components/dialogs/dialog-actions.tsx';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { describeRefusal } from '../../../../lib/api/describe-error.ts';

type Props = {
  children: ReactNode;
  confirmLabel: string;
  tone?: 'danger' | 'normal';
  change: { isPending: boolean; error: Error | null };
  onConfirm: (proof: string) => void;
  onCancel: () => void;
};

/** Asks the signed-in person to prove their identity again. */
export function ProofForm({ children, confirmLabel, tone = 'normal', change, onConfirm, onCancel }: Props) {
  const [proof, setProof] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm(proof);
      }}
    >
      <Stack gap="sm">
        <Text>{children}</Text>
        {change.error && <Banner tone="danger" title={describeRefusal(change.error)} />}
        <PasswordInput
          label="Your password, or a code"
          description="A code from your authenticator app, or a recovery code."
          required
          withAsterisk={false}
          autoFocus
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show what was typed' }}
          value={proof}
          onChange={(event) => setProof(event.currentTarget.value)}
        />
        <DialogActions
          confirmLabel={confirmLabel}
          tone={tone}
          pending={change.isPending}
          onCancel={onCancel}
          mt="xs"
        />
      </Stack>
    </form>
  );
}
