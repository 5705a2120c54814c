import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { webhooksQuery } from './get-webhooks.ts';

/** Has a shop tell of its changes, or tell nothing any more. */
export function useSwitchWebhooks(storeId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (on: boolean) =>
      api.call(on ? 'webhooks.enable' : 'webhooks.disable', { params: { id: storeId } }),
    onSuccess: (webhooks) => queryClient.setQueryData(webhooksQuery(api, storeId).queryKey, webhooks),
    onError: () => queryClient.invalidateQueries({ queryKey: webhooksQuery(api, storeId).queryKey }),
  });
}
