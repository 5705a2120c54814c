import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Under the stores' key: whatever changes a store or its products changes these numbers. */
export function summaryQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['stores', 'summary'],
    queryFn: ({ signal }) => api.call('overview.summary', { signal }),
  });
}
