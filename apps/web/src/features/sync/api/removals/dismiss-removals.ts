import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../../lib/api/api-context.ts';
import { useMutation } from '../../../../lib/api/use-mutation.ts';

/**
 * Keeps the held-back products; the next sync checks them again.
 * @param onDecided called with what the server said, also when the question is gone by then
 */
export function useDismissRemovals(storeId: string, onDecided: (message: string) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('sync.dismissRemovals', { params: { id: storeId } }),
    onSuccess: ({ message }) => onDecided(message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sync'] }),
  });
}
