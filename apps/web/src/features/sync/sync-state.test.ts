import { expect, test } from 'vitest';
import { buildSyncStatus } from '../../testing/build-sync-status.ts';
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

test('the percentage never says 100 while work goes on', () => {
  expect(syncPercent(buildSyncStatus({ status: 'in_progress', progress: 100 }))).toBe(99);
  expect(syncPercent(buildSyncStatus({ status: 'in_progress', progress: 46.9 }))).toBe(46);
  expect(syncPercent(buildSyncStatus({ status: 'completed', progress: 100 }))).toBe(100);
});

test('overall progress weighs stores by their products', () => {
  const statuses = [
    buildSyncStatus({ status: 'in_progress', progress: 100, total_products: 100 }),
    buildSyncStatus({ status: 'in_progress', progress: 0, total_products: 900 }),
    buildSyncStatus({ status: 'completed', progress: 100, total_products: 5_000 }),
  ];
  expect(overallSyncProgress(statuses)).toEqual({ count: 2, percent: 10 });
});

test('overall progress is the mean of the percentages as long as a total is missing', () => {
  const statuses = [
    buildSyncStatus({ status: 'in_progress', progress: 50, total_products: 100 }),
    buildSyncStatus({ status: 'in_progress', progress: 0, total_products: 0 }),
  ];
  expect(overallSyncProgress(statuses)).toEqual({ count: 2, percent: 25 });
});

test('no store is syncing', () => {
  expect(overallSyncProgress([buildSyncStatus()])).toEqual({ count: 0, percent: 0 });
});

const now = 1_000_000;
const known = {
  a: buildSyncStatus({ status: 'in_progress' }),
  b: buildSyncStatus({ status: 'completed' }),
};

test('between full checks only syncing stores and unknown ones are asked about', () => {
  const storeIds = ['a', 'b', 'new'];
  expect(storesToCheck({ storeIds, known, lastFullCheck: now - 9_999, now })).toEqual({
    ids: ['a', 'new'],
    isFull: false,
  });
});

test('after 10 s every store is asked about', () => {
  expect(storesToCheck({ storeIds: ['a', 'b'], known, lastFullCheck: now - 10_000, now })).toEqual({
    ids: ['a', 'b'],
    isFull: true,
  });
});

test('a clock that was set back does not stop the full check', () => {
  expect(storesToCheck({ storeIds: ['b'], known, lastFullCheck: now + 60_000, now }).isFull).toBe(true);
});
