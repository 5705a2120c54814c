import { useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';

export function useCreateStore() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<'stores.create'>['body']) => api.call('stores.create', { body }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['stores'] }),
  });
}
