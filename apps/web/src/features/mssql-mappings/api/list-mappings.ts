import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** The field mappings of a SQL Server store. */
export function mappingsQuery(api: ApiClient, storeId: string) {
  return queryOptions({
    queryKey: ['mssql', 'mappings', storeId],
    queryFn: async ({ signal }) =>
      (await api.call('mssql.listMappings', { params: { id: storeId }, signal })).mappings,
  });
}

/** Reads again what depends on the mappings; resolves when the list is there. */
export async function refreshMappings(queryClient: QueryClient, storeId: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['mssql', 'preview', storeId] });
  await queryClient.invalidateQueries({ queryKey: ['mssql', 'mappings', storeId] });
}
