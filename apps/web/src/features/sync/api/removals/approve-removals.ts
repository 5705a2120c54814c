import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../../lib/api/api-context.ts';
import { useMutation } from '../../../../lib/api/use-mutation.ts';

/**
 * Removes the products that the last complete sync did not find any more.
 * @param onDecided called with what the server said, also when the question is gone by then
 */
export function useApproveRemovals(storeId: string, onDecided: (message: string) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('sync.approveRemovals', { params: { id: storeId } }),
    onSuccess: ({ message }) => onDecided(message),
    // The store's numbers and every list of its products have changed too.
    onSettled: () =>
      Promise.all(
        ['sync', 'stores', 'products'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      ),
  });
}
