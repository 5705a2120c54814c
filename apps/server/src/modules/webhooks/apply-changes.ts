import {
  type Connector,
  IDS_PER_READING,
  type ProductsReading,
  type SourceChanges,
  SourceError,
} from '../../connectors/connector.ts';
import type { Database } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/problem.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { sleep } from '../../platform/resilience/sleep.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { splitByVariants } from '../catalogue/pages/catalogue-writer.ts';
import { holdCatalogue, writePartial } from '../catalogue/pages/partial-write.ts';
import { findStore } from '../stores/stores.repository.ts';
import {
  type Change,
  claimChanges,
  dropChanges,
  endChanges,
  postponeChanges,
  readNextDue,
} from './changes.repository.ts';
import { noteApplying, readStoreWebhooks } from './store-webhooks.repository.ts';

export type ApplyDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly connect: (storeId: string) => Promise<Connector>;
  /** Counts changes that were taken over, and looks that failed. */
  readonly count: (outcome: 'applied' | 'failed', changes: number) => void;
  readonly wait?: typeof sleep;
};

/** Told of once more while it was read, or edited here: the next look comes after so long. */
export const LOOK_AGAIN_AFTER_MS = 1_000;
/** A worker that looks at changes is taken for dead after so long. */
const CLAIM_MS = 60_000;
/** A worker waits no longer for the next change; the recovery comes back to it. */
const MAX_WAIT_MS = 2_000;
/** A shop may tell of changes for hours: after so many looks it is the turn of the stores that wait. */
export const LOOKS_PER_TURN = 20;
/** The shop tells of a new product before all of its own servers know it: so often, and so far apart, it is looked for. */
const LOOKS_FOR_MISSING = 3;
const MISSING_RETRY_MS = 3_000;
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 10 * 60_000;

