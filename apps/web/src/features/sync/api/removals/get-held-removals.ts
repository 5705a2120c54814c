import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../../lib/api/api-client.ts';

const SHOWN_PRODUCTS = 100;

/** The products that a sync found gone in such number that a person decides. */
export function heldRemovalsQuery(api: ApiClient, storeId: string) {
  return queryOptions({
    queryKey: ['sync', 'removals', storeId],
    queryFn: ({ signal }) =>
      api.call('sync.removals', { params: { id: storeId }, query: { limit: SHOWN_PRODUCTS }, signal }),
  });
}
