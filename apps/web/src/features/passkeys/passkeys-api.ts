import { GoTrueClient, type Session } from '@supabase/auth-js';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { refetch, useChange } from '../../lib/api/use-change.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useAuth } from '../auth/auth-context.tsx';
import type { AuthSession } from '../auth/auth-session.ts';
import { describeDevice } from '../auth/device-words.ts';

const queryKey = ['passkeys'];
const refresh = refetch(queryKey);

export const passkeysQuery = ({ client }: AuthSession) =>
  queryOptions({ queryKey, queryFn: () => answerOf(client.passkey.list()) });

/** An account of the sign-in service at `url`. */
export type Account = { email: string; url: string; anonKey: string };

export function useSignInWithPasskey(onlyFor?: Account) {
  const { client } = useAuth();
  const queryClient = useQueryClient();
  return useMutation<unknown>({
    mutationFn: async () => {
      if (onlyFor) return continueAs(client, onlyFor);
      await signInWithAny(client);
    },
    onSuccess: () => (onlyFor ? queryClient.invalidateQueries() : undefined),
  });
}

/** The page holds what this account typed: another one's passkey must not become its session. */
async function continueAs(client: GoTrueClient, { email, url, anonKey }: Account): Promise<void> {
  const apart = new GoTrueClient({
    url,
    headers: { apikey: anonKey },
    storageKey: 'storefleet.passkey',
    persistSession: false,
    autoRefreshToken: false,
  });
  const session = await signInWithAny(apart);
  if (session.user.email !== email) {
    await apart.signOut({ scope: 'local' });
    throw new Error('This passkey belongs to another account. Choose another one, or enter your password.');
  }
  const { error } = await client.setSession(session);
  if (error) throw error;
}

async function signInWithAny(client: GoTrueClient): Promise<Session> {
  const { data, error } = await client.signInWithPasskey();
  if (error) throw worded(error, NOT_USED);
  if (!data.session) throw new Error(NOT_USED);
  return data.session;
}

const NOT_USED = 'No passkey was used. Try again, or sign in with your password.';

/** Adds one for this device, named after it. */
export function useAddPasskey() {
  const { client } = useAuth();
  return useChange(
    async () => {
      const { data, error } = await client.registerPasskey();
      if (error)
        throw worded(error, 'No passkey was added: the browser was cancelled, or has none to offer.');
      const names = (await answerOf(client.passkey.list())).map(({ friendly_name }) => friendly_name);
      const friendlyName = freeName(describeDevice(navigator.userAgent), names);
      await answerOf(client.passkey.update({ passkeyId: data.id, friendlyName }));
    },
    { onSettled: refresh },
  );
}

/** `Chrome on Linux`, or `Chrome on Linux 2` if that is taken. */
export function freeName(name: string, taken: readonly (string | undefined)[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number++) free = `${name} ${number}`;
  return free;
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
