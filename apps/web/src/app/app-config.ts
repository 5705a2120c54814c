import type { ApiClient } from '@storefleet/client/api-client';
import type { PublicConfig } from '@storefleet/contract/api/config';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useApi } from '../lib/api/api-context.ts';

/** What the server tells everybody: its name, where to sign in, whether the first account is missing. */
export function configQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['config'],
    queryFn: ({ signal }) => api.call('config.get', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

export function useAppConfig(): PublicConfig {
  return useSuspenseQuery(configQuery(useApi())).data;
}

export function useAppName(): string {
  return useAppConfig().app_name;
}
