import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { refreshMappings } from './list-mappings.ts';

/** Adds the mappings that the column names of a table speak for. */
export function useGenerateMappings(storeId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (tableName: string) =>
      api.call('mssql.generateMappings', {
        params: { id: storeId },
        body: { store_id: storeId, table_name: tableName },
      }),
    onSuccess: () => refreshMappings(queryClient, storeId),
  });
}
