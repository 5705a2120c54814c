import type { Activity, OverviewSummary, Running } from '@storefleet/contract/catalogue/overview';
import { createTestApp } from '@storefleet/test-support/app';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { addRecord } from '../../../test/history/records.ts';
import { insertStore } from '../../../test/sync/catalogue.ts';

let now = new Date();
const app = await createTestApp({ clock: { now: () => now } });
await app.signIn();
const { db } = app;
afterAll(() => app.close());
beforeEach(async () => {
  now = new Date();
  await db.query('delete from stores');
  await db.query('truncate change_history, change_history_counts');
});

async function get<T>(path: string): Promise<T> {
  return (await (await app.fetchApi(`/overview/${path}`)).json()) as T;
}

/** A run of the store's log, which the store shows from then on. */
async function addRun(storeId: string, status: string, products = 0, ended: string | null = null) {
  const id = uuidv7();
  await db.query(
    `insert into sync_runs (id, store_id, method, trigger, status, counted_products, counted_exactly,
       total_products, processed_products, enqueued_at, created_at, completed_at, lease_id, heartbeat_at)
     values ($1, $2, 'graphql', 'manual', $3, $4, true, $4, $4, now(), now(), $5, gen_random_uuid(), now())`,
    [id, storeId, status, products, ended],
  );
  await db.query(
    `insert into store_sync_states (store_id, run_id, updated_at) values ($1, $2, now())
     on conflict (store_id) do update set run_id = excluded.run_id`,
    [storeId, id],
  );
}

async function addProducts(storeId: string, ...counts: number[]) {
  await db.query(
    `insert into products (id, store_id, source_id, title, search_name, search_skus, search_barcodes,
       variants_count, created_at, updated_at)
     select gen_random_uuid(), $1, gen_random_uuid(), 'Hat', '', '', '', count, now(), now()
     from unnest($2::integer[]) count`,
    [storeId, counts],
  );
}

describe('GET /overview/summary', () => {
  const summary = () => get<OverviewSummary>('summary');

  it('is zero and never, before the first store', async () => {
    expect(await summary()).toEqual({
      stores: 0,
      active_stores: 0,
      products: 0,
      variants: 0,
      last_sync_at: null,
      failed_syncs: 0,
    });
  });

  it('adds up all stores but those that were deleted; a failed sync counts until it is reset', async () => {
    const [one, two, deleted] = [await insertStore(db), await insertStore(db), await insertStore(db)];
    const paused = await insertStore(db, { status: 'inactive' });
    await addProducts(one, 1, 3);
    await addProducts(two, 5);
    await addProducts(deleted, 7);
    await addRun(one, 'completed');
    await addRun(two, 'completed');
    await addRun(two, 'failed');
    await addRun(paused, 'in_progress');
    await addRun(deleted, 'failed');
    await db.query(
      `update stores set deleted_at = case id when $1 then now() end, last_sync_at =
         case id when $1 then timestamptz '2026-04-01Z' when $2 then timestamptz '2026-03-02T10:00:00Z' end`,
      [deleted, two],
    );
    const expected = {
      stores: 3,
      active_stores: 2,
      products: 3,
      variants: 9,
      last_sync_at: '2026-03-02T10:00:00.000Z',
      failed_syncs: 1,
    };
    expect(await summary()).toEqual(expected);
    await app.fetchApi(`/stores/${two}/sync/reset`, { method: 'POST' });
    expect(await summary()).toEqual({ ...expected, failed_syncs: 0 });
  });
});

