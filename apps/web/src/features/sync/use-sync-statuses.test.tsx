import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pass, renderApiHook } from '../../testing/api-hook.tsx';
import { buildSyncStatus } from '../../testing/builders/build-sync-status.ts';
import { useSyncAll } from './api/sync-all.ts';
import { useSyncStatuses } from './use-sync-statuses.ts';

const running = buildSyncStatus({ status: 'in_progress' });
const completed = buildSyncStatus({ status: 'completed' });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server with these statuses, which records the stores it was asked about. */
function startFollowing(server: Record<string, SyncStatus>) {
  const asked: string[][] = [];
  const onFinished = vi.fn();
  renderApiHook(
    (_id, { body: { store_ids: ids } }) => {
      asked.push(ids);
      return Object.fromEntries(ids.map((id) => [id, server[id]]));
    },
    () => useSyncStatuses(Object.keys(server), onFinished),
  );
  return { asked, onFinished };
}

test('polls syncing stores every 3 s, and all stores every 10 s', async () => {
  const { asked } = startFollowing({ a: running, b: completed });
  await pass(12_000);
  expect(asked).toEqual([['a', 'b'], ['a'], ['a'], ['a'], ['a', 'b']]);
  // Reloading does not restart the ten seconds.
  expect(Number(localStorage.getItem('lastFullSyncCheck'))).toBe(Date.now());
});

test('stops polling once no store is syncing, and reports it a second later', async () => {
  const server = { a: running };
  const { asked, onFinished } = startFollowing(server);
  await pass(2_900);
  server.a = completed;
  await pass(200);
  expect(onFinished).not.toHaveBeenCalled();
  await pass(1_000);
  expect(onFinished).toHaveBeenCalledOnce();
  const before = asked.length;
  await pass(60_000);
  expect(asked.length).toBe(before);
});

test('reports each store, even while others are running', async () => {
  const server = { a: running, b: running };
  const { onFinished } = startFollowing(server);
  await pass(1_000);
  server.a = completed;
  await pass(4_000);
  expect(onFinished).toHaveBeenCalledOnce();
  server.b = buildSyncStatus({ status: 'failed' });
  await pass(4_000);
  expect(onFinished).toHaveBeenCalledTimes(2);
});

test('does not poll continuously while everything is idle', async () => {
  const { asked, onFinished } = startFollowing({ a: buildSyncStatus() });
  await pass(60_000);
  expect(asked).toEqual([['a']]);
  expect(onFinished).not.toHaveBeenCalled();
});

test('discards statuses that were requested before Sync All', async () => {
  const stand = (store_id: string, status: SyncStatus['status']) => buildSyncStatus({ store_id, status });
  const server = {
    busy: stand('busy', 'in_progress'),
    started: stand('started', 'completed'),
    refused: stand('refused', 'completed'),
  };
  /** While set, statuses are held back, and then returned as of their request. */
  let held: Promise<void> | undefined;
  const { result } = renderApiHook(
    async (id, input) => {
      if (id === 'sync.startAll') {
        server.started = stand('started', 'in_progress');
        server.refused = stand('refused', 'failed');
        return {
          results: [
            { store_id: 'started', success: true },
            { store_id: 'refused', success: false },
          ],
        };
      }
      const ids = input.body.store_ids as (keyof typeof server)[];
      const seen = Object.fromEntries(ids.map((store) => [store, server[store]]));
      if (input.signal) await held;
      return seen;
    },
    () => ({ all: useSyncAll(), following: useSyncStatuses(Object.keys(server), () => undefined) }),
  );
  const shown = () =>
    Object.values(result.current.following.statuses).map(({ store_id, status }: SyncStatus) => [
      store_id,
      status,
    ]);
  // The next check covers all stores.
  await pass(10_000);
  let answer = () => undefined as undefined;
  held = new Promise((resolve) => {
    answer = () => void resolve();
  });
  await pass(3_000);
  result.current.all.mutate();
  await pass(0);
  answer();
  held = undefined;
  const expected = [
    ['busy', 'in_progress'],
    ['started', 'in_progress'],
    ['refused', 'failed'],
  ];
  await pass(0);
  expect(shown()).toEqual(expected);
  await pass(4_000);
  expect(shown()).toEqual(expected);
});
