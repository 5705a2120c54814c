import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useAuth } from '../auth-context.tsx';

/** Signs a person in again over the page they were on, so that what they typed stays where it is. */
export function SessionEndedDialog({ email }: { email: string }) {
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
    <Dialog opened title="Your session has ended">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          signIn.mutate();
        }}
      >
        <Stack gap="sm">
          <Text>Sign in again as {email} to go on. Nothing you typed is lost.</Text>
          {signIn.error && <Banner tone="danger" title={signIn.error.message} />}
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
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={auth.giveUp}>
              Use another account
            </Button>
            <Button type="submit" loading={signIn.isPending}>
              Sign In
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
