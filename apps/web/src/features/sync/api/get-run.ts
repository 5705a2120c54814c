import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** What the log says of a store's last run; null where that is another one by now. */
export function lastRunQuery(api: ApiClient, storeId: string, syncId: string) {
  return queryOptions({
    queryKey: ['sync', 'run', storeId, syncId],
    queryFn: async ({ signal }) => {
      const { logs } = await api.call('sync.logs', { params: { id: storeId }, query: { limit: 1 }, signal });
      return logs.find(({ id }) => id === syncId) ?? null;
    },
  });
}
