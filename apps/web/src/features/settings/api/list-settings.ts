import { APP_NAME_SETTING } from '@storefleet/contract/constants';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { configQuery } from '../../../app/app-config.ts';
import type { ApiClient } from '../../../lib/api-client.ts';

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
