import { useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { storeQuery } from './get-store.ts';

export type StoreUpdateBody = NonNullable<CallInput<'stores.update'>['body']>;

export function useUpdateStore(storeId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: StoreUpdateBody) => api.call('stores.update', { params: { id: storeId }, body }),
    onSuccess: (store) => {
      queryClient.setQueryData(storeQuery(api, storeId).queryKey, store);
      void queryClient.invalidateQueries({ queryKey: ['stores'] });
      // It may be another database now.
      void queryClient.invalidateQueries({ queryKey: ['mssql'] });
    },
  });
}
