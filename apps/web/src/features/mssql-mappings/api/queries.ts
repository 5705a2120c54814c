import type { ApiClient } from '@storefleet/client/api-client';
import { MAPPING_PREVIEW_ROWS } from '@storefleet/contract/stores/mssql/constants';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/call-query.ts';

/** A store's database is not queried on every page visit; failures are retried manually. */
const SOURCE_STALE_MS = 60_000;

/** The field mappings of a SQL Server store. */
export function mappingsQuery(api: ApiClient, storeId: string) {
  return queryOptions({
    queryKey: ['mssql', 'mappings', storeId],
    queryFn: async ({ signal }) =>
      (await api.call('mssql.listMappings', { params: { id: storeId }, signal })).mappings,
  });
}

/** The columns of a table or view, read from the store's server. */
export function tableSchemaQuery(api: ApiClient, storeId: string, table: string) {
  return queryOptions({
    queryKey: ['mssql', 'schema', storeId, table],
    queryFn: async ({ signal }) =>
      (await api.call('mssql.tableSchema', { params: { id: storeId, table }, signal })).columns,
    staleTime: SOURCE_STALE_MS,
    retry: false,
  });
}

/** The first rows of a table (null: the store's own) as imported by the saved mappings. */
export function mappingPreviewQuery(
  api: ApiClient,
  storeId: string,
  table: string | null,
  limit: number = MAPPING_PREVIEW_ROWS,
) {
  return callQuery(api, 'mssql.previewMappings', ['mssql', 'preview', storeId, table, limit], {
    params: { id: storeId },
    body: { limit, ...(table === null ? {} : { table_name: table }) },
    staleTime: SOURCE_STALE_MS,
    retry: false,
    // Keep rows of the same table only.
    placeholderData: (previous, query) => (query?.queryKey[3] === table ? previous : undefined),
  });
}
