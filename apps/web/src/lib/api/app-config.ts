import type { ApiClient } from '@storefleet/client/api-client';
import type { PublicConfig } from '@storefleet/contract/api/config';
import { useSuspenseQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/api/call-query.ts';
import { useApi } from './api-context.ts';

/** Public server configuration: app name, sign-in URL, whether the first account still has to be created. */
export const configQuery = (api: ApiClient) =>
  callQuery(api, 'config.get', ['config'], {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

export function useAppConfig(): PublicConfig {
  return useSuspenseQuery(configQuery(useApi())).data;
}

export function useAppName(): string {
  return useAppConfig().app_name;
}
