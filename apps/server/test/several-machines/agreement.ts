import { setTimeout as pause } from 'node:timers/promises';
import { messages } from '@storefleet/contract/messages';
import type { SyncLogList } from '@storefleet/contract/syncs/sync';
import { readStoredCatalogue } from '../sync/catalogue.ts';
import type { Fleet } from './fleet.ts';
import type { Journal } from './journal.ts';
import { allowAgain } from './load.ts';
import type { Sources } from './sources.ts';
import { type LiveStore, readSource, syncFully } from './stores.ts';
import { follow, readHistory, spell, stepsOfOthers, stepsOfWrites, valuesOf } from './stories.ts';

/** What must hold when everything has come to rest; each answers sentences about what does not. */
export type Ended = {
  readonly fleet: Fleet;
  readonly sources: Sources;
  readonly stores: readonly LiveStore[];
  readonly journal: Journal;
};

const POLL_INTERVAL_MS = 250;
/** Far longer than a dead worker's work takes to be taken over and done. */
const REST_LIMIT_MS = 200_000;

/** Waits until nothing is in progress any more; what never ends is named. */
export async function comeToRest({ fleet: { db } }: Ended): Promise<void> {
  const until = Date.now() + REST_LIMIT_MS;
  for (;;) {
    const { rows } = await db.query<{ left: string }>(
      `select format('run %s, %s %s, silent for %s', id, method, stage, now() - heartbeat_at) as left
         from sync_runs where status = 'in_progress'
       union all
       select format('update %s', id) from edit_batches where status = 'in_progress'
       union all
       select format('store %s of update %s, silent for %s', store_id, batch_id, now() - heartbeat_at)
         from edit_batch_stores where status = 'in_progress'
       union all
       select format('scheduled run %s', id) from scheduled_sync_runs where status = 'in_progress'`,
    );
    if (rows.length === 0) return;
    if (Date.now() > until) throw new Error(`Still in progress: ${rows.map(({ left }) => left).join('; ')}`);
    await pause(POLL_INTERVAL_MS);
  }
}

/** Source, copy and history of one store; syncs it twice on the way. */
export async function compareStore({ fleet, sources, journal }: Ended, store: LiveStore): Promise<string[]> {
  const problems: string[] = [];
  const source = await readSource(sources, store);
  const values = valuesOf(source);
  const history = await readHistory(fleet.db, store.id);
  const { problems: broken, ours } = follow(
    [...history, ...stepsOfOthers(journal.links, store.id)],
    valuesOf(store.before),
    values,
  );
  problems.push(...broken);
  if (store.domain !== null) {
    const writes = stepsOfWrites(await sources.call('writes', store.domain));
    const twice = writes.filter(({ before, after }) => before === after).map(spell);
    problems.push(...twice.map((write) => `written twice: ${write}`));
    problems.push(...difference(writes.map(spell), history.map(spell), 'in the shop, not in the history'));
    problems.push(...difference(history.map(spell), writes.map(spell), 'in the history, not in the shop'));
  }
  // What was edited here needs no sync to be right.
  const copied = valuesOf(await readStoredCatalogue(fleet.db, store.id));
  for (const key of ours) {
    if (copied.get(key) !== values.get(key))
      problems.push(`the copy of ${key} is ${copied.get(key)}, the source has ${values.get(key)}`);
  }
  await allowAgain(fleet, store.id, journal);
  for (const isLast of [false, true]) {
    await syncFully(fleet, store);
    const { logs } = await fleet.get<SyncLogList>(`/stores/${store.id}/sync/logs?limit=1`);
    const [log] = logs;
    const { created = 0, updated = 0, unchanged = 0, removed = 0, held_back = 0 } = log?.counts ?? {};
    const described = JSON.stringify(log);
    if (created + updated + unchanged !== source.length || held_back > 0 || log?.gaps.length !== 0)
      problems.push(`a sync of ${source.length} products counted ${described}`);
    if (isLast && (created + updated + removed > 0 || unchanged !== source.length))
      problems.push(`a second sync changed something: ${described}`);
  }
  const after = await readStoredCatalogue(fleet.db, store.id);
  problems.push(
    ...difference(
      after.map((product) => JSON.stringify(product)),
      source.map((product) => JSON.stringify(ordered(product, after[0]))),
      'in the copy, not at the source',
    ),
  );
  if (after.length !== source.length)
    problems.push(`${after.length} of ${source.length} products are in the copy`);
  return problems.map((problem) => `${store.name}: ${problem}`);
}

