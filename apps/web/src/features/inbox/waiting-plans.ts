import type { ApiClient } from '@storefleet/client/api-client';
import { queryOptions } from '@tanstack/react-query';

export const POLL_MS = 60_000;

/** Number of waiting plans, for every screen. */
export function waitingQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['inbox', 'waiting'],
    queryFn: async ({ signal }) => (await api.call('inbox.list', { query: { limit: 1 }, signal })).waiting,
    refetchInterval: POLL_MS,
  });
}
