import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';

/** Ends the running sync; it does not restart by itself until its status is reset. */
export function useForceStop(storeId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('sync.forceStop', { params: { id: storeId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sync'] }),
  });
}