/** With its fields in the order of the other, so that the two are compared as text. */
function ordered<T extends object>(value: T, like: T | undefined): unknown {
  return Object.fromEntries(
    Object.keys(like ?? value).map((key) => {
      const field = (value as Record<string, unknown>)[key];
      const [first] = Array.isArray(field) ? ((like as Record<string, unknown>)[key] as unknown[]) : [];
      const isList = Array.isArray(field) && typeof first === 'object' && first !== null;
      return [key, isList ? field.map((one: object) => ordered(one, first)) : field];
    }),
  );
}

/** What the first has more often than the second. */
function difference(first: readonly string[], second: readonly string[], what: string): string[] {
  const left = new Map<string, number>();
  for (const one of second) left.set(one, (left.get(one) ?? 0) + 1);
  return first.flatMap((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count > 0 ? [] : [`${what}: ${one}`];
  });
}

/** Every batch has ended and adds up, and has the history that its answers promised. */
export async function compareBatches({ fleet, journal }: Ended): Promise<string[]> {
  const { rows } = await fleet.db.query<{
    id: string;
    status: string;
    succeeded: number;
    failed: number;
    unchanged: number;
    cancelled: number;
    isCounted: boolean;
    recorded: number;
    changes: number;
  }>(
    `select batch.id, batch.status, store_batch.succeeded, store_batch.failed, store_batch.unchanged, store_batch.cancelled,
       store_batch.succeeded = item.succeeded and store_batch.failed = item.failed and store_batch.unchanged = item.unchanged
         and store_batch.cancelled = item.cancelled and store_batch.total = item.total as "isCounted",
       (select count(*) from change_history where batch_id = batch.id)::integer as recorded,
       item.changes
     from edit_batches batch
     cross join lateral (
       select sum(succeeded)::integer as succeeded, sum(failed)::integer as failed,
         sum(unchanged)::integer as unchanged, sum(cancelled)::integer as cancelled, sum(total)::integer as total
       from edit_batch_stores where batch_id = batch.id) store_batch
     cross join lateral (
       select count(*) filter (where status = 'succeeded')::integer as succeeded,
         count(*) filter (where status in ('failed', 'conflict'))::integer as failed,
         count(*) filter (where status = 'unchanged')::integer as unchanged,
         count(*) filter (where status = 'cancelled')::integer as cancelled, count(*)::integer as total,
         (coalesce(sum((select count(*) from jsonb_object_keys(changes))) filter (where status = 'succeeded'), 0))::integer as changes
       from edit_items where batch_id = batch.id) item
     where batch.status <> 'planned' and batch.started_at is not null`,
  );
  const problems: string[] = [];
  const batches = new Map(rows.map((row) => [row.id, row]));
  for (const row of rows) {
    const described = JSON.stringify(row);
    if (row.status === 'in_progress') problems.push(`a batch has not ended: ${described}`);
    if (!row.isCounted) problems.push(`a batch does not add up: ${described}`);
    if (row.recorded !== row.changes) problems.push(`a batch and its history differ: ${described}`);
  }
  for (const id of journal.applied) if (!batches.has(id)) problems.push(`the batch ${id} is lost`);
  for (const [id, answer] of journal.answered) {
    const row = batches.get(id);
    if (row?.succeeded !== answer.succeeded || row.failed !== answer.failed)
      problems.push(`a batch was answered ${JSON.stringify(answer)}, and is ${JSON.stringify(row)}`);
  }
  const { rows: claims } = await fleet.db.query('select product_id from edit_claims');
  if (claims.length > 0) problems.push(`${claims.length} products are still claimed`);
  return problems;
}

