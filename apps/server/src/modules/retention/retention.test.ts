import type { HistoryPage } from '@storefleet/contract/edits/history';
import type { Storage } from '@storefleet/contract/overview';
import type { Retention, RetentionRemovals } from '@storefleet/contract/retention';
import { createTestApp, openTestApp } from '@storefleet/test-support/app';
import { openTestDatabase } from '@storefleet/test-support/database';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import { addRecord } from '../../../test/history/records.ts';
import { insertStore } from '../../../test/sync/catalogue.ts';
import { daysLeft } from './storage.ts';

const KEPT = { history: 730, batch_items: 90, runs: 90, deliveries: 30, audit: 2_557 };

const db = await openTestDatabase();
const app = await openTestApp({ db, environment: { PROCESS_ROLE: 'web' } });
await app.signIn();
beforeEach(async () => {
  await db.query(
    `truncate change_history, change_history_batches, undone_chains, edit_batches, stores, webhook_deliveries cascade`,
  );
  await db.query('delete from settings');
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

const save = (days: object, basedOn?: object) =>
  app.call<Retention>('PUT', '/retention', { ...KEPT, ...days, based_on: basedOn });

/** Makes a worker remove everything expired, and waits until it has gone through every kind. */
async function prune(): Promise<void> {
  await db.query('delete from retention_runs');
  await db.query(
    `insert into retention_runs (kind, due_at) select unnest($1::text[]), now() - interval '1 second'`,
    [Object.keys(KEPT)],
  );
  const worker = await createTestApp({ db, environment: { PROCESS_ROLE: 'worker' } });
  try {
    const left = () => db.query('select from retention_runs where ended_at is null');
    await expect.poll(async () => (await left()).rows).toEqual([]);
  } finally {
    await worker.close();
  }
}

async function addBatch(completed: Date | null, items: number): Promise<string> {
  const id = uuidv7();
  await db.query(
    `insert into edit_batches (id, origin, status, attributes, created_at, started_at, completed_at)
     values ($1, 'bulk_update', $2, '{price}', $3, $3, $4)`,
    [id, completed ? 'completed' : 'in_progress', daysAgo(400), completed],
  );
  await db.query(
    `insert into edit_batch_stores (batch_id, store_id, store_name, status, total, succeeded)
     values ($1, gen_random_uuid(), 'Atlas', $2, $3, $3)`,
    [id, completed ? 'done' : 'in_progress', items],
  );
  await db.query(
    `insert into edit_items (id, batch_id, position, changes, status)
     select gen_random_uuid(), $1, n, '{}', 'succeeded' from generate_series(1, $2) n`,
    [id, items],
  );
  return id;
}

async function addRun(storeId: string, completed: Date, scope = 'everything'): Promise<string> {
  const id = uuidv7();
  await db.query(
    `insert into sync_runs (id, store_id, method, trigger, status, counted_products, counted_exactly, total_products,
       enqueued_at, created_at, completed_at, scope)
     values ($1, $2, 'graphql', 'manual', 'completed', 0, true, 0, $3, $3, $3, $4)`,
    [id, storeId, completed, scope],
  );
  return id;
}

async function columnOf(sql: string, params: unknown[] = []): Promise<unknown[]> {
  const { rows } = await db.query<{ value: unknown }>(sql, params);
  return rows.map(({ value }) => value);
}

it('removes old history, and says why its batches can no longer be undone', async () => {
  const batchId = await addBatch(daysAgo(800), 1);
  await addRecord(db, { batch_id: batchId, changed_at: daysAgo(800) });
  await db.query('update history_extent set complete_since = $1', [daysAgo(1_000)]);
  const young = await addRecord(db, { changed_at: daysAgo(700) });
  await prune();
  expect(await columnOf('select id as value from change_history')).toEqual([young]);
  expect(await columnOf('select changes as value from change_history_batches')).toEqual([1]);
  // The reach that as-of responses report.
  const [since] = await columnOf('select complete_since as value from history_extent');
  expect(Math.abs((since as Date).getTime() - daysAgo(730).getTime())).toBeLessThan(60_000);
  expect(await app.call('POST', '/history/undo', { batch_id: batchId })).toMatchObject({
    status: 404,
    body: { detail: expect.stringContaining('removed from the history for their age') },
  });
  const history = (await app.call<Retention>('GET', '/retention')).body.kinds[0];
  expect(history).toMatchObject({
    kind: 'history',
    days: 730,
    rows: 1,
    last_run: { removed: 1, error: null },
  });
});

it('keeps the history of a sale until its end has reverted it', async () => {
  const batch_id = await addBatch(daysAgo(800), 1);
  const record = await addRecord(db, { batch_id, changed_at: daysAgo(800) });
  await db.query(
    `insert into scheduled_changes (batch_id, status, starts_at, ends_at, timezone, scheduled_by, scheduled_by_email,
       scheduled_at)
     values ($1, 'applied', $2, $3, 'UTC', $4, 'ada@shops.example', $2)`,
    [batch_id, daysAgo(800), daysAgo(-1), uuidv7()],
  );
  await prune();
  expect(await columnOf('select id as value from change_history')).toEqual([record]);
  expect(await columnOf('select changes as value from change_history_batches')).toEqual([1]);
  await db.query("update scheduled_changes set status = 'reverted'");
  await prune();
  expect(await columnOf('select id as value from change_history')).toEqual([]);
  expect(await columnOf('select changes as value from change_history_batches')).toEqual([]);
});

it('removes stock that was found changed before other changes, and counts what is left of its batch', async () => {
  const batch_id = uuidv7();
  const found = {
    batch_id,
    store_id: uuidv7(),
    origin: 'outside',
    found_by: 'webhook' as const,
    attribute: 'stock.Warehouse',
  };
  for (const days of [92, 91, 89]) await addRecord(db, { ...found, changed_at: daysAgo(days) });
  await addRecord(db, { ...found, batch_id: uuidv7(), changed_at: daysAgo(91) });
  await addRecord(db, { changed_at: daysAgo(91), attribute: 'stock.Warehouse' });
  await addRecord(db, { changed_at: daysAgo(91), origin: 'outside', found_by: 'sync' });
  await prune();
  const left = (await app.call<HistoryPage>('GET', '/history')).body;
  expect(left.total).toBe(3);
  expect(left.data.map(({ origin, attribute_changed }) => [origin, attribute_changed])).toEqual([
    ['outside', 'stock.Warehouse'],
    ['outside', 'price'],
    ['bulk_update', 'stock.Warehouse'],
  ]);
  expect(
    await columnOf(`select changes as value from change_history_batches where batch_id = '${batch_id}'`),
  ).toEqual([1]);
  expect(await columnOf('select changes as value from change_history_batches')).toEqual([1, 1, 1]);
});

it('removes rows of ended batches, more than one step takes, and keeps their totals', async () => {
  const [ended, recent, running] = [
    await addBatch(daysAgo(91), 4_500),
    await addBatch(daysAgo(89), 2),
    await addBatch(null, 2),
  ];
  await prune();
  const left = 'select distinct batch_id as value from edit_items order by batch_id';
  expect(await columnOf(left)).toEqual([recent, running].sort());
  expect(await app.call('GET', `/products/bulk-updates/${ended}`)).toMatchObject({
    body: { total: 4_500, succeeded: 4_500, items_removed_at: expect.any(String) },
  });
  expect((await app.call('GET', `/products/bulk-updates/${ended}/items`)).body).toMatchObject({
    items: [],
    total: 0,
  });
  expect(await app.call('POST', `/products/bulk-updates/${ended}/retry`)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('removed for their age') },
  });
});

