import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api-context.ts';

/** Starts what a preview showed, without the rows that were left out. */
export function useApply(batchId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (excludedItemIds: readonly string[]) =>
      api.call('bulkUpdates.apply', {
        params: { batch_id: batchId },
        body: { excluded_item_ids: [...excludedItemIds] },
      }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ['bulk-updates', 'items', batchId] });
      return queryClient.invalidateQueries({ queryKey: ['bulk-updates'] });
    },
  });
}
