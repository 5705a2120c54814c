import { useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';

export function useCreateMssqlStore() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<'mssql.createStore'>['body']) => api.call('mssql.createStore', { body }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['stores'] }),
  });
}
