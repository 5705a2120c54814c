import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { buildSyncStatus } from '../../../testing/build-sync-status.ts';
import { syncStatusQuery } from './queries.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Follows a store that stands so, and tells how often it was asked about. */
async function follow(status: SyncStatus): Promise<() => number> {
  const call = vi.fn(async () => status);
  const queryClient = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  renderHook(() => useQuery(syncStatusQuery({ call } as unknown as ApiClient, status.store_id)), { wrapper });
  await pass(0);
  return () => call.mock.calls.length;
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test.each([
  ['2 s while a sync runs', 2_000, buildSyncStatus({ status: 'in_progress' })],
  [
    '2 s while an idle store is on its way',
    2_000,
    buildSyncStatus({ processed_products: 3, total_products: 9 }),
  ],
  ['5 s otherwise', 5_000, buildSyncStatus({ status: 'completed' })],
])('the page of a store asks every %s', async (_, interval, status) => {
  const asked = await follow(status);
  expect(asked()).toBe(1);
  await pass(interval - 1);
  expect(asked()).toBe(1);
  await pass(1);
  expect(asked()).toBe(2);
  await pass(3 * interval);
  expect(asked()).toBe(5);
});
