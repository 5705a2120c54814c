import { Button, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useAuth } from '../auth-context.tsx';
import { type RecoveryLanding, redeemRecoveryLanding } from '../password-recovery.ts';
import { NewPasswordInput } from './new-password-input.tsx';

type Props = {
  landing: RecoveryLanding;
  onChanged: () => void;
  /** The link cannot be used any more, in the words of the auth service. */
  onLinkRefused: (message: string) => void;
};

export function ResetPasswordForm({ landing, onChanged, onLinkRefused }: Props) {
  const auth = useAuth();
  const [password, setPassword] = useState('');
  // A link works once: after a refused password only the second step is tried again.
  const redeemed = useRef(false);
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
      const { error } = await auth.client.updateUser({ password });
      if (error) throw error;
      return true;
    },
    onSuccess: (changed) => {
      if (changed) onChanged();
    },
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
        <Button type="submit" fullWidth loading={change.isPending}>
          Set new password and sign in
        </Button>
      </Stack>
    </form>
  );
}
