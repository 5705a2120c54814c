import type { ApiClient, CallInput } from '@storefleet/client/api-client';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/api/use-change.ts';

export function apiKeysQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['api-keys'],
    queryFn: ({ signal }) => api.call('apiKeys.list', { signal }),
  });
}

const fetchAgain = (queryClient: QueryClient, api: ApiClient) =>
  queryClient.invalidateQueries({ queryKey: apiKeysQuery(api).queryKey });

export function useCreateApiKey() {
  return useChange((api, body: CallInput<'apiKeys.create'>['body']) => api.call('apiKeys.create', { body }), {
    onSuccess: (queryClient, _key, _body, api) => fetchAgain(queryClient, api),
  });
}

export function useRevokeApiKey() {
  return useChange((api, keyId: string) => api.call('apiKeys.revoke', { params: { keyId } }), {
    onSuccess: (queryClient, _key, _id, api) => fetchAgain(queryClient, api),
  });
}
