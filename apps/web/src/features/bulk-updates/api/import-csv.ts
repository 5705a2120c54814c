import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { bulkUpdateQuery } from './get-bulk-update.ts';

/** Reads a CSV file into a preview; nothing is written. `storeIds`: null for every store. */
export function useImportCsv() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ file, storeIds }: { file: File; storeIds: readonly string[] | null }) =>
      api.call('bulkUpdates.importCsv', {
        query: { file_name: file.name, store_ids: storeIds?.join(',') },
        body: file,
      }),
    onSuccess: (batch) => queryClient.setQueryData(bulkUpdateQuery(api, batch.batch_id).queryKey, batch),
  });
}
