import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useAuth } from '../auth-context.tsx';
import { confirmSecondFactor } from '../second-factor.ts';
import { useLogout } from '../use-logout.ts';
import { SignInDialog } from './sign-in-dialog.tsx';

/** Asks for the code of an authenticator app, which the project demands beside the password. */
export function SecondFactorDialog() {
  const auth = useAuth();
  const queryClient = useQueryClient();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => confirmSecondFactor(auth.client, code),
    onSuccess: () => queryClient.invalidateQueries(),
    onError: () => setCode(''),
  });
  return (
    <SignInDialog
      title="Confirm that it is you"
      text="Enter the code that your authenticator app shows for this account."
      confirmLabel="Confirm"
      change={confirm}
      onOtherAccount={useLogout()}
    >
      <TextInput
        label="Code"
        required
        withAsterisk={false}
        data-autofocus
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </SignInDialog>
  );
}
