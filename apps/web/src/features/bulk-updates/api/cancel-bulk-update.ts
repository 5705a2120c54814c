import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
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
