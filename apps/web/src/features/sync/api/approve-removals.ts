import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api-context.ts';

/** Removes the products that the last complete sync did not find any more. */
export function useApproveRemovals(storeId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('sync.approveRemovals', { params: { id: storeId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sync'] }),
  });
}
