import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { bulkUpdateQuery } from './get-bulk-update.ts';

/** A new preview of what failed, conflicted or was cancelled, based on the values of now. */
export function useRetry(batchId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('bulkUpdates.retry', { params: { batch_id: batchId } }),
    onSuccess: (batch) => queryClient.setQueryData(bulkUpdateQuery(api, batch.batch_id).queryKey, batch),
  });
}
