import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { ApiProvider } from '../../lib/api/api-context.ts';
import { buildSyncStatus } from '../../testing/build-sync-status.ts';
import { useSyncStatuses } from './use-sync-statuses.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A server whose stores have the given statuses, and a record of which stores it was asked about. */
function startFollowing(server: Record<string, SyncStatus>) {
  const asked: string[][] = [];
  const api = {
    call: async (_id: string, input: { body: { store_ids: string[] } }) => {
      const ids = input.body.store_ids;
      asked.push(ids);
      return Object.fromEntries(ids.map((id) => [id, server[id]]));
    },
  } as unknown as ApiClient;
  const onFinished = vi.fn();
  const queryClient = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider value={api}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </ApiProvider>
  );
  const ids = Object.keys(server);
  renderHook(() => useSyncStatuses(ids, onFinished), { wrapper });
  return { asked, onFinished };
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('asks every 3 s about the syncing stores, and about all of them every 10 s', async () => {
  const { asked } = startFollowing({
    a: buildSyncStatus({ status: 'in_progress' }),
    b: buildSyncStatus({ status: 'completed' }),
  });
  await pass(12_000);
  expect(asked).toEqual([['a', 'b'], ['a'], ['a'], ['a'], ['a', 'b']]);
  // A visit that is reloaded does not begin the ten seconds anew.
  expect(Number(localStorage.getItem('lastFullSyncCheck'))).toBe(Date.now());
});

test('stops asking once no store is syncing, and says so a second later', async () => {
  const server = { a: buildSyncStatus({ status: 'in_progress' }) };
  const { asked, onFinished } = startFollowing(server);
  await pass(2_900);
  server.a = buildSyncStatus({ status: 'completed' });
  await pass(200);
  expect(onFinished).not.toHaveBeenCalled();
  await pass(1_000);
  expect(onFinished).toHaveBeenCalledOnce();
  const before = asked.length;
  await pass(60_000);
  expect(asked.length).toBe(before);
});

test('says so of each store, also while others go on', async () => {
  const server = {
    a: buildSyncStatus({ status: 'in_progress' }),
    b: buildSyncStatus({ status: 'in_progress' }),
  };
  const { onFinished } = startFollowing(server);
  await pass(1_000);
  server.a = buildSyncStatus({ status: 'completed' });
  await pass(4_000);
  expect(onFinished).toHaveBeenCalledOnce();
  server.b = buildSyncStatus({ status: 'failed' });
  await pass(4_000);
  expect(onFinished).toHaveBeenCalledTimes(2);
});

test('does not ask again and again while everything is idle', async () => {
  const { asked, onFinished } = startFollowing({ a: buildSyncStatus() });
  await pass(60_000);
  expect(asked).toEqual([['a']]);
  expect(onFinished).not.toHaveBeenCalled();
});
