import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { ApiProvider } from '../../../lib/api/api-context.ts';
import { useAuthorizeStore } from './authorize-store.ts';

test('who cancels at Shopify and goes back can connect again', async () => {
  const api = {
    call: async () => ({ authorize_url: `${window.location.href}#consent` }),
  } as unknown as ApiClient;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider value={api}>
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    </ApiProvider>
  );
  const { result } = renderHook(() => useAuthorizeStore('a'), { wrapper });
  await act(() => result.current.mutateAsync());
  expect(window.location.hash).toBe('#consent');
  await waitFor(() => expect(result.current.isSuccess).toBe(true));

  act(() => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  });
  await waitFor(() => expect(result.current.isIdle).toBe(true));
});
