import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { ApiClient } from '../../../../lib/api/api-client.ts';
import { ApiProvider } from '../../../../lib/api/api-context.ts';
import { useApproveRemovals } from '../changes.ts';

const MESSAGE = '12 products were removed.';

/** The hook before a server that removes, with what was told of it. */
function renderApproval(queryClient: QueryClient) {
  const api = { call: async () => ({ success: true, message: MESSAGE }) } as unknown as ApiClient;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider value={api}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </ApiProvider>
  );
  const told: string[] = [];
  const hook = renderHook(() => useApproveRemovals('a', (message) => told.push(message)), { wrapper });
  return { ...hook, told };
}

test('after a removal the store’s numbers and its products are read again', async () => {
  const queryClient = new QueryClient();
  const shown = [
    ['sync', 'removals', 'a'],
    ['stores', 'detail', 'a'],
    ['products', 'of-store', 'a'],
  ];
  for (const queryKey of shown) queryClient.setQueryData(queryKey, {});
  const { result } = renderApproval(queryClient);
  await act(() => result.current.mutateAsync());

  expect(shown.map((queryKey) => queryClient.getQueryState(queryKey)?.isInvalidated)).toEqual([
    true,
    true,
    true,
  ]);
});

test('what was removed is told, also when the question about it is gone by then', async () => {
  const { result, unmount, told } = renderApproval(new QueryClient());
  const removed = result.current.mutateAsync();
  unmount();
  await removed;
  expect(told).toEqual([MESSAGE]);
});
