import { APP_NAME_SETTING } from '@storefleet/contract/constants';
import type { Setting } from '@storefleet/contract/settings';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { configQuery } from '../../../app/app-config.ts';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';

const queryKey = ['settings'] as const;

function listQuery(api: ApiClient) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => api.call('settings.list', { signal }),
  });
}

/** Every setting, by key. */
export function settingsQuery(api: ApiClient) {
  return queryOptions({ ...listQuery(api), select: ({ settings }) => settings });
}

/** Where Shopify sends people back to as long as no setting says otherwise. */
export function defaultCallbackUrlQuery(api: ApiClient) {
  return queryOptions({ ...listQuery(api), select: ({ default_callback_url }) => default_callback_url });
}

/** Reads the settings now; null where that fails. */
export function useSettingsAgain(): () => Promise<readonly Setting[] | null> {
  const api = useApi();
  const queryClient = useQueryClient();
  return async () => {
    const list = await queryClient.fetchQuery({ ...listQuery(api), staleTime: 0 }).catch(() => null);
    return list?.settings ?? null;
  };
}

/** Reads again what depends on settings; the title of the application shows everywhere at once. */
export async function refreshSettings(
  queryClient: QueryClient,
  api: ApiClient,
  keys: readonly string[],
): Promise<void> {
  const named = keys.includes(APP_NAME_SETTING)
    ? queryClient.refetchQueries({ queryKey: configQuery(api).queryKey, exact: true })
    : undefined;
  await Promise.all([queryClient.invalidateQueries({ queryKey }), named]);
}
