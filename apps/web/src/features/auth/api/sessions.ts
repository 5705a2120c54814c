import type { ApiClient } from '@storefleet/client/api-client';
import { queryOptions } from '@tanstack/react-query';
import { cacheAnswer } from '../../../lib/api/cache-answer.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { useAuth } from '../auth-context.tsx';

export function sessionsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['account', 'sessions'],
    queryFn: ({ signal }) => api.call('account.sessions', { signal }),
  });
}

export function useEndSession() {
  return useChange((api, sessionId: string) => api.call('account.endSession', { params: { sessionId } }), {
    onSuccess: (queryClient, sessions, _id, api) =>
      cacheAnswer(queryClient, sessionsQuery(api).queryKey, sessions),
  });
}

/** All but the current one. */
export function useEndOtherSessions() {
  const auth = useAuth();
  return useChange(
    async () => {
      const { error } = await auth.client.signOut({ scope: 'others' });
      if (error) throw error;
    },
    {
      onSuccess: (queryClient, _none, _variables, api) =>
        queryClient.invalidateQueries({ queryKey: sessionsQuery(api).queryKey }),
    },
  );
}
