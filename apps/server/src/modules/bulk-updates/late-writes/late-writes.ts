import { type AttributeValues, valuesAreEqual } from '@storefleet/contract/values/attribute-value';
import { v7 as uuidv7 } from 'uuid';
import type { Connector } from '../../../connectors/connector.ts';
import type { Editing } from '../../../connectors/editing.ts';
import { SourceError } from '../../../connectors/source-error.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/problem.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { createWorker, type Worker, type WorkerDeps } from '../../../platform/work/worker.ts';
import { writeCopy } from '../../catalogue/copy-writer.ts';
import {
  type ChangedItem,
  type ChangedValue,
  type HistoryAuthor,
  writeHistory,
} from '../../catalogue/history-writer.ts';
import type { StoreRow } from '../../stores/stores.table.ts';
import { attributesOf, entriesOf } from '../values/changes.ts';
import {
  type CheckedTarget,
  claimLateWriteChecks,
  type DueChecks,
  endLateWriteChecks,
  forgetBulkStart,
  type LateWriteCheck,
  postponeLateWriteChecks,
  readCheckedTargets,
  readLaterChanges,
} from './late-writes.repository.ts';

type LateWritesDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly connect: (storeId: string) => Promise<Pick<Connector, 'editing'>>;
};

/** The number of targets that a source is asked for at once. */
const CHECKS_AT_ONCE = 250;
/** After this time a checking worker is presumed dead. */
const CLAIM_MS = 5 * 60_000;
/** Before checking again a product that is being written, or an operation that is being cancelled. */
const BUSY_RETRY_MS = 30_000;
const FIRST_RETRY_MS = 60_000;
const MAX_RETRY_MS = 60 * 60_000;
/** About a day; after that, the next sync finds a late change. */
const MAX_ATTEMPTS = 30;

/** Checks for late writes, one store at a time; safe in any number of processes. */
export function createLateWritesWorker(deps: LateWritesDeps & WorkerDeps): Worker {
  return createWorker<DueChecks>(deps, {
    kind: 'late-writes',
    findNext: async (running) => (running.length > 0 ? null : claimDueChecks(deps)),
    nextIn: async () => null,
    run: (due, signal) => checkLateWrites(deps, due, signal),
  });
}

export function claimDueChecks(deps: LateWritesDeps): Promise<DueChecks | null> {
  const { db, clock } = deps;
  return claimLateWriteChecks(db, { limit: CHECKS_AT_ONCE, now: clock.now(), until: later(deps, CLAIM_MS) });
}

/**
 * Fetches again what a lost request was about. The source may have executed it long after it was reconciled,
 * over a newer value: then our copy is corrected, and the change is added to the history. Nothing is claimed
 * meanwhile: a product that is being written is checked later.
 */
export async function checkLateWrites(
  deps: LateWritesDeps,
  { storeId, checks }: DueChecks,
  signal: AbortSignal,
): Promise<void> {
  try {
    await check(deps, storeId, checks, signal);
  } catch (error) {
    signal.throwIfAborted();
    await putOff(deps, storeId, checks, error);
  }
}

function later({ clock }: LateWritesDeps, milliseconds: number): Date {
  return new Date(clock.now().getTime() + milliseconds);
}

async function check(
  deps: LateWritesDeps,
  storeId: string,
  checks: readonly LateWriteCheck[],
  signal: AbortSignal,
): Promise<void> {
  const { editing } = await deps.connect(storeId);
  if (editing === null) return endLateWriteChecks(deps.db, checks);
  const underWay = await cancelLateOperations(deps, editing, checks, signal);
  const isBusy = ({ bulk_start }: LateWriteCheck) => bulk_start !== null && underWay.has(bulk_start.label);
  const ready = checks.filter((candidate) => !isBusy(candidate));
  const until = later(deps, BUSY_RETRY_MS);
  await postponeLateWriteChecks(deps.db, checks.filter(isBusy), { until });
  if (ready.length === 0) return;
  const targets = await readCheckedTargets(deps.db, ready, { lock: false });
  const checkOf = new Map(ready.map((candidate) => [candidate.target_id, candidate]));
  const readAt = deps.clock.now();
  const values = await editing.readValues(
    targets.map((target) => ({
      productId: target.product_source_id,
      variantId: target.variant_source_id,
      attributes: attributesOf(checkOf.get(target.target_id)?.known ?? {}),
    })),
    { signal },
  );
  const found = new Map(targets.map((target, index) => [target.target_id, values[index] ?? null]));
  await deps.db.transaction((tx) => conclude(deps, tx, storeId, ready, { found, readAt }));
}

