import type { ApiClient } from '@storefleet/client/api-client';
import { createContext, use } from 'react';

const ApiContext = createContext<ApiClient | null>(null);

export const ApiProvider = ApiContext.Provider;

/** The API as the signed-in user. Query options take it as their first argument. */
export function useApi(): ApiClient {
  const api = use(ApiContext);
  if (!api) throw new Error('useApi needs an ApiProvider above it.');
  return api;
}
