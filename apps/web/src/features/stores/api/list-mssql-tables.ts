import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** The tables and views of a store's database, read with its saved connection. */
export function mssqlTablesQuery(api: ApiClient, storeId: string) {
  return queryOptions({
    queryKey: ['mssql', 'tables', storeId],
    queryFn: async ({ signal }) =>
      (await api.call('mssql.tables', { params: { id: storeId }, signal })).tables,
  });
}
