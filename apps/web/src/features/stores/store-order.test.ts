import { expect, test } from 'vitest';
import { buildStore } from '../../testing/builders/build-store.ts';
import { buildSyncStatus } from '../../testing/builders/build-sync-status.ts';
import { orderStores } from './store-order.ts';

const synced = '2026-03-01T00:00:00Z';
const stores = [
  buildStore({ id: 'a', shop_name: 'Atlas', products_count: 5, last_sync_at: synced }),
  buildStore({ id: 'b', shop_name: 'Birch', products_count: 9, last_sync_at: '2026-02-01T00:00:00Z' }),
  buildStore({ id: 'c', shop_name: 'Cedar', products_count: 0, last_sync_at: null }),
  buildStore({ id: 'd', shop_name: 'Delta', products_count: 7, last_sync_at: synced }),
  buildStore({ id: 'e', shop_name: 'Ember', products_count: 5, last_sync_at: synced }),
];
const statuses = {
  a: buildSyncStatus({ status: 'completed', message: null, held_back: 0 }),
  b: buildSyncStatus({ status: 'in_progress' }),
  d: buildSyncStatus({ status: 'completed', message: null, held_back: 4 }),
  e: buildSyncStatus({ status: 'failed' }),
};

test.each([
  ['state', 'edcba'],
  ['-state', 'abcde'],
  ['-name', 'edcba'],
  ['products', 'caedb'],
  ['last_sync_at', 'cbade'],
] as const)('in the order %s: %s', (order, expected) => {
  expect(
    orderStores(stores, statuses, order)
      .map(({ id }) => id)
      .join(''),
  ).toBe(expected);
});
