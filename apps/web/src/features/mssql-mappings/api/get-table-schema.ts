import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { SOURCE_STALE_MS } from './preview-mappings.ts';

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
