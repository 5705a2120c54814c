import { useApi } from '../../../lib/api-context.ts';
import { saveFile } from '../../../lib/download.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import type { ShownItems } from './list-bulk-update-items.ts';

/** Saves rows of a bulk update as a CSV file; the ones that failed can be put right there and imported again. */
export function useExportItems(batchId: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (show: ShownItems) =>
      api.download('bulkUpdates.exportItems', { params: { batch_id: batchId }, query: { show } }),
    onSuccess: saveFile,
  });
}
