import { useApi } from '../../../lib/api-context.ts';
import { saveFile } from '../../../lib/download.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import type { HistoryView } from '../history-address.ts';
import { historyFilters } from './list-history.ts';

/** Saves what the filters leave as a CSV file. */
export function useExportHistory() {
  const api = useApi();
  return useMutation({
    mutationFn: (view: HistoryView) => api.download('history.exportCsv', { query: historyFilters(view) }),
    onSuccess: saveFile,
  });
}
