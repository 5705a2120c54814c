import { v7 as uuidv7 } from 'uuid';
import {
  type Connector,
  IDS_PER_READING,
  type ProductsReading,
  type SourceChanges,
} from '../../connectors/connector.ts';
import { SourceError } from '../../connectors/source-error.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/problem.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { LeaseLostError, whileLeased } from '../../platform/work/lease.ts';
import { renamePlaces } from '../catalogue/collections/rename-places.ts';
import { splitByVariants } from '../catalogue/pages/catalogue-writer.ts';
import { holdCatalogue, writePartial } from '../catalogue/pages/partial-write.ts';
import {
  type Change,
  dropChanges,
  endChanges,
  listDueChanges,
  postponeChanges,
  READ_AGAIN_AFTER_MS,
  type StoreLease,
  storeLeases,
} from './changes.repository.ts';
import { findNotifiedStore, noteApplying } from './store-webhooks.repository.ts';

export type ApplyDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly connect: (storeId: string) => Promise<Connector>;
  readonly count: (outcome: 'applied' | 'failed', changes: number) => void;
};

/**
 * A shop sends a new product's webhook before all of its servers know it: how often to retry, and at what
 * interval.
 */
const READINGS_OF_MISSING = 3;
const MISSING_RETRY_MS = 3_000;
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 10 * 60_000;

/**
 * Applies a store's due changes, as many as fit into one read: rereads the products, and writes their current
 * state. Does nothing if another process was first.
 */
export async function applyChanges(deps: ApplyDeps, storeId: string, shutdown: AbortSignal): Promise<void> {
  const { db } = deps;
  const lease = { storeId, leaseId: uuidv7() };
  if ((await storeLeases.claim(db, lease)) === null) return;
  await whileLeased(deps, storeLeases.watched(db, lease), shutdown, async (signal) => {
    try {
      await applyDue(deps, lease, signal);
    } catch (error) {
      // Unwritten changes remain due.
      if (!signal.aborted && !(error instanceof LeaseLostError)) throw error;
    }
  }).finally(() => storeLeases.handBack(db, lease));
}

async function applyDue(deps: ApplyDeps, lease: StoreLease, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  const { storeId } = lease;
  const store = await findNotifiedStore(db, storeId);
  // Drops changes of an archived store, or one with webhooks disabled.
  if (!store?.enabled || store.store_status === 'archived') return dropChanges(db, storeId);
  const changes = await listDueChanges(db, storeId, IDS_PER_READING);
  if (changes.length === 0) return;
  try {
    const { changes: source } = await deps.connect(storeId);
    if (source === undefined) return await dropChanges(db, storeId);
    await takeOver(deps, lease, source, changes, signal);
  } catch (error) {
    signal.throwIfAborted();
    await fail(deps, lease, changes, error);
  }
}

async function takeOver(
  deps: ApplyDeps,
  lease: StoreLease,
  source: SourceChanges,
  changes: readonly Change[],
  signal: AbortSignal,
): Promise<void> {
  const ids = changes.map((change) => change.source_id);
  let reading: ProductsReading;
  try {
    reading = await source.readProducts(ids, { signal });
  } catch (error) {
    // One product that cannot be parsed must not keep the others from being applied.
    if (!(error instanceof SourceError) || error.kind !== 'protocol' || changes.length === 1) throw error;
    for (const change of changes) {
      await takeOver(deps, lease, source, [change], signal).catch((own: unknown) => {
        signal.throwIfAborted();
        return fail(deps, lease, [change], own);
      });
    }
    return;
  }
  await write(deps, lease, changes, reading);
}

async function write(
  deps: ApplyDeps,
  lease: StoreLease,
  changes: readonly Change[],
  reading: ProductsReading,
): Promise<void> {
  const { db, clock, count } = deps;
  const { storeId } = lease;
  const { missing, ended, found, productsOf } = sortOut(changes, reading);
  if (missing.length > 0) {
    await postponeChanges(db, storeId, missing, { milliseconds: MISSING_RETRY_MS, failed: true });
  }
  const endedIds = new Set(ended.map((change) => change.source_id));
  const goneIds = reading.goneIds.filter((id) => endedIds.has(id));
  let open = found;
  const written = new Set<string>();
  const again = new Set<string>();
  const { readAt, stock, collections, channels } = reading;
  const whileHeld = (work: (tx: Queryable) => Promise<void>) =>
    db.transaction(async (tx) => {
      if (!(await holdCatalogue(tx, storeId))) return dropChanges(tx, storeId);
      await storeLeases.hold(tx, lease);
      await work(tx);
    });
  await renamePlaces(whileHeld, storeId, reading);
  const parts = splitByVariants(reading.products);
  for (const [index, products] of parts.entries()) {
    const isLast = index === parts.length - 1;
    for (const product of products) written.add(product.sourceId);
    const isWritten = (change: Change) => productsOf(change).every((id) => written.has(id));
    const gone = index === 0 ? { goneIds, ended } : { goneIds: [], ended: [] };
    const own = [...open.filter(isWritten), ...gone.ended];
    open = open.filter((change) => !isWritten(change));
    await whileHeld(async (tx) => {
      const part = {
        products,
        goneIds: gone.goneIds,
        readAt,
        ...(isLast ? { stock, collections, channels } : {}),
      };
      const { toReadAgain } = await writePartial(tx, storeId, part, clock.now());
      for (const id of toReadAgain) again.add(id);
      const isAgain = (change: Change) => productsOf(change).some((id) => again.has(id));
      const done = own.filter((change) => !isAgain(change));
      await endChanges(tx, storeId, done);
      const later = { milliseconds: READ_AGAIN_AFTER_MS, failed: false };
      await postponeChanges(tx, storeId, own.filter(isAgain), later);
      count('applied', done.length);
    });
  }
  await noteApplying(db, storeId, null);
}

/** The changes wait for another attempt; whatever a person can act on is shown. */
async function fail(
  { db, logger, count }: ApplyDeps,
  lease: StoreLease,
  changes: readonly Change[],
  error: unknown,
): Promise<void> {
  if (error instanceof LeaseLostError) throw error;
  const { storeId } = lease;
  const attempts = Math.max(...changes.map((change) => change.attempt));
  const delay = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 20));
  await db.transaction(async (tx) => {
    await storeLeases.hold(tx, lease);
    await postponeChanges(tx, storeId, changes, { milliseconds: delay, failed: true });
  });
  if (!(error instanceof SourceError) && !(error instanceof AppError)) throw error;
  logger.warn(
    { err: error, store_id: storeId, retry_in_ms: delay },
    'webhooks: changes could not be taken over',
  );
  count('failed', changes.length);
  await noteApplying(db, storeId, error.message);
}

/** Groups changes by the result: missing but may appear, gone for good, and found. */
function sortOut(changes: readonly Change[], { productIds, goneIds }: ProductsReading) {
  // Several products may share an inventory item.
  const idsOf = ({ source_id: id }: Change) => productIds.get(id) ?? [];
  const kinds = Object.groupBy(changes, (change) => {
    if (idsOf(change).length > 0) return 'found';
    const isUnknown = !change.is_deleted && goneIds.includes(change.source_id);
    return isUnknown && change.attempt < READINGS_OF_MISSING - 1 ? 'missing' : 'ended';
  });
  const { missing = [], ended = [], found = [] } = kinds;
  const productsOf = (change: Change) => (idsOf(change).length > 0 ? idsOf(change) : [change.source_id]);
  return { missing, ended, found, productsOf };
}
