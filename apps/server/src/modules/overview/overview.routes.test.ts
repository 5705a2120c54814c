import type { Activity, OverviewSummary } from '@storefleet/contract/catalogue/overview';
import { createTestApp, type TestApp } from '@storefleet/test-support/app';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addRecord } from '../../../test/history/records.ts';
import { insertStore } from '../../../test/sync/catalogue.ts';

let app: TestApp;
let now = new Date();

beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
  await app.signIn();
});
afterAll(() => app.close());
beforeEach(async () => {
  now = new Date();
  await app.db.query('delete from stores');
  await app.db.query('truncate change_history, change_history_counts');
});

async function get<T>(path: string) {
  const response = await app.fetchApi(path);
  return { status: response.status, body: (await response.json()) as T };
}

type Run = { status?: 'completed' | 'failed' | 'in_progress'; products?: number; ended?: string | null };

/** A run of the store's log, which the store shows from then on. */
async function addRun(storeId: string, { status = 'completed', products = 0, ended = null }: Run) {
  const id = uuidv7();
  await app.db.query(
    `insert into sync_runs (id, store_id, method, trigger, status, counted_products, counted_exactly,
       total_products, processed_products, enqueued_at, created_at, completed_at, lease_id, heartbeat_at)
     values ($1, $2, 'graphql', 'manual', $3, $4, true, $4, $4, now(), now(), $5, gen_random_uuid(), now())`,
    [id, storeId, status, products, ended],
  );
  await app.db.query(
    `insert into store_sync_states (store_id, run_id, updated_at) values ($1, $2, now())
     on conflict (store_id) do update set run_id = excluded.run_id`,
    [storeId, id],
  );
}

async function addProducts(storeId: string, counts: readonly number[]) {
  for (const variants of counts) {
    const productId = uuidv7();
    await app.db.query(
      `insert into products (id, store_id, source_id, title, search_name, search_skus, search_barcodes,
         variants_count, created_at, updated_at)
       values ($1, $2, $3, 'Hat', '', '', '', $4, now(), now())`,
      [productId, storeId, productId, variants],
    );
  }
}

describe('GET /overview', () => {
  it('is zero and never, before the first store', async () => {
    expect(await get<OverviewSummary>('/overview/summary')).toEqual({
      status: 200,
      body: { stores: 0, active_stores: 0, products: 0, variants: 0, last_sync_at: null, failed_syncs: 0 },
    });
  });

  it('adds up all stores but those that were deleted', async () => {
    const [one, two, paused, deleted] = [
      await insertStore(app.db),
      await insertStore(app.db),
      await insertStore(app.db, { status: 'inactive' }),
      await insertStore(app.db),
    ];
    await addProducts(one, [1, 3]);
    await addProducts(two, [5]);
    await addProducts(deleted, [7]);
    await addRun(one, { status: 'completed' });
    await addRun(two, { status: 'completed' });
    await addRun(two, { status: 'failed' });
    await addRun(paused, { status: 'in_progress' });
    await addRun(deleted, { status: 'failed' });
    await app.db.query('update stores set last_sync_at = $2 where id = $1', [one, '2026-03-01T10:00:00Z']);
    await app.db.query('update stores set last_sync_at = $2 where id = $1', [two, '2026-03-02T10:00:00Z']);
    await app.db.query(`update stores set last_sync_at = '2026-04-01', deleted_at = now() where id = $1`, [
      deleted,
    ]);

    const { body } = await get<OverviewSummary>('/overview/summary');
    expect(body).toEqual({
      stores: 3,
      active_stores: 2,
      products: 3,
      variants: 9,
      last_sync_at: '2026-03-02T10:00:00.000Z',
      failed_syncs: 1,
    });
  });

  it('counts a failed sync no longer once it was reset', async () => {
    const storeId = await insertStore(app.db);
    await addRun(storeId, { status: 'failed' });
    expect((await get<OverviewSummary>('/overview/summary')).body.failed_syncs).toBe(1);
    await app.fetchApi(`/stores/${storeId}/sync/reset`, { method: 'POST' });
    expect((await get<OverviewSummary>('/overview/summary')).body.failed_syncs).toBe(0);
  });
});

describe('GET /overview/activity', () => {
  const activity = async (query: string) => (await get<Activity>(`/overview/activity?${query}`)).body.days;

  it('lists thirty days up to today, also where nothing happened', async () => {
    now = new Date('2026-03-30T12:00:00Z');
    const days = await activity('');
    expect(days).toHaveLength(30);
    expect(days[0]).toEqual({ date: '2026-03-01', synced_products: 0, edits: 0 });
    expect(days.at(-1)).toEqual({ date: '2026-03-30', synced_products: 0, edits: 0 });
  });

  it('puts every run and every edit on its day in the zone, also where the clocks change', async () => {
    now = new Date('2026-03-30T12:00:00Z');
    const storeId = await insertStore(app.db);
    // Berlin's 29 March 2026 has 23 hours, from 23:00 to 22:00 in UTC.
    await addRun(storeId, { products: 1, ended: '2026-03-28T22:59:59.999Z' });
    await addRun(storeId, { products: 10, ended: '2026-03-28T23:00:00Z' });
    await addRun(storeId, { products: 100, ended: '2026-03-29T21:59:59.999Z', status: 'failed' });
    await addRun(storeId, { products: 1000, ended: '2026-03-29T22:00:00Z' });
    await addRun(storeId, { products: 9000, ended: null, status: 'in_progress' });
    for (const changed_at of ['2026-03-28T23:00:00Z', '2026-03-29T21:59:59.999Z', '2026-03-29T22:00:00Z']) {
      await addRecord(app.db, { changed_at });
    }

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
    for (const changed_at of ['2026-03-29T18:14:59.999Z', '2026-03-29T18:15:00Z', '2026-03-29T18:16:00Z']) {
      await addRecord(app.db, { changed_at });
    }
    const takenBack = app.db.transaction(async (tx) => {
      await addRecord(tx, { changed_at: now });
      throw new Error('taken back');
    });
    await expect(takenBack).rejects.toThrow('taken back');

    const days = await activity('days=2&timezone=Asia/Kathmandu');
    expect(days.map(({ edits }) => edits)).toEqual([1, 2]);
  });

  it('keeps the edits of a store that was deleted, as the history does, and no run of it', async () => {
    const storeId = await insertStore(app.db);
    await addRun(storeId, { products: 5, ended: now.toISOString() });
    await addRecord(app.db, { store_id: storeId, changed_at: now });
    expect(await activity('days=1')).toMatchObject([{ synced_products: 5, edits: 1 }]);
    await app.fetchApi(`/stores/${storeId}`, { method: 'DELETE' });
    expect(await activity('days=1')).toMatchObject([{ synced_products: 0, edits: 1 }]);
  });

  it.each([
    [
      'timezone=Europe/Atlantis',
      'There is no time zone Europe/Atlantis. Use a name such as Europe/Berlin or UTC.',
    ],
    ['days=0', 'days must be a whole number from 1 to 366.'],
  ])('refuses %s in a sentence', async (query, message) => {
    const { status, body } = await get<{ errors: { message: string }[] }>(`/overview/activity?${query}`);
    expect([status, body.errors.map((error) => error.message)]).toEqual([400, [message]]);
  });
});
