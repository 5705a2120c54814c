import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Everybody who appears in the whole history. */
export function historyUsersQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['history', 'users'],
    queryFn: async ({ signal }) => (await api.call('history.users', { signal })).users,
    staleTime: 60_000,
  });
}
