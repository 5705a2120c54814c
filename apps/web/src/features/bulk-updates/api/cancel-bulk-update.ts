import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api-context.ts';
import { bulkUpdateQuery } from './get-bulk-update.ts';

/** Stops a running bulk update; what is done stays done. */
export function useCancel(batchId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('bulkUpdates.cancel', { params: { batch_id: batchId } }),
    onSuccess: (batch) => queryClient.setQueryData(bulkUpdateQuery(api, batchId).queryKey, batch),
  });
}

/** Drops a preview. The server forgets it by itself after a day, so that a failure here is nobody's concern. */
export function useDropPreview() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (batchId: string) => api.call('bulkUpdates.cancel', { params: { batch_id: batchId } }),
    onSuccess: (_, batchId) => {
      queryClient.removeQueries({ queryKey: bulkUpdateQuery(api, batchId).queryKey });
      queryClient.removeQueries({ queryKey: ['bulk-updates', 'items', batchId] });
    },
  });
}
