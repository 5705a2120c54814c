import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useAuth } from '../auth-context.tsx';
import { confirmSecondFactor } from '../second-factor.ts';
import { useLogout } from '../use-logout.ts';

/** Asks for the code of an authenticator app, which the project demands beside the password. */
export function SecondFactorDialog() {
  const auth = useAuth();
  const logout = useLogout();
  const queryClient = useQueryClient();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => confirmSecondFactor(auth.client, code),
    onSuccess: () => queryClient.invalidateQueries(),
    onError: () => setCode(''),
  });
  return (
    <Dialog opened title="Confirm that it is you">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          confirm.mutate();
        }}
      >
        <Stack gap="sm">
          <Text>Enter the code that your authenticator app shows for this account.</Text>
          {confirm.error && <Banner tone="danger" title={confirm.error.message} />}
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
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={logout}>
              Use another account
            </Button>
            <Button type="submit" loading={confirm.isPending}>
              Confirm
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
