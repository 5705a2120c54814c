import { useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../lib/api-client.ts';
import { useApi } from '../../../lib/api-context.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { storeQuery } from './get-store.ts';

export function useUpdateStore(storeId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<'stores.update'>['body']) =>
      api.call('stores.update', { params: { id: storeId }, body }),
    onSuccess: (store) => {
      queryClient.setQueryData(storeQuery(api, storeId).queryKey, store);
      void queryClient.invalidateQueries({ queryKey: ['stores'] });
      // It may be another database now.
      void queryClient.invalidateQueries({ queryKey: ['mssql'] });
    },
  });
}
