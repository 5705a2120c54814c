import type { ApiClient } from '@storefleet/client/api-client';
import { queryOptions } from '@tanstack/react-query';

/** The locations in use, by name, with the stores that have stock per location read. */
export function locationsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['stores', 'locations'],
    queryFn: ({ signal }) => api.call('stores.allLocations', { signal }),
    select: ({ locations }) => locations,
  });
}
