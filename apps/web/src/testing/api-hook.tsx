import type { ApiClient } from '@storefleet/client/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { vi } from 'vitest';
import { ApiProvider } from '../lib/api/api-context.ts';

type Server = (id: string, input: { body: { store_ids: string[] }; signal?: AbortSignal }) => unknown;

/** Renders a hook with these API answers. */
export function renderApiHook<Result>(
  server: Server,
  hook: (api: ApiClient) => Result,
  queryClient = new QueryClient(),
) {
  const api = { call: async (...call: Parameters<Server>) => server(...call) } as unknown as ApiClient;
  return renderHook(() => hook(api), {
    wrapper: ({ children }) => (
      <ApiProvider value={api}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </ApiProvider>
    ),
  });
}

/** Advances a fake clock. */
export const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
