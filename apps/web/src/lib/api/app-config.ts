import type { ApiClient } from '@storefleet/client/api-client';
import type { PublicConfig } from '@storefleet/contract/api/config';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useApi } from './api-context.ts';

/** Public server configuration: app name, sign-in URL, whether the first account still has to be created. */
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
