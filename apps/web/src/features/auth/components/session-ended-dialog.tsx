import { PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useAuth } from '../auth-context.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';

type Props = {
  email: string;
  /** Other ways to sign in. */
  children: ReactNode;
};

/** Signs the user in again over the current page, so that nothing typed is lost. */
export function SessionEndedDialog({ email, children }: Props) {
  const auth = useAuth();
  const queryClient = useQueryClient();
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: async () => {
      const { error } = await auth.client.signInWithPassword({ email, password });
      if (error) throw error;
    },
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <SignInDialog
      title="Your session has ended"
      text={`Sign in again as ${email} to continue. Nothing you typed is lost.`}
      confirmLabel="Sign In"
      change={signIn}
      onOtherAccount={auth.giveUp}
    >
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordInput
        label="Password"
        required
        withAsterisk={false}
        data-autofocus
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {children}
    </SignInDialog>
  );
}
