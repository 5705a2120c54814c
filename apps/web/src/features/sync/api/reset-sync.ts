import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api-context.ts';

/** Clears the sync status, so that new syncs may start. */
export function useResetSync(storeId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('sync.reset', { params: { id: storeId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sync'] }),
  });
}
