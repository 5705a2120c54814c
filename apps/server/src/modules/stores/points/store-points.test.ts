import { testClock } from '@storefleet/test-support/clock';
import { openTestDatabase } from '@storefleet/test-support/database';
import pino from 'pino';
import { expect, it } from 'vitest';
import { insertStore } from '../../../../test/sync/catalogue.ts';
import { createPointNotes, readPoints, readRecentPoints } from './store-points.ts';

const db = await openTestDatabase();
const clock = testClock();
const logger = pino({ level: 'silent' });
const status = (currentlyAvailable: number) => ({
  maximumAvailable: 2_000,
  currentlyAvailable,
  restoreRate: 100,
});

it('sums what several processes spend, each written once a second, and restarts after a minute', async () => {
  const storeId = await insertStore(db);
  const points = () => readPoints(db, storeId);
  const [one, other] = [createPointNotes({ db, clock, logger }), createPointNotes({ db, clock, logger })];
  expect(await points()).toBeNull();
  one.note(storeId, 'syncs', 150, status(1_850));
  await expect.poll(points).toMatchObject({ available: 1_850, used: { syncs: 150, edits: 0, webhooks: 0 } });
  one.note(storeId, 'syncs', 100, status(1_750));
  other.note(storeId, 'edits', 12, status(1_738));
  await expect.poll(points).toMatchObject({ available: 1_738, used: { syncs: 150, edits: 12 } });
  clock.advance(1_000);
  one.note(storeId, 'webhooks', 5, status(1_700));
  await expect.poll(points).toMatchObject({ used: { syncs: 250, edits: 12, webhooks: 5 }, floor: 100 });
  expect((await readRecentPoints(db)).map(({ store_id }) => store_id)).toEqual([storeId]);

  await db.query(`update store_points set used_since = now() - interval '61 s'`);
  await db.query('update stores set points_floor = 750 where id = $1', [storeId]);
  clock.advance(1_000);
  one.note(storeId, 'edits', 30, status(900));
  await expect.poll(points).toMatchObject({ used: { syncs: 0, edits: 30, webhooks: 0 }, floor: 750 });
});
