import type { ApiClient, CallInput } from '@storefleet/client/api-client';
import { APP_NAME_SETTING } from '@storefleet/contract/constants';
import type { Setting } from '@storefleet/contract/settings';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { configQuery } from '../../lib/api/app-config.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { useChange } from '../../lib/api/use-change.ts';

const queryKey = ['settings'] as const;

/** Every setting, by key, and the default redirect URL. */
export const settingsQuery = (api: ApiClient) => callQuery(api, 'settings.list', queryKey);

/** Fetches the settings now; null if that fails. */
export function useFetchSettings(): () => Promise<readonly Setting[] | null> {
  const api = useApi();
  const queryClient = useQueryClient();
  return async () => {
    const list = await queryClient.fetchQuery({ ...settingsQuery(api), staleTime: 0 }).catch(() => null);
    return list?.settings ?? null;
  };
}

/** Refreshes what depends on a setting; the application's title is shown everywhere. */
async function refreshSettings(queryClient: QueryClient, api: ApiClient, key?: string): Promise<void> {
  const renamed =
    key === APP_NAME_SETTING &&
    queryClient.refetchQueries({ queryKey: configQuery(api).queryKey, exact: true });
  await Promise.all([queryClient.invalidateQueries({ queryKey }), renamed]);
}

export const useCreateSetting = () =>
  useChange((api, body: CallInput<'settings.create'>['body']) => api.call('settings.create', { body }), {
    onSuccess: (queryClient, { key }, _body, api) => refreshSettings(queryClient, api, key),
  });

export const useUpdateSetting = (key: string) =>
  useChange(
    (api, body: CallInput<'settings.update'>['body']) =>
      api.call('settings.update', { params: { key }, body }),
    { onSuccess: (queryClient, _setting, _body, api) => refreshSettings(queryClient, api, key) },
  );

export const useDeleteSetting = () =>
  useChange((api, key: string) => api.call('settings.delete', { params: { key } }), {
    onSuccess: (queryClient, _answer, key, api) => refreshSettings(queryClient, api, key),
  });

export const useSaveShopifyApp = () =>
  useChange(
    (api, body: CallInput<'settings.saveShopify'>['body']) => api.call('settings.saveShopify', { body }),
    { onSuccess: (queryClient, _answer, _body, api) => refreshSettings(queryClient, api) },
  );