/** Takes over what a store's source told of: reads the products anew, and writes what they are now. */
export function createApplyChanges(deps: ApplyDeps) {
  const { db, clock, logger, count, wait = sleep } = deps;
  const later = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds);

  /** Until nothing more of the store is due soon; answers whether that is left to another turn. */
  async function applyChanges(storeId: string, signal: AbortSignal): Promise<boolean> {
    for (let look = 0; look < LOOKS_PER_TURN; look += 1) {
      signal.throwIfAborted();
      const due = await readNextDue(db, storeId);
      const delay = due === null ? Number.POSITIVE_INFINITY : due.getTime() - clock.now().getTime();
      if (delay > MAX_WAIT_MS) return false;
      if (delay > 0) await wait(delay, signal);
      await applySome(storeId, signal);
    }
    return true;
  }

  async function applySome(storeId: string, signal: AbortSignal): Promise<void> {
    if (!(await isWanted(storeId))) return dropChanges(db, storeId);
    const claim = { limit: IDS_PER_READING, now: clock.now(), until: later(CLAIM_MS) };
    const changes = await claimChanges(db, storeId, claim);
    if (changes.length === 0) return;
    try {
      const { changes: source } = await deps.connect(storeId);
      if (source === undefined) return await dropChanges(db, storeId);
      await takeOver(storeId, source, changes, signal);
    } catch (error) {
      if (!signal.aborted) return await fail(storeId, changes, error);
      await postponeChanges(db, storeId, changes, { until: clock.now(), failed: false });
      throw error;
    }
  }

  /** Of an archived store, and of one that is not to tell of its changes, nothing is taken over. */
  async function isWanted(storeId: string): Promise<boolean> {
    const store = await findStore(db, storeId);
    if (store === null || store.store_status === 'archived') return false;
    return (await readStoreWebhooks(db, storeId)).enabled;
  }

  async function takeOver(
    storeId: string,
    source: SourceChanges,
    changes: readonly Change[],
    signal: AbortSignal,
  ): Promise<void> {
    let reading: ProductsReading;
    try {
      reading = await source.readProducts(
        changes.map((change) => change.source_id),
        { signal },
      );
    } catch (error) {
      // One product that cannot be understood must not keep the others from being taken over.
      if (!(error instanceof SourceError) || error.kind !== 'protocol' || changes.length === 1) throw error;
      for (const change of changes) {
        await takeOver(storeId, source, [change], signal).catch((own: unknown) => {
          signal.throwIfAborted();
          return fail(storeId, [change], own);
        });
      }
      return;
    }
    await write(storeId, changes, reading);
  }

  async function write(storeId: string, changes: readonly Change[], reading: ProductsReading): Promise<void> {
    const { missing, ended, told, productsOf } = sortOut(changes, reading);
    if (missing.length > 0) {
      await postponeChanges(db, storeId, missing, { until: later(MISSING_RETRY_MS), failed: true });
    }
    const endedIds = new Set(ended.map((change) => change.source_id));
    const goneIds = reading.goneIds.filter((id) => endedIds.has(id));
    let open = told;
    const written = new Set<string>();
    const again = new Set<string>();
    for (const [index, products] of splitByVariants(reading.products).entries()) {
      for (const product of products) written.add(product.sourceId);
      const isWritten = (change: Change) => productsOf(change).every((id) => written.has(id));
      const gone = index === 0 ? { goneIds, ended } : { goneIds: [], ended: [] };
      const own = [...open.filter(isWritten), ...gone.ended];
      open = open.filter((change) => !isWritten(change));
      await db.transaction(async (tx) => {
        if (!(await holdCatalogue(tx, storeId))) return dropChanges(tx, storeId);
        const part = { products, goneIds: gone.goneIds, readAt: reading.readAt };
        const { toReadAgain } = await writePartial(tx, storeId, part, clock.now());
        for (const id of toReadAgain) again.add(id);
        const isAgain = (change: Change) => productsOf(change).some((id) => again.has(id));
        const done = own.filter((change) => !isAgain(change));
        const againAt = later(LOOK_AGAIN_AFTER_MS);
        await endChanges(tx, storeId, done, againAt);
        await postponeChanges(tx, storeId, own.filter(isAgain), { until: againAt, failed: false });
        count('applied', done.length);
      });
    }
    await noteApplying(db, storeId, null);
  }

  async function fail(storeId: string, changes: readonly Change[], error: unknown): Promise<void> {
    const isTold = error instanceof SourceError || error instanceof AppError;
    if (!isTold) throw error;
    const attempts = Math.max(...changes.map((change) => change.attempt));
    const delay = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 20));
    logger.warn(
      { err: error, store_id: storeId, retry_in_ms: delay },
      'webhooks: changes could not be taken over',
    );
    count('failed', changes.length);
    await postponeChanges(db, storeId, changes, { until: later(delay), failed: true });
    await noteApplying(db, storeId, error.message);
  }

  return applyChanges;
}

type SortedOut = {
  /** Told of, not there, and not told to be deleted: it may be there in a moment. */
  readonly missing: Change[];
  /** Of what is not there, for good. */
  readonly ended: Change[];
  /** Of what is there. */
  readonly told: Change[];
  /** An inventory item may be shared by several. */
  readonly productsOf: (change: Change) => readonly string[];
};

function sortOut(changes: readonly Change[], { productIds, goneIds }: ProductsReading): SortedOut {
  const missing: Change[] = [];
  const ended: Change[] = [];
  const told: Change[] = [];
  const found = ({ source_id: id }: Change) => productIds.get(id) ?? [];
  for (const change of changes) {
    if (found(change).length > 0) {
      told.push(change);
      continue;
    }
    const mayCome =
      !change.is_deleted && goneIds.includes(change.source_id) && change.attempt < LOOKS_FOR_MISSING - 1;
    if (mayCome) missing.push(change);
    else ended.push(change);
  }
  const productsOf = (change: Change) => (found(change).length > 0 ? found(change) : [change.source_id]);
  return { missing, ended, told, productsOf };
}
