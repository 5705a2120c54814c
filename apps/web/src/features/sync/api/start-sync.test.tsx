import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pass, renderApiHook } from '../../../testing/api-hook.tsx';
import { buildSyncStatus } from '../../../testing/builders/build-sync-status.ts';
import { syncStatusQuery } from './queries.ts';
import { useStartSync } from './start-sync.ts';

const idle = buildSyncStatus();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['2 s while a sync runs', 2_000, buildSyncStatus({ status: 'in_progress' })],
  [
    '2 s while an idle store is on its way',
    2_000,
    buildSyncStatus({ processed_products: 3, total_products: 9 }),
  ],
  ['5 s otherwise', 5_000, buildSyncStatus({ status: 'completed' })],
])('the page of a store polls every %s', async (_, interval, status) => {
  const server = vi.fn(() => status);
  renderApiHook(server, (api) => useQuery(syncStatusQuery(api, status.store_id)));
  await pass(interval - 1);
  expect(server).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(server).toHaveBeenCalledTimes(2);
  await pass(3 * interval);
  expect(server).toHaveBeenCalledTimes(5);
});

test('a store is shown as syncing at once, and its status is fetched a second after the start', async () => {
  const asked: string[] = [];
  let status: SyncStatus = idle;
  const { result: page } = renderApiHook(
    (id) => {
      asked.push(id);
      if (id === 'sync.status') return status;
      status = buildSyncStatus({ status: 'in_progress', processed_products: 7, total_products: 100 });
      return { success: true };
    },
    (api) => ({ start: useStartSync(), status: useQuery(syncStatusQuery(api, idle.store_id)).data }),
  );
  await pass(0);
  page.current.start.mutate({ storeId: idle.store_id, method: 'graphql' });
  await pass(0);
  expect(page.current.status).toMatchObject({ status: 'in_progress', processed_products: 0 });
  await pass(999);
  expect(asked).toEqual(['sync.status', 'sync.startGraphql']);
  await pass(1);
  expect(asked).toEqual(['sync.status', 'sync.startGraphql', 'sync.status']);
  await pass(1);
  expect(page.current.status).toMatchObject({ status: 'in_progress', processed_products: 7 });
});
