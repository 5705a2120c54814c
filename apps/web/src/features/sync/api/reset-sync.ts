import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';

/**
 * Clears the sync status, so that new syncs may start.
 * @param onReset called with what the server said, also when the button is gone by then with the status that it reset
 */
export function useResetSync(storeId: string, onReset: (message: string) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('sync.reset', { params: { id: storeId } }),
    onSuccess: ({ message }) => onReset(message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sync'] }),
  });
}
