import type { Activity, Attention, OverviewSummary, Running } from '@storefleet/contract/overview';
import { openTestApp } from '@storefleet/test-support/app';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { addRecord } from '../../../test/history/records.ts';
import { insertStore } from '../../../test/sync/catalogue.ts';
import { isLow } from './disk.ts';

let now = new Date();
// A worker would run overdue schedules.
const app = await openTestApp({ clock: { now: () => now }, environment: { PROCESS_ROLE: 'web' } });
await app.signIn();
const { db } = app;
beforeEach(async () => {
  now = new Date();
  await db.query('delete from stores');
  await db.query('truncate change_history, change_history_counts');
});

const get = async <T>(path: string) => (await app.call<T>('GET', `/overview/${path}`)).body;

/** Adds a run, which the store then shows as its latest. */
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
      oldest_sync_at: null,
      never_synced: 0,
      failed_syncs: 0,
    });
  });

  it('sums all stores except deleted ones; a failed sync counts until it is reset', async () => {
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
         case id when $1 then timestamptz '2026-01-01Z' when $2 then timestamptz '2026-03-02T10:00:00Z'
           when $3 then timestamptz '2026-02-01Z' end`,
      [deleted, two, paused],
    );
    const expected = {
      stores: 3,
      active_stores: 2,
      products: 3,
      variants: 9,
      oldest_sync_at: '2026-03-02T10:00:00.000Z',
      never_synced: 1,
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

  it('lists thirty days up to today, including days without activity', async () => {
    now = new Date('2026-03-30T12:00:00Z');
    const days = await activity('');
    expect(days).toHaveLength(30);
    expect(days[0]).toEqual({ date: '2026-03-01', synced_products: 0, edits: 0 });
    expect(days.at(-1)).toEqual({ date: '2026-03-30', synced_products: 0, edits: 0 });
  });

  it('assigns every run and edit to its local day, even when the clocks change', async () => {
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

  it('ignores undone edits, and handles days that start at a quarter of an hour', async () => {
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

  it('keeps a deleted store’s edits, like the history, but none of its runs', async () => {
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

describe('GET /overview/attention', () => {
  const attention = async () => (await get<Attention>('attention')).items;
  const kinds = async () => (await attention()).map(({ kind, store_name }) => `${store_name} ${kind}`);
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const change = (id: string, column: string, value: unknown) =>
    db.query(`update stores set ${column} = $2 where id = $1`, [id, value]);
  const addSchedule = async (storeId: string, given: Record<string, unknown>) => {
    const row = {
      id: uuidv7(),
      store_id: storeId,
      failure_count: 0,
      last_run_at: null,
      next_run_at: null,
      ...given,
    };
    await db.query(
      `insert into scheduled_syncs (id, store_id, name, sync_method, schedule_type, schedule_config, timezone,
         is_active, max_failures, failure_count, last_run_at, next_run_at, planned_at, created_at, updated_at)
       values ($1, $2, 'Nightly', 'graphql', 'daily', '{"hour": 2, "minute": 0}', 'UTC', true, 3, $3, $4, $5, now(), now(), now())`,
      [row.id, storeId, row.failure_count, row.last_run_at, row.next_run_at],
    );
    return row.id;
  };
  /** A store with an hour-old copy. */
  const addSynced = async (name: string, overrides = {}) => {
    const id = await insertStore(db, { name, ...overrides });
    await change(id, 'last_sync_at', hoursAgo(1));
    return id;
  };

  it('lists nothing for healthy or archived stores', async () => {
    expect(await attention()).toEqual([]);
    await addRun(await addSynced('Atlas'), 'completed', 4);
    await addRun(await insertStore(db, { status: 'archived' }), 'failed');
    await insertStore(db, { status: 'inactive' });
    expect(await attention()).toEqual([]);
  });

  it('lists the worst first, and within a kind the oldest first', async () => {
    const failed = await addSynced('Failed');
    await addRun(failed, 'failed', 0, hoursAgo(2).toISOString());
    await addRun(await addSynced('Failed before'), 'failed', 0, hoursAgo(3).toISOString());
    const refused = await addSynced('Refused');
    await addRun(refused, 'failed');
    await db.query("update sync_runs set error_kind = 'auth', error_message = 'No.' where store_id = $1", [
      refused,
    ]);
    const stopped = await addSynced('Stopped');
    await addRun(stopped, 'failed');
    await db.query('update store_sync_states set force_stopped = true where store_id = $1', [stopped]);
    const off = await addSynced('Off');
    const scheduleId = await addSchedule(off, { failure_count: 3, last_run_at: hoursAgo(5) });
    await insertStore(db, { name: 'New' });
    const lacking = await addSynced('Lacking');
    await addRun(lacking, 'completed');
    await db.query(`update sync_runs set gaps = '[{"reason": "Two are missing."}]' where store_id = $1`, [
      lacking,
    ]);
    const held = await addSynced('Held');
    await addProducts(held, 1, 1);
    await db.query(
      'insert into sync_held_back_removals (product_id, store_id, held_back_at) select id, store_id, $2 from products where store_id = $1',
      [held, hoursAgo(4)],
    );
    const unconnected = await addSynced('Unconnected');
    await change(unconnected, 'connection_method', 'oauth');
    expect(await kinds()).toEqual([
      'Refused token_refused',
      'Unconnected token_refused',
      'Failed before sync_failed',
      'Failed sync_failed',
      'Stopped sync_stopped',
      'Off schedule_stopped',
      'Held removals_held_back',
      'Lacking gaps',
      'New never_synced',
    ]);
    const items = await attention();
    expect(items[0]).toMatchObject({ store_id: refused, detail: 'No.' });
    expect(items[5]).toMatchObject({ schedule: { id: scheduleId, name: 'Nightly' }, count: 3 });
    expect(items[6]).toMatchObject({ count: 2, since: hoursAgo(4).toISOString() });
    expect(items[7]).toMatchObject({ detail: 'Two are missing.', count: 1 });

    // The sync that may fix it is running: it stays listed until that has succeeded.
    await addRun(failed, 'in_progress');
    expect(await kinds()).toContain('Failed sync_failed');
    await db.query(
      "update sync_runs set status = 'completed' where store_id = $1 and status = 'in_progress'",
      [failed],
    );
    expect(await kinds()).not.toContain('Failed sync_failed');

    // One call reactivates a schedule that switched itself off.
    await app.fetchApi(`/scheduled-syncs/${scheduleId}/toggle?is_active=true`, { method: 'POST' });
    expect(await kinds()).not.toContain('Off schedule_stopped');
  });

  it.each([
    ['23 hours without a schedule', 23, null, false],
    ['25 hours without a schedule', 25, null, true],
    ['5 days, due again in 2', 120, { last_run_at: 121, next_run_at: -48 }, false],
    ['older than the last run of the schedule', 30, { last_run_at: 20, next_run_at: -4 }, true],
    ['a run that is due for less than an hour', 24.4, { last_run_at: 24.5, next_run_at: 0.5 }, false],
    ['a run that is overdue', 24.4, { last_run_at: 24.5, next_run_at: 1.5 }, true],
    [
      '25 hours with a schedule that stopped',
      25,
      { failure_count: 3, last_run_at: 26, next_run_at: -4 },
      true,
    ],
  ])('considers a copy stale by its schedule, or after a day: %s', async (_, hours, schedule, isStale) => {
    const id = await insertStore(db, { name: 'Atlas' });
    await change(id, 'last_sync_at', hoursAgo(hours));
    if (schedule) {
      const { last_run_at: last, next_run_at: next, ...rest } = schedule;
      await addSchedule(id, { ...rest, last_run_at: hoursAgo(last), next_run_at: hoursAgo(next) });
    }
    expect((await kinds()).includes('Atlas stale')).toBe(isStale);
  });

  it('lists pending edits, and edits of several rows that failed within the day', async () => {
    const storeId = await addSynced('Atlas');
    const addBatch = async (part: Record<string, unknown>, hours = 1) => {
      const id = uuidv7();
      const { status = 'done', total = 5, failed = 0, reason = null } = part;
      const batchStatus = status === 'planned' ? 'planned' : 'completed';
      await db.query(
        `insert into edit_batches (id, origin, status, attributes, requested_by_name, created_at, completed_at)
         values ($1, 'bulk_update', $4, '{price}', 'Kim', $2, case when $3 = 'done' then $2::timestamptz end)`,
        [id, hoursAgo(hours), status, batchStatus],
      );
      await db.query(
        `insert into edit_batch_stores (batch_id, store_id, store_name, status, total, failed, waiting_reason,
           enqueued_at, heartbeat_at) values ($1, $2, 'Atlas', $3, $4, $5, $6, $7, $8)`,
        [id, storeId, status, total, failed, reason, hoursAgo(hours), part.silent ? hoursAgo(0.2) : now],
      );
      return id;
    };
    const failed = await addBatch({ failed: 2 });
    await addBatch({ failed: 2 }, 25);
    await addBatch({ failed: 1, total: 1 });
    await addBatch({ status: 'in_progress' });
    const silent = await addBatch({ status: 'in_progress', silent: true });
    const waiting = await addBatch({ status: 'in_progress', reason: 'It does not answer.' });
    const plan = await addBatch({ status: 'planned' });
    await app.db.query('update edit_batches set submitted_at = created_at where id = $1', [plan]);
    await addBatch({ status: 'planned' });
    const others = [
      { kind: 'edits_waiting', batch_id: silent },
      { kind: 'edits_waiting', batch_id: waiting, detail: 'It does not answer.' },
      { kind: 'plan_waiting', batch_id: plan, detail: 'Planned by Kim', count: 5 },
    ];
    const all = [...others, { kind: 'edits_failed', batch_id: failed, count: 2, store_name: 'Atlas' }];
    expect(await attention()).toMatchObject(all);

    // Dismissed for everybody, then restored; later failures are listed anyway.
    const dismiss = async (is_dismissed: boolean, since = hoursAgo(1)) => {
      const json = { kind: 'edits_failed', subject_id: failed, since: since.toISOString(), is_dismissed };
      const response = await app.fetchApi('/overview/attention/dismissal', { method: 'PUT', json });
      return ((await response.json()) as Attention).items;
    };
    for (const _twice of [1, 2]) expect(await dismiss(true)).toMatchObject(others);
    for (const _twice of [1, 2]) expect(await dismiss(false)).toMatchObject(all);
    expect(await dismiss(true)).toHaveLength(others.length);
    await db.query('update edit_batches set completed_at = $2 where id = $1', [failed, hoursAgo(0.5)]);
    expect(await attention()).toMatchObject(all);
    expect(await dismiss(false, hoursAgo(0.5))).toMatchObject(all);
  });

  it.each([
    [11, 100, false],
    [9, 100, true],
    [12, 4_000, false],
    [9, 4_000, true],
  ])('considers %i of %i GB free nearly full: %s', (free, total, low) => {
    expect(isLow({ free: free * 1024 ** 3, total: total * 1024 ** 3 })).toBe(low);
  });
});

describe('GET /overview/running', () => {
  it('lists the running syncs with their store’s name', async () => {
    expect(await get<Running>('running')).toEqual({ syncs: [], bulk_updates: [], files: [], points: [] });
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
