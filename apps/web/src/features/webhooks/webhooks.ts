import type { ApiClient } from '@storefleet/client/api-client';
import { queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/api/use-change.ts';

/** Often enough that what came shows within seconds. */
const REFRESH_MS = 5_000;

/** Whether a shop reports its changes. */
export function webhooksQuery(api: ApiClient, storeId: string) {
  return queryOptions({
    queryKey: ['webhooks', storeId],
    queryFn: ({ signal }) => api.call('webhooks.get', { params: { id: storeId }, signal }),
    refetchInterval: ({ state }) => (state.data?.active ? REFRESH_MS : false),
  });
}

/** Has a shop report its changes, or stop doing so. */
export function useSwitchWebhooks(storeId: string) {
  return useChange(
    (api, on: boolean) => api.call(on ? 'webhooks.enable' : 'webhooks.disable', { params: { id: storeId } }),
    {
      onSuccess: (queryClient, webhooks, _on, api) =>
        queryClient.setQueryData(webhooksQuery(api, storeId).queryKey, webhooks),
      onError: (queryClient, _error, _on, api) =>
        queryClient.invalidateQueries({ queryKey: webhooksQuery(api, storeId).queryKey }),
    },
  );
}
