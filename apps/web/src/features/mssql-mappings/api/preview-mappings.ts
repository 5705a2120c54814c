import { MAPPING_PREVIEW_ROWS } from '@storefleet/contract/constants';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Somebody's database is not asked again at every look at the page; a failure is shown and retried by hand. */
export const SOURCE_STALE_MS = 60_000;

/** The first rows of a table as the saved mappings would bring them; of the store's own table where it is null. */
export function mappingPreviewQuery(
  api: ApiClient,
  storeId: string,
  table: string | null,
  limit: number = MAPPING_PREVIEW_ROWS,
) {
  return queryOptions({
    queryKey: ['mssql', 'preview', storeId, table, limit],
    queryFn: ({ signal }) =>
      api.call('mssql.previewMappings', {
        params: { id: storeId },
        body: { limit, ...(table === null ? {} : { table_name: table }) },
        signal,
      }),
    staleTime: SOURCE_STALE_MS,
    retry: false,
    // More rows of the same table, not those of another one.
    placeholderData: (previous, query) => (query?.queryKey[3] === table ? previous : undefined),
  });
}
