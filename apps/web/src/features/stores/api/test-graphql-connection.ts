import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';

/** Tries the connection of a saved store. */
export function useTestGraphqlConnection(storeId: string) {
  const api = useApi();
  return useMutation({
    mutationFn: () => api.call('stores.testGraphqlConnection', { params: { id: storeId } }),
  });
}
