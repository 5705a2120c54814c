import type { ApiClient, CallInput } from '@storefleet/client/api-client';
import { callQuery } from '../../lib/api/call-query.ts';
import { refetch, useChange } from '../../lib/api/use-change.ts';

export const apiKeysQuery = (api: ApiClient) => callQuery(api, 'apiKeys.list', ['api-keys']);

export const useCreateApiKey = () =>
  useChange((api, body: CallInput<'apiKeys.create'>['body']) => api.call('apiKeys.create', { body }), {
    onSuccess: refetch(['api-keys']),
  });

export const useRevokeApiKey = () =>
  useChange((api, keyId: string) => api.call('apiKeys.revoke', { params: { keyId } }), {
    onSuccess: refetch(['api-keys']),
  });
