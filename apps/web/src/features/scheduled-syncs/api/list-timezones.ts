import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** The names of the timezones that the server knows. They change with its version only. */
export function timezonesQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['timezones'],
    queryFn: ({ signal }) => api.call('scheduledSyncs.timezones', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