it('removes logs and deliveries except the last of each store, and the last of a full sync', async () => {
  const storeId = await insertStore(db);
  await addRun(storeId, daysAgo(200));
  const full = await addRun(storeId, daysAgo(150));
  await addRun(storeId, daysAgo(120), 'changes');
  const last = await addRun(storeId, daysAgo(100), 'changes');
  await db.query('insert into store_sync_states (store_id, run_id, updated_at) values ($1, $2, now())', [
    storeId,
    last,
  ]);
  for (const days of [60, 50, 40]) {
    await db.query(`insert into webhook_deliveries values ($1, $2, 'products/update', $3)`, [
      storeId,
      `d-${days}`,
      daysAgo(days),
    ]);
  }
  await db.query(
    `insert into scheduled_syncs (id, store_id, name, sync_method, schedule_type, schedule_config, timezone, is_active,
       max_failures, planned_at, created_at, updated_at)
     values ($1, $1, 'Nightly', 'graphql', 'daily', '{}', 'UTC', false, 3, now(), now(), now())`,
    [storeId],
  );
  for (const days of [100, 80]) {
    await db.query(
      `insert into scheduled_sync_runs (id, scheduled_sync_id, trigger, due_at, status, message, started_at)
       values (gen_random_uuid(), $1, 'schedule', $2, 'failed', $3, $2)`,
      [storeId, daysAgo(days), `${days} days ago`],
    );
  }
  await prune();
  expect(await columnOf('select message as value from scheduled_sync_runs')).toEqual(['80 days ago']);
  expect(await columnOf('select id as value from sync_runs order by created_at')).toEqual([full, last]);
  expect(await columnOf('select webhook_id as value from webhook_deliveries')).toEqual(['d-40']);
});

