import type { Database } from '@storefleet/server/platform/db/database';
import { createTestDatabase } from '@storefleet/test-support/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertStore } from '../../../test/sync/catalogue.ts';
import { claimChanges, LONGEST_WAIT_MS, listStoresDue, recordDelivery } from './changes.repository.ts';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

it('a change that was told of before the clock was set back is looked at now; one that waits its turn goes on waiting', async () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  const [early, patient] = [await insertStore(db), await insertStore(db)];
  for (const [storeId, dueAt] of [
    [early, later(LONGEST_WAIT_MS + 1)],
    [patient, later(LONGEST_WAIT_MS)],
  ] as const) {
    const delivery = {
      storeId,
      webhookId: 'w-1',
      topic: 'products/update',
      sourceId: 'p1',
      isDeleted: false,
    };
    await recordDelivery(db, delivery, { now: later(3_600_000), dueAt });
  }
  const look = { now, since: later(-3_000), exclusive: false };
  expect(await listStoresDue(db, look)).toEqual([early]);
  expect(await claimChanges(db, early, { limit: 10, now, until: later(60_000) })).toHaveLength(1);
  expect(await listStoresDue(db, look)).toEqual([]);
});
