import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { messages } from '@storefleet/contract/messages';
import type { SyncLogList } from '@storefleet/contract/syncs/sync';
import { readStoredCatalogue } from '../sync/catalogue.ts';
import type { Fleet } from './fleet.ts';
import type { Journal } from './journal.ts';
import { allowAgain } from './load.ts';
import { type LiveStore, readSource, syncFully } from './stores.ts';
import { follow, readHistory, spell, stepsOfOthers, stepsOfWrites, valuesOf } from './stories.ts';

/** What must hold when everything has ended; each check returns sentences about violations. */
export type Ended = {
  readonly fleet: Fleet;
  readonly stores: readonly LiveStore[];
  readonly journal: Journal;
};

const POLL_INTERVAL_MS = 250;
/** Much longer than taking over and finishing a dead worker's work. */
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

/** Source, copy and history of one store; syncs it twice in between. */
export async function compareStore({ fleet, journal }: Ended, store: LiveStore): Promise<string[]> {
  const problems: string[] = [];
  const written = () => (store.shop === null ? [] : stepsOfWrites(store.shop.writes.all));
  const writes = written();
  const source = await readSource(fleet, store);
  const values = valuesOf(source);
  const history = await readHistory(fleet.db, store.id);
  const steps = [...history, ...stepsOfOthers(journal.links, store.id)];
  const { problems: broken, ours } = follow(steps, valuesOf(store.before), values);
  problems.push(...broken);
  if (store.shop !== null) {
    const twice = writes.filter(({ before, after }) => before === after).map(spell);
    problems.push(...twice.map((write) => `written twice: ${write}`));
    problems.push(...difference(writes.map(spell), history.map(spell), 'in the shop, not in the history'));
    problems.push(...difference(history.map(spell), writes.map(spell), 'in the history, not in the shop'));
  }
  // Edits made here need no sync to be in the copy.
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
  const stored = new Map(after.map((product) => [product.sourceId, product]));
  for (const product of source) {
    const copy = stored.get(product.sourceId);
    if (!isDeepStrictEqual(copy, product))
      problems.push(`the copy is ${JSON.stringify(copy)}, the source has ${JSON.stringify(product)}`);
  }
  const late = written().slice(writes.length);
  problems.push(...late.map((write) => `written after everything had ended: ${spell(write)}`));
  if (after.length !== source.length)
    problems.push(`${after.length} of ${source.length} products are in the copy`);
  return problems.map((problem) => `${store.name}: ${problem}`);
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

/** Each row found by a statement is a problem. */
async function findProblems(db: Fleet['db'], what: string, statement: string): Promise<string[]> {
  const { rows } = await db.query(statement);
  return rows.map((row) => `${what}: ${JSON.stringify(row)}`);
}

/** Every batch adds up, and has the history that its responses promised. */
export async function compareBatches({ fleet: { db }, journal }: Ended): Promise<string[]> {
  const { rows } = await db.query<{ id: string; succeeded: number; failed: number }>(
    `select batch_id as id, sum(succeeded)::integer as succeeded, sum(failed)::integer as failed
     from edit_batch_stores group by batch_id`,
  );
  const batches = new Map(rows.map((row) => [row.id, row]));
  const lost = [...journal.applied].filter((id) => !batches.has(id)).map((id) => `the batch ${id} is lost`);
  const differing = [...journal.answered].flatMap(([id, answer]) => {
    const row = batches.get(id);
    return row?.succeeded === answer.succeeded && row.failed === answer.failed
      ? []
      : [`a batch was answered ${JSON.stringify(answer)}, and is ${JSON.stringify(row)}`];
  });
  return [
    ...lost,
    ...differing,
    ...(await findProblems(
      db,
      'a store batch that does not add up',
      `select store_batch.* from edit_batch_stores store_batch join edit_batches batch on batch.id = batch_id
       where batch.started_at is not null
         and (total, succeeded, failed, unchanged, cancelled) <> (
           select count(*), count(*) filter (where item.status = 'succeeded'),
             count(*) filter (where item.status in ('failed', 'conflict')),
             count(*) filter (where item.status = 'unchanged'), count(*) filter (where item.status = 'cancelled')
           from edit_items item where item.batch_id = batch.id and item.store_id = store_batch.store_id)`,
    )),
    ...(await findProblems(
      db,
      'a batch whose history differs',
      `select batch.id, changed.count as changed, recorded.count as recorded from edit_batches batch
       cross join lateral (
         select count(*) from edit_items, jsonb_object_keys(changes)
         where batch_id = batch.id and edit_items.status = 'succeeded') changed
       cross join lateral (select count(*) from change_history where batch_id = batch.id) recorded
       where changed.count <> recorded.count`,
    )),
    ...(await findProblems(db, 'a product that is still claimed', 'select * from edit_claims')),
  ];
}

/** During a run, progress does not exceed the first count, even if the source grows. */
const RUN_COUNTS = `created_count + updated_count + unchanged_count`;

/** Every run adds up, and belongs only to the schedule that started it. */
export async function compareRuns({ fleet: { db } }: Ended): Promise<string[]> {
  const statements = {
    'a run that does not add up': `select * from sync_runs
      where ${RUN_COUNTS} < processed_products or processed_products > total_products
        or (status = 'completed' and ${RUN_COUNTS} > processed_products)
        or (status = 'completed' and gaps = '[]' and stored_products < source_products)`,
    'a sync that is not its schedule’s alone': `select run.id, count(log.id) from sync_runs run
      left join scheduled_sync_runs log on log.sync_run_id = run.id
      group by run.id, run.trigger
      having count(log.id) <> case when run.trigger = 'schedule' then 1 else 0 end`,
    'a log that says other than its sync': `select log.* from scheduled_sync_runs log
      left join sync_runs run on run.id = log.sync_run_id
      where (log.status = 'completed') <> (coalesce(run.status, '') = 'completed')
        or (log.status = 'skipped' and run.id is not null)`,
    'a store whose products are not counted right': `select counts.* from store_catalogue_counts counts
      where products_count <> (select count(*) from products where store_id = counts.store_id)
        or variants_count <> (select count(*) from variants where store_id = counts.store_id)`,
  };
  const found = Object.entries(statements).map(([what, statement]) => findProblems(db, what, statement));
  return (await Promise.all(found)).flat();
}

/** Every due time has one log: the whole minutes of some schedules, the invented times of others. */
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

/** Every visible failure is a sentence, and none reports an internal error. */
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
