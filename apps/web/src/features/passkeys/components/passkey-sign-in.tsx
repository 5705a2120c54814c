import { Button, Stack } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { type Account, useSignInWithPasskey } from '../passkeys-api.ts';

/** Signs in with a passkey, if given only to that account. */
export function PasskeySignIn({ onlyFor }: { onlyFor?: Account }) {
  const signIn = useSignInWithPasskey(onlyFor);
  return (
    <Stack gap="xs" mt="xs">
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={16} aria-hidden />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        Use a passkey
      </Button>
      {signIn.error && <Banner tone="danger" title={signIn.error.message} />}
    </Stack>
  );
}
