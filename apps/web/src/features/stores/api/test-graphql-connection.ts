import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../../lib/api-context.ts';

/** Tries the connection of a saved store. */
export function useTestGraphqlConnection(storeId: string) {
  const api = useApi();
  return useMutation({
    mutationFn: () => api.call('stores.testGraphqlConnection', { params: { id: storeId } }),
  });
}
