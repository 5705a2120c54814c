import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { saveFile } from '../../../lib/browser/download.ts';
import type { HistoryView } from '../filters/history-address.ts';
import { historyFilters } from './list-history.ts';

/** Saves what the filters leave as a CSV file. */
export function useExportHistory() {
  const api = useApi();
  return useMutation({
    mutationFn: (view: HistoryView) => api.download('history.exportCsv', { query: historyFilters(view) }),
    onSuccess: saveFile,
  });
}