describe('GET /overview/activity', () => {
  const activity = async (query: string) => (await get<Activity>(`activity?${query}`)).days;
  const addEdits = async (...times: (string | Date)[]) => {
    for (const changed_at of times) await addRecord(db, { changed_at });
  };

  it('lists thirty days up to today, also where nothing happened', async () => {
    now = new Date('2026-03-30T12:00:00Z');
    const days = await activity('');
    expect(days).toHaveLength(30);
    expect(days[0]).toEqual({ date: '2026-03-01', synced_products: 0, edits: 0 });
    expect(days.at(-1)).toEqual({ date: '2026-03-30', synced_products: 0, edits: 0 });
  });

  it('puts every run and every edit on its day in the zone, also where the clocks change', async () => {
    now = new Date('2026-03-30T12:00:00Z');
    const storeId = await insertStore(db);
    // Berlin's 29 March 2026 has 23 hours, from 23:00 to 22:00 in UTC.
    await addRun(storeId, 'completed', 1, '2026-03-28T22:59:59.999Z');
    await addRun(storeId, 'completed', 10, '2026-03-28T23:00:00Z');
    await addRun(storeId, 'failed', 100, '2026-03-29T21:59:59.999Z');
    await addRun(storeId, 'completed', 1000, '2026-03-29T22:00:00Z');
    await addRun(storeId, 'in_progress', 9000);
    await addEdits('2026-03-28T23:00:00Z', '2026-03-29T21:59:59.999Z', '2026-03-29T22:00:00Z');
    expect(await activity('days=3&timezone=Europe/Berlin')).toEqual([
      { date: '2026-03-28', synced_products: 1, edits: 0 },
      { date: '2026-03-29', synced_products: 110, edits: 2 },
      { date: '2026-03-30', synced_products: 1000, edits: 1 },
    ]);
    expect(await activity('days=3&timezone=UTC')).toEqual([
      { date: '2026-03-28', synced_products: 11, edits: 1 },
      { date: '2026-03-29', synced_products: 1100, edits: 2 },
      { date: '2026-03-30', synced_products: 0, edits: 0 },
    ]);
  });

  it('counts no edit that was taken back, and begins days at quarters of an hour too', async () => {
    now = new Date('2026-03-30T12:00:00Z');
    // Kathmandu's 30 March begins at 18:15 in UTC.
    await addEdits('2026-03-29T18:14:59.999Z', '2026-03-29T18:15:00Z', '2026-03-29T18:16:00Z');
    const takenBack = db.transaction(async (tx) => {
      await addRecord(tx, { changed_at: now });
      throw new Error('taken back');
    });
    await expect(takenBack).rejects.toThrow('taken back');
    const days = await activity('days=2&timezone=Asia/Kathmandu');
    expect(days.map(({ edits }) => edits)).toEqual([1, 2]);
  });

  it('keeps the edits of a store that was deleted, as the history does, and no run of it', async () => {
    const storeId = await insertStore(db);
    await addRun(storeId, 'completed', 5, now.toISOString());
    await addRecord(db, { store_id: storeId, changed_at: now });
    expect(await activity('days=1')).toMatchObject([{ synced_products: 5, edits: 1 }]);
    await app.fetchApi(`/stores/${storeId}`, { method: 'DELETE' });
    expect(await activity('days=1')).toMatchObject([{ synced_products: 0, edits: 1 }]);
  });

  const noZone = 'There is no time zone Europe/Atlantis. Use a name such as Europe/Berlin or UTC.';
  it.each([
    ['timezone=Europe/Atlantis', noZone],
    ['days=0', 'days must be a whole number from 1 to 366.'],
  ])('refuses %s in a sentence', async (query, message) => {
    expect(await get(`activity?${query}`)).toMatchObject({ status: 400, errors: [{ message }] });
  });
});

describe('GET /overview/running', () => {
  it('lists the syncs that run now, with the name of their store', async () => {
    expect(await get<Running>('running')).toEqual({ syncs: [], bulk_updates: [] });
    const [atlas, birch, deleted] = [
      await insertStore(db, { name: 'Atlas' }),
      await insertStore(db, { name: 'Birch' }),
      await insertStore(db),
    ];
    await addRun(atlas, 'in_progress', 40);
    await addRun(birch, 'completed');
    await addRun(deleted, 'in_progress');
    await db.query('update stores set deleted_at = now() where id = $1', [deleted]);
    expect(await get<Running>('running')).toMatchObject({
      syncs: [{ store_id: atlas, store_name: 'Atlas', status: 'in_progress', processed_products: 40 }],
      bulk_updates: [],
    });
  });
});
