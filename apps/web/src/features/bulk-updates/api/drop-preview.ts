import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { bulkUpdateQuery } from './get-bulk-update.ts';

/**
 * Leaves a preview. What was started meanwhile goes on, and `onStarted` is told of it. The server forgets a preview by
 * itself after a day, so that a failure here is nobody's concern.
 */
export function useDropPreview(batchId: string, onStarted: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('bulkUpdates.drop', { params: { batch_id: batchId } }),
    onSuccess: (batch) => {
      queryClient.removeQueries({ queryKey: bulkUpdateQuery(api, batchId).queryKey });
      queryClient.removeQueries({ queryKey: ['bulk-updates', 'items', batchId] });
      if (batch.started_at !== null) onStarted();
    },
  });
}
