import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api-context.ts';

/** Removes the products that the last complete sync did not find any more. */
export function useApproveRemovals(storeId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('sync.approveRemovals', { params: { id: storeId } }),
    // The store's numbers and every list of its products have changed too.
    onSettled: () =>
      Promise.all(
        ['sync', 'stores', 'products'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      ),
  });
}
