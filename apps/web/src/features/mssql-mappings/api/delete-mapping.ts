import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { refreshMappings } from './list-mappings.ts';

/** Deletes a mapping. One that somebody else deleted before is as gone as it was to be. */
export function useDeleteMapping(storeId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (mappingId: string) => {
      try {
        await api.call('mssql.deleteMapping', { params: { id: storeId, mappingId } });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'mapping_not_found')) throw error;
      }
    },
    onSuccess: () => refreshMappings(queryClient, storeId),
  });
}
