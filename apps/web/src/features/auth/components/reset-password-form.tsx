import { Button, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useAuth } from '../auth-context.tsx';
import { type RecoveryLanding, redeemRecoveryLanding } from '../password-recovery.ts';
import { ConfirmationFields } from '../second-factor/components/confirmation-fields.tsx';
import { asksForSecondFactor } from '../second-factor/confirm-second-factor.ts';
import { type Confirmation, useConfirmSecondFactor } from '../second-factor/second-factor-api.ts';
import { NewPasswordInput } from './new-password-input.tsx';

type Props = {
  landing: RecoveryLanding;
  onChanged: () => void | Promise<void>;
  /** The link is no longer valid; message from the auth service. */
  onLinkRefused: (message: string) => void;
};

export function ResetPasswordForm({ landing, onChanged, onLinkRefused }: Props) {
  const auth = useAuth();
  const [password, setPassword] = useState('');
  // Links work once: after a refused password only the second step is retried.
  const redeemed = useRef(false);
  const [secondFactor, setSecondFactor] = useState<Confirmation | null>(null);
  const confirm = useConfirmSecondFactor({ onConfirmed: () => setSecondFactor(null) });
  const change = useMutation({
    mutationFn: async () => {
      if (!redeemed.current) {
        const { error } = await redeemRecoveryLanding(auth.client, landing);
        if (error && error.name === 'AuthRetryableFetchError') throw error;
        if (error) {
          onLinkRefused(error.message);
          return false;
        }
        redeemed.current = true;
      }
      if (secondFactor) await confirm.mutateAsync(secondFactor);
      const { error } = await auth.client.updateUser({ password });
      if (error && asksForSecondFactor(error)) {
        setSecondFactor({ kind: 'app', code: '' });
        return false;
      }
      if (error) throw error;
      return true;
    },
    onSuccess: (changed) => (changed ? onChanged() : undefined),
  });
  return (
    <form
      aria-label="Set a new password"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <Stack gap="md">
        {change.error && <Banner tone="danger" title={change.error.message} />}
        <NewPasswordInput value={password} onChange={setPassword} />
        {secondFactor && (
          <>
            <Text>This account has a second factor. Confirm your identity.</Text>
            <ConfirmationFields value={secondFactor} onChange={setSecondFactor} />
          </>
        )}
        <Button type="submit" fullWidth loading={change.isPending}>
          Set new password and sign in
        </Button>
      </Stack>
    </form>
  );
}
