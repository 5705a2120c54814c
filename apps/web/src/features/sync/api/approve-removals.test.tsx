import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { ApiClient } from '../../../lib/api-client.ts';
import { ApiProvider } from '../../../lib/api-context.ts';
import { useApproveRemovals } from './approve-removals.ts';

test('after a removal the store’s numbers and its products are read again', async () => {
  const queryClient = new QueryClient();
  const shown = [
    ['sync', 'removals', 'a'],
    ['stores', 'detail', 'a'],
    ['products', 'of-store', 'a'],
  ];
  for (const queryKey of shown) queryClient.setQueryData(queryKey, {});
  const api = { call: async () => ({ success: true }) } as unknown as ApiClient;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider value={api}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </ApiProvider>
  );

  const { result } = renderHook(() => useApproveRemovals('a'), { wrapper });
  await act(() => result.current.mutateAsync());

  expect(shown.map((queryKey) => queryClient.getQueryState(queryKey)?.isInvalidated)).toEqual([
    true,
    true,
    true,
  ]);
});
