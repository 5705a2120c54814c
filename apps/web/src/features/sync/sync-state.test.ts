import { expect, test } from 'vitest';
import { buildSyncStatus } from '../../testing/builders/build-sync-status.ts';
import { isSyncing, overallSyncProgress, storesToCheck, syncPercent } from './sync-state.ts';

test.each([
  ['in progress', { status: 'in_progress' }, true],
  ['idle part of the way', { status: 'idle', processed_products: 3, total_products: 10 }, true],
  ['idle at the beginning', { status: 'idle', processed_products: 0, total_products: 10 }, false],
  ['idle at the end', { status: 'idle', processed_products: 10, total_products: 10 }, false],
  ['failed part of the way', { status: 'failed', processed_products: 3, total_products: 10 }, false],
  ['completed', { status: 'completed', processed_products: 10, total_products: 10 }, false],
] as const)('a store that is %s counts as syncing, or not', (_, fields, expected) => {
  expect(isSyncing(buildSyncStatus(fields))).toBe(expected);
});

test('the percentage is never 100 during a run', () => {
  expect(syncPercent(buildSyncStatus({ status: 'in_progress', progress: 100 }))).toBe(99);
  expect(syncPercent(buildSyncStatus({ status: 'in_progress', progress: 46.9 }))).toBe(46);
  expect(syncPercent(buildSyncStatus({ status: 'completed', progress: 100 }))).toBe(100);
});

const running = (progress: number, total_products: number) =>
  buildSyncStatus({ status: 'in_progress', progress, total_products });
const ended = buildSyncStatus({ status: 'completed', progress: 100, total_products: 5_000 });

test.each([
  ['weighs stores by their products', [running(100, 100), running(0, 900), ended], { count: 2, percent: 10 }],
  ['is the mean where a total is missing', [running(50, 100), running(0, 0)], { count: 2, percent: 25 }],
  ['is none without a sync', [buildSyncStatus()], { count: 0, percent: 0 }],
])('overall progress %s', (_, statuses, progress) => {
  expect(overallSyncProgress(statuses)).toEqual(progress);
});

const now = 1_000_000;
const known = {
  a: buildSyncStatus({ status: 'in_progress' }),
  b: buildSyncStatus({ status: 'completed' }),
};

test.each([
  ['between full checks, syncing stores and unknown ones', now - 9_999, ['a', 'new'], false],
  ['after 10 s, every store', now - 10_000, ['a', 'b', 'new'], true],
  ['by a clock that was set back, every store', now + 60_000, ['a', 'b', 'new'], true],
])('polled stores: %s', (_, lastFullCheck, ids, isFull) => {
  const storeIds = ['a', 'b', 'new'];
  expect(storesToCheck({ storeIds, known, lastFullCheck, now })).toEqual({ ids, isFull });
});
