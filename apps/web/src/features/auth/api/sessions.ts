import type { ApiClient } from '@storefleet/client/api-client';
import { cacheAnswer } from '../../../lib/api/cache-answer.ts';
import { callQuery } from '../../../lib/api/call-query.ts';
import { refetch, useChange } from '../../../lib/api/use-change.ts';
import { useAuth } from '../auth-context.tsx';

export const sessionsQuery = (api: ApiClient) => callQuery(api, 'account.sessions', ['account', 'sessions']);

export const useEndSession = () =>
  useChange((api, sessionId: string) => api.call('account.endSession', { params: { sessionId } }), {
    onSuccess: (queryClient, sessions, _id, api) =>
      cacheAnswer(queryClient, sessionsQuery(api).queryKey, sessions),
  });

/** All but the current one. */
export function useEndOtherSessions() {
  const auth = useAuth();
  return useChange(
    async () => {
      const { error } = await auth.client.signOut({ scope: 'others' });
      if (error) throw error;
    },
    { onSuccess: refetch(['account', 'sessions']) },
  );
}
