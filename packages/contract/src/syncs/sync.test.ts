import { expect, test } from 'vitest';
import { SyncLogQuery } from './sync.ts';

test('the sync log of a store has pages of 100 by default', () => {
  expect(SyncLogQuery.parse({})).toEqual({ limit: 100, offset: 0 });
  expect(SyncLogQuery.parse({ limit: '25', offset: '50' })).toEqual({ limit: 25, offset: 50 });
});
