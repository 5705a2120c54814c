import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Often enough that what came shows within seconds. */
const REFRESH_MS = 5_000;

/** Whether a shop tells of its changes. */
export function webhooksQuery(api: ApiClient, storeId: string) {
  return queryOptions({
    queryKey: ['webhooks', storeId],
    queryFn: ({ signal }) => api.call('webhooks.get', { params: { id: storeId }, signal }),
    refetchInterval: ({ state }) => (state.data?.active ? REFRESH_MS : false),
  });
}
