import type { ApiClient } from '@storefleet/client/api-client';
import { callQuery } from '../../lib/api/call-query.ts';

/** The locations in use, by name, with the stores that have stock per location read. */
export const locationsQuery = (api: ApiClient) =>
  callQuery(api, 'stores.allLocations', ['stores', 'locations'], { select: ({ locations }) => locations });