it('removes audit log entries, which nobody else can', async () => {
  const addEntry = (id: string, days: number) =>
    db.query(
      `insert into audit_log (id, at, call, outcome, actor_kind, ip) values ($1, $2, 'stores.update', 'ok', 'system', '')`,
      [id, daysAgo(days)],
    );
  const [old, young] = [uuidv7(), uuidv7()];
  await addEntry(old, 2_558);
  await addEntry(young, 2_556);
  await expect(db.query('delete from audit_log where id = $1', [old])).rejects.toThrow('append-only');
  await prune();
  expect(await columnOf(`select id as value from audit_log where id in ('${old}', '${young}')`)).toEqual([
    young,
  ]);
});

it('says what a shorter period would remove, saves it, and removes that', async () => {
  for (const days of [10, 40, 400]) await addRecord(db, { changed_at: daysAgo(days) });
  await addBatch(daysAgo(20), 3);
  const { body } = await app.call<RetentionRemovals>('GET', '/retention/removals?history=35&batch_items=15');
  expect(body.removals).toEqual([
    { kind: 'history', rows: 2, is_more: false, bytes: expect.any(Number) },
    { kind: 'batch_items', rows: 3, is_more: false, bytes: expect.any(Number) },
  ]);
  const { body: saved } = await save({ history: 35 });
  expect(saved.kinds.map(({ days }) => days)).toEqual([35, 90, 90, 30, 2_557]);
  await prune();
  expect(await columnOf('select count(*)::int as value from change_history')).toEqual([1]);
});

it('refuses too few days, and conflicting changes', async () => {
  expect((await save({ history: 29 })).status).toBe(400);
  expect((await save({ runs: 60 }, KEPT)).status).toBe(200);
  expect(await save({ runs: 30 }, KEPT)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await app.call('PUT', '/settings/retention_runs_days', { value: '2' })).status).toBe(400);
});

it('reports what takes up the database, its growth, and how long the disk lasts', async () => {
  await db.query('delete from storage_samples');
  const first = (await app.call<Storage>('GET', '/overview/storage')).body;
  expect(first.growth).toBeNull();
  expect(first.parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(first.database_bytes);
  await db.query(
    `insert into storage_samples values (current_date - 40, 1), (current_date - 4, 1000), (current_date, 5000)`,
  );
  const { growth, disk } = (await app.call<Storage>('GET', '/overview/storage')).body;
  expect(growth).toEqual({ bytes_a_day: 1_000, days: 4 });
  if (disk) expect(disk.full_in_days).toBe(Math.floor(disk.free_bytes / 1_000));
});

it.each([
  [1_000, { bytes_a_day: 100, days: 7 }, 10],
  [1_000, { bytes_a_day: -5, days: 7 }, null],
  [1_000, null, null],
])('%i bytes free last %o for %s days', (free, growth, days) => {
  expect(daysLeft(free, growth)).toBe(days);
});