/** While a run goes on, its progress does not exceed the first count, though the source may grow. */
const RUN_COUNTS = `created_count + updated_count + unchanged_count`;

/** Every run has ended and adds up, and belongs to the schedule that started it, and to no other. */
export async function compareRuns({ fleet: { db } }: Ended): Promise<string[]> {
  const find = async (what: string, statement: string) => {
    const { rows } = await db.query(statement);
    return rows.map((row) => `${what}: ${JSON.stringify(row)}`);
  };
  return [
    ...(await find('a run in progress', `select * from sync_runs where status = 'in_progress'`)),
    ...(await find(
      'a run that does not add up',
      `select * from sync_runs where ${RUN_COUNTS} < processed_products or processed_products > total_products
         or (status = 'completed' and ${RUN_COUNTS} > processed_products)
         or (status = 'completed' and gaps = '[]' and stored_products < source_products)`,
    )),
    ...(await find(
      'a sync that is not its schedule’s alone',
      `select run.id, count(log.id) from sync_runs run
       left join scheduled_sync_runs log on log.sync_run_id = run.id
       group by run.id, run.trigger
       having count(log.id) <> case when run.trigger = 'schedule' then 1 else 0 end`,
    )),
    ...(await find(
      'a log that says other than its sync',
      `select log.* from scheduled_sync_runs log left join sync_runs run on run.id = log.sync_run_id
       where log.status = 'in_progress' or (log.status = 'completed') <> (coalesce(run.status, '') = 'completed')
         or (log.status = 'skipped' and run.id is not null)`,
    )),
    ...(await find(
      'a store whose products are not counted right',
      `select counts.* from store_catalogue_counts counts
       where products_count <> (select count(*) from products where store_id = counts.store_id)
         or variants_count <> (select count(*) from variants where store_id = counts.store_id)`,
    )),
  ];
}

/** Every time that was due has one log: the whole minutes of some schedules, the made-up times of others. */
export async function compareSchedules(
  { fleet: { db }, journal }: Ended,
  { everyMinute, from, to }: { everyMinute: readonly string[]; from: Date; to: Date },
): Promise<string[]> {
  const { rows } = await db.query<{ scheduled_sync_id: string; due_at: Date }>(
    `select scheduled_sync_id, due_at from scheduled_sync_runs where trigger = 'schedule'`,
  );
  const spelled = (scheduleId: string, at: Date | number) => `${scheduleId} ${new Date(at).toISOString()}`;
  const logged = rows.map((row) => spelled(row.scheduled_sync_id, row.due_at));
  const due = journal.due.map(({ scheduleId, at }) => spelled(scheduleId, at));
  const minute = 60_000;
  for (let at = Math.floor(from.getTime() / minute + 1) * minute; at <= to.getTime(); at += minute) {
    due.push(...everyMinute.map((scheduleId) => spelled(scheduleId, at)));
  }
  return [
    ...difference(due, logged, 'was due and was not run'),
    ...difference(logged, due, 'was run more often than it was due'),
  ];
}

/** Whatever a person may read of a failure is a sentence, and none says that something went wrong inside. */
export async function readFailures({ fleet: { db } }: Ended): Promise<string[]> {
  const { rows } = await db.query<{ text: string }>(
    `select distinct text from (
       select error_message as text from sync_runs union all select error_message from scheduled_sync_runs
       union all select message from scheduled_sync_runs where status = 'skipped'
       union all select error from edit_items) texts
     where text is not null`,
  );
  return rows
    .map(({ text }) => text)
    .filter((text) => text !== messages.sync.forceStopped)
    .filter(
      (text) => !/^[\p{Lu}\d].*\.$/u.test(text) || /internal error|undefined|cut off|\bnull\b/.test(text),
    );
}
