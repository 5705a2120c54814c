import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { storesQuery } from './list-stores.ts';

export function useDeleteStore() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (storeId: string) => api.call('stores.delete', { params: { id: storeId } }),
    onSuccess: (_, storeId) => {
      queryClient.setQueryData(storesQuery(api).queryKey, (stores) =>
        stores?.filter((store) => store.id !== storeId),
      );
      void queryClient.invalidateQueries({ queryKey: ['stores'] });
    },
  });
}
