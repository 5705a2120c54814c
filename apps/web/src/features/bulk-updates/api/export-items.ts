import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { saveFile } from '../../../lib/browser/download.ts';
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
