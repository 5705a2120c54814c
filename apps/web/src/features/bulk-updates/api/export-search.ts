import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../../lib/api-context.ts';
import { saveFile } from '../../../lib/download.ts';
import { type ProductSearch, storeIdsParameter } from '../../products/search-address.ts';

/** Saves all variants of a search result as a CSV file, in the order of the screen. */
export function useExportSearch() {
  const api = useApi();
  return useMutation({
    mutationFn: ({ query, type, sort, stores }: ProductSearch) =>
      api.download('products.exportCsv', {
        query: {
          query,
          type,
          sort_by: sort?.field,
          sort_direction: sort?.direction,
          store_ids: storeIdsParameter(stores),
        },
      }),
    onSuccess: (file) => {
      saveFile(file);
      notifications.show({ color: 'green', message: `${file.fileName} was saved.` });
    },
  });
}
