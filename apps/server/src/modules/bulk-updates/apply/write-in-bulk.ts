import { v7 as uuidv7 } from 'uuid';
import type { BulkEditing } from '../../../connectors/editing.ts';
import type { JsonValue } from '../../../connectors/json-value.ts';
import { SourceError } from '../../../connectors/source-error.ts';
import { groupsOf } from '../../../platform/db/statements/groups.ts';
import { markSent, type OpenItem, readOpenItems, sourceEditOf, takeBackUnsent } from './items.repository.ts';
import type { LeasedSource } from './leased-batch.ts';
import { CHUNK_IN_BULK, type Pass, readPlanned } from './read-planned.ts';
import { reconcileSent } from './reconcile.ts';
import { type BulkUnderWay, storeBulkOperation } from './store-batch.repository.ts';
import { endsOf } from './write-products.ts';

const ITEMS_PER_STATEMENT = 1_000;
/** Refusals of the operation, not of single edits. */
const CONCERNS_THE_OPERATION: readonly SourceError['kind'][] = ['rejected', 'protocol'];

/**
 * Sends everything ready to the source as one operation. The label is stored before the start, the operation
 * once it is known, so any later worker finds it.
 */
export async function writeInBulk(source: LeasedSource, bulk: BulkEditing): Promise<Pass> {
  const { leased } = source;
  const items: OpenItem[] = [];
  const { chunks, pass } = readPlanned(source, leased.pauseSignal, CHUNK_IN_BULK);
  try {
    for await (const chunk of chunks) {
      for (const product of chunk) items.push(...product.items);
    }
  } finally {
    // Items that ended with the fetch are stored before anything is fetched again.
    await leased.finisher.flush();
  }
  if (items.length > 0 && !leased.pauseSignal.aborted) await handOver(source, bulk, items);
  return pass();
}

async function handOver(source: LeasedSource, bulk: BulkEditing, items: readonly OpenItem[]): Promise<void> {
  const { leased } = source;
  const { db, lease } = leased;
  const label = `${lease.batchId}:${lease.storeId}:${uuidv7()}`;
  const started_after = leased.clock.now().toISOString();
  await leased.patiently(() => storeBulkOperation(db, lease, { label, started_after, operation: null }));
  for (const group of groupsOf(items, ITEMS_PER_STATEMENT))
    await leased.patiently(() => markSent(db, lease, group));
  await leased.whenSurelyHeld().catch(() => {});
  if (leased.pauseSignal.aborted) return takeBack(source, items);
  // It may wait half an hour until the source has room for it: one that was cancelled meanwhile is not started.
  const unsent = new AbortController();
  const options = {
    signal: AbortSignal.any([leased.abortSignal, unsent.signal]),
    onWaiting: leased.onWaiting,
    beforeWrite() {
      leased.beforeWrite();
      if (leased.pauseSignal.aborted) unsent.abort(leased.pauseSignal.reason);
    },
  };
  let operation: JsonValue;
  try {
    operation = await bulk.start(items.map(sourceEditOf), { ...options, label });
  } catch (error) {
    if (unsent.signal.aborted) return takeBack(source, items);
    if (!(error instanceof SourceError) || error.mayHaveRun) throw error;
    await takeBack(source, items);
    if (error.retryable || !CONCERNS_THE_OPERATION.includes(error.kind)) throw error;
    leased.logger.warn(
      { err: error, batch_id: lease.batchId },
      'not taken in bulk: written product by product',
    );
    return;
  }
  await leased.patiently(() => storeBulkOperation(db, lease, { label, started_after, operation }));
  await follow(source, bulk, operation, items);
}

/** Resets items to planned: nothing of them was sent. */
async function takeBack({ leased }: LeasedSource, items: readonly OpenItem[]): Promise<void> {
  for (const group of groupsOf(items, ITEMS_PER_STATEMENT)) {
    await leased.patiently(() => takeBackUnsent(leased.db, leased.lease, group));
  }
  await leased.patiently(() => storeBulkOperation(leased.db, leased.lease, null));
}

/** Resumes an operation that the previous worker had started, or was about to. */
export async function resumeBulk(
  source: LeasedSource,
  bulk: BulkEditing,
  underWay: BulkUnderWay,
): Promise<void> {
  const { leased } = source;
  const { label, operation } = underWay;
  const options = { signal: leased.stopSignal, onWaiting: leased.onWaiting };
  const startedAfter = new Date(underWay.started_after ?? 0);
  const found = operation ?? (await bulk.find(label, { ...options, startedAfter }));
  if (found === null) {
    const bulkStart = { label, started_after: startedAfter.toISOString() };
    await reconcileSent(source, { mayStillArrive: true, bulkStart });
    return leased.patiently(() => storeBulkOperation(leased.db, leased.lease, null));
  }
  if (operation === null) {
    await leased.patiently(() =>
      storeBulkOperation(leased.db, leased.lease, { ...underWay, operation: found }),
    );
  }
  await follow(source, bulk, found, await readSentItems(source));
}

async function readSentItems({ leased }: LeasedSource): Promise<OpenItem[]> {
  const items: OpenItem[] = [];
  for (;;) {
    const after = items.at(-1)?.position ?? -1;
    const next = await leased.patiently(() =>
      readOpenItems(leased.db, leased.lease, { status: 'sent', after, limit: ITEMS_PER_STATEMENT }),
    );
    if (next.length === 0) return items;
    items.push(...next);
  }
}

/**
 * Stores outcomes as they arrive. Items without one stay sent, and are reconciled afterwards. An error says
 * nothing about the operation, which may still be running, so the store batch stays as it is and the
 * operation is followed later.
 */
async function follow(
  source: LeasedSource,
  bulk: BulkEditing,
  operation: JsonValue,
  items: readonly OpenItem[],
): Promise<void> {
  const { leased } = source;
  const options = {
    signal: leased.stopSignal,
    onWaiting: leased.onWaiting,
    onProgress: leased.onBulkProgress,
  };
  const askToStop = () => {
    if (leased.stopReason() === null) return;
    bulk
      .cancel(operation, options)
      .catch((error: unknown) =>
        leased.logger.warn(
          { err: error, batch_id: leased.lease.batchId },
          'could not cancel a bulk operation',
        ),
      );
  };
  if (leased.pauseSignal.aborted) askToStop();
  leased.pauseSignal.addEventListener('abort', askToStop, { once: true });
  const open = new Map(items.map((item) => [item.id, item]));
  try {
    for await (const outcomes of bulk.follow(operation, items.map(sourceEditOf), options)) {
      const ends = Map.groupBy(endsOf(source, open, outcomes), (end) => end.item.product_id);
      for (const [productId, ofProduct] of ends) {
        await leased.finisher.add({ productId, ends: ofProduct, release: false });
      }
    }
  } finally {
    leased.pauseSignal.removeEventListener('abort', askToStop);
    await leased.finisher.flush();
  }
  if (open.size > 0) {
    leased.logger.info(
      { batch_id: leased.lease.batchId, edits: open.size },
      'a bulk operation has ended without an outcome for all edits: they are reconciled',
    );
    await reconcileSent(source, { mayStillArrive: false });
  }
  await leased.patiently(() => storeBulkOperation(leased.db, leased.lease, null));
}
