import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** The last days as they are lived in a timezone. */
export function activityQuery(api: ApiClient, timezone: string) {
  return queryOptions({
    queryKey: ['stores', 'activity', timezone],
    queryFn: async ({ signal }) =>
      (await api.call('overview.activity', { query: { timezone }, signal })).days,
  });
}