/** Returns the labels of operations still running. */
async function cancelLateOperations(
  deps: LateWritesDeps,
  { bulk }: Editing,
  checks: readonly LateWriteCheck[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const starts = new Map(
    checks.flatMap(({ bulk_start }) => (bulk_start ? [[bulk_start.label, bulk_start]] : [])),
  );
  const underWay = new Set<string>();
  for (const { label, started_after } of starts.values()) {
    const operation = await bulk?.find(label, { signal, startedAfter: new Date(started_after) });
    if (bulk && operation !== null && operation !== undefined) {
      deps.logger.warn(
        { label },
        'a bulk operation that was given up for lost has begun since: it is cancelled',
      );
      if (!(await bulk.cancel(operation, { signal }))) {
        underWay.add(label);
        continue;
      }
    }
    await forgetBulkStart(deps.db, label);
  }
  return underWay;
}

/** Compares, corrects and records in one transaction, in which nobody else changes the products. */
async function conclude(
  deps: LateWritesDeps,
  tx: Queryable,
  storeId: string,
  checks: readonly LateWriteCheck[],
  { found, readAt }: { readonly found: ReadonlyMap<string, AttributeValues | null>; readonly readAt: Date },
): Promise<void> {
  const store = await readStore(tx, storeId);
  const targets = await readCheckedTargets(tx, checks, { lock: true });
  const isBusy = ({ is_claimed, edited_at }: CheckedTarget) =>
    is_claimed || (edited_at !== null && edited_at >= readAt);
  const busy = new Set(targets.filter(isBusy).map((target) => target.target_id));
  const ready = checks.filter((candidate) => !busy.has(candidate.target_id));
  const expected = await expectedValues(tx, ready);
  const items: ChangedItem[] = [];
  const held: Parameters<typeof writeCopy>[1][number][] = [];
  for (const target of targets) {
    const values = found.get(target.target_id);
    const before = expected.get(target.target_id);
    if (!values || !before || busy.has(target.target_id)) continue;
    const changed = changesBetween(before, values);
    if (changed.length === 0) continue;
    items.push({ item: target, changed, oldKnown: true });
    held.push({ productId: target.product_id, variantId: target.variant_id, values });
  }
  if (items.length > 0 && store !== null) {
    const now = deps.clock.now();
    await writeCopy(tx, held, now);
    await writeHistory(tx, fromOutside(store), items, now);
  }
  await endLateWriteChecks(tx, ready);
  const postponed = checks.filter((candidate) => busy.has(candidate.target_id));
  await postponeLateWriteChecks(tx, postponed, { until: later(deps, BUSY_RETRY_MS) });
}

async function putOff(
  deps: LateWritesDeps,
  storeId: string,
  checks: readonly LateWriteCheck[],
  error: unknown,
): Promise<void> {
  const isGone = error instanceof AppError && error.code === 'store_not_found';
  const over = checks.filter(({ attempt }) => isGone || attempt + 1 >= MAX_ATTEMPTS);
  const again = checks.filter((candidate) => !over.includes(candidate));
  const isExpected = error instanceof SourceError || error instanceof AppError;
  deps.logger[isExpected ? 'warn' : 'error'](
    { err: error, store_id: storeId, given_up: over.length },
    'late writes could not be checked',
  );
  await endLateWriteChecks(deps.db, over);
  for (const [attempt, ofAttempt] of Map.groupBy(again, (candidate) => candidate.attempt)) {
    const until = later(deps, Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt));
    await postponeLateWriteChecks(deps.db, ofAttempt, { until, failed: true });
  }
}

/** By target: the last known values, from our own changes since or from reconciling after the lost answer. */
async function expectedValues(
  tx: Queryable,
  checks: readonly LateWriteCheck[],
): Promise<ReadonlyMap<string, AttributeValues>> {
  const expected = new Map(checks.map(({ target_id, known }) => [target_id, { ...known }]));
  for (const { target_id, attribute, value } of await readLaterChanges(tx, checks)) {
    const values = expected.get(target_id);
    if (values?.[attribute] !== undefined) values[attribute] = value;
  }
  return expected;
}

function changesBetween(before: AttributeValues, found: AttributeValues): ChangedValue[] {
  return entriesOf(before).flatMap(([attribute, old]) => {
    const now = found[attribute];
    return now === undefined || valuesAreEqual(attribute, old, now) ? [] : [{ attribute, old, new: now }];
  });
}

type Store = Pick<StoreRow, 'id' | 'shop_name' | 'store_currency'>;

async function readStore(tx: Queryable, storeId: string): Promise<Store | null> {
  const { rows } = await tx.query<Store>(
    `select id, shop_name, store_currency from stores
     where id = $1 and deleted_at is null and store_status <> 'archived'`,
    [storeId],
  );
  return rows[0] ?? null;
}

/** By nobody known; changes found together are one batch. */
function fromOutside(store: Store): HistoryAuthor {
  return {
    batch_id: uuidv7(),
    origin: 'outside',
    store_id: store.id,
    store_name: store.shop_name,
    store_currency: store.store_currency,
    requested_by: null,
    requested_by_email: null,
    requested_by_name: null,
    undoes_batch_id: null,
  };
}
