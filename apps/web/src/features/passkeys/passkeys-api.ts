import { queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/api/use-change.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useAuth } from '../auth/auth-context.tsx';
import type { AuthSession } from '../auth/auth-session.ts';
import { describeDevice } from '../auth/device-words.ts';

const queryKey = ['passkeys'];

export const passkeysQuery = ({ client }: AuthSession) =>
  queryOptions({ queryKey, queryFn: () => answerOf(client.passkey.list()) });

export function useSignInWithPasskey() {
  const { client } = useAuth();
  return useMutation<unknown>({
    mutationFn: async () => {
      const { error } = await client.signInWithPasskey();
      if (error) throw worded(error, 'No passkey was used. Try again, or sign in with your password.');
    },
  });
}

/** Adds one for this device, named after it. */
export function useAddPasskey() {
  const { client } = useAuth();
  return useChange(
    async () => {
      const { data, error } = await client.registerPasskey();
      if (error)
        throw worded(error, 'No passkey was added: the browser was cancelled, or has none to offer.');
      const friendlyName = describeDevice(navigator.userAgent);
      await answerOf(client.passkey.update({ passkeyId: data.id, friendlyName }));
    },
    { onSettled: refresh },
  );
}

export function useRenamePasskey() {
  const { client } = useAuth();
  return useChange(
    (_, renamed: { passkeyId: string; friendlyName: string }) => answerOf(client.passkey.update(renamed)),
    { onSettled: refresh },
  );
}

export function useRemovePasskey(passkeyId: string) {
  const { client } = useAuth();
  return useChange(() => answerOf(client.passkey.delete({ passkeyId })), { onSettled: refresh });
}

const refresh = (queryClient: { invalidateQueries(filters: { queryKey: string[] }): Promise<void> }) =>
  queryClient.invalidateQueries({ queryKey });

async function answerOf<Data>(
  call: Promise<{ data: Data; error: Error | null }>,
): Promise<NonNullable<Data>> {
  const { data, error } = await call;
  if (error) throw error;
  return data as NonNullable<Data>;
}

/** What the browser says of a ceremony that came to nothing is for developers; the server's sentences are not. */
function worded(error: Error & { code?: unknown }, sentence: string): Error {
  if (error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return new Error('This device already has a passkey of your account.');
  if (error.code === 'webauthn_verification_failed')
    return new Error('This passkey is not known here. It may have been removed from your account.');
  return 'status' in error ? error : new Error(sentence);
}
