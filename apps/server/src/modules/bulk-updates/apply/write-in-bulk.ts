import { v7 as uuidv7 } from 'uuid';
import { type BulkEditing, type JsonValue, SourceError } from '../../../connectors/connector.ts';
import { markSent, type OpenItem, readOpenItems, sourceEditOf, takeBackUnsent } from './items.repository.ts';
import type { ShareSource } from './leased-batch.ts';
import { CHUNK_IN_BULK, type Pass, readPlanned } from './read-planned.ts';
import { readBackSent } from './reconcile.ts';
import { type BulkUnderWay, storeBulkOperation } from './store-batch.repository.ts';
import { endsOf } from './write-products.ts';

const ITEMS_PER_STATEMENT = 1_000;
/** Such a refusal is not one of the edits themselves. */
const CONCERNS_THE_OPERATION: readonly SourceError['kind'][] = ['rejected', 'protocol'];

/**
 * Hands all that may be written now to the source in one operation. Its label is stored before it is started, and
 * the operation as soon as it is known: a worker that takes the share up at any moment finds it again.
 */
export async function writeInBulk(source: ShareSource, bulk: BulkEditing): Promise<Pass> {
  const { turn } = source;
  const items: OpenItem[] = [];
  const { chunks, pass } = readPlanned(source, turn.quiet, CHUNK_IN_BULK);
  try {
    for await (const chunk of chunks) {
      for (const product of chunk) items.push(...product.items);
    }
  } finally {
    // What the looks have ended is stored before anybody looks at it again.
    await turn.finisher.flush();
  }
  if (items.length > 0 && !turn.quiet.aborted) await handOver(source, bulk, items);
  return pass();
}

async function handOver(source: ShareSource, bulk: BulkEditing, items: readonly OpenItem[]): Promise<void> {
  const { turn } = source;
  const { db, lease } = turn;
  const label = `${lease.batchId}:${lease.storeId}:${uuidv7()}`;
  const started_after = turn.clock.now().toISOString();
  await turn.patiently(() => storeBulkOperation(db, lease, { label, started_after, operation: null }));
  for (const group of groupsOf(items)) await turn.patiently(() => markSent(db, lease, group));
  await turn.whenSurelyHeld().catch(() => {});
  if (turn.quiet.aborted) return takeBack(source, items);
  const options = { signal: turn.halt, onWaiting: turn.onWaiting, beforeWrite: turn.beforeWrite };
  let operation: JsonValue;
  try {
    operation = await bulk.start(items.map(sourceEditOf), { ...options, label });
  } catch (error) {
    if (!(error instanceof SourceError) || error.mayHaveRun) throw error;
    await takeBack(source, items);
    if (error.retryable || !CONCERNS_THE_OPERATION.includes(error.kind)) throw error;
    turn.logger.warn(
      { err: error, batch_id: lease.batchId },
      'not taken in bulk: written product by product',
    );
    return;
  }
  await turn.patiently(() => storeBulkOperation(db, lease, { label, started_after, operation }));
  await follow(source, bulk, operation, items);
}

/** Back to planned: nothing of them has left for the source. */
async function takeBack({ turn }: ShareSource, items: readonly OpenItem[]): Promise<void> {
  for (const group of groupsOf(items)) {
    const ids = group.map((item) => item.id);
    await turn.patiently(() => takeBackUnsent(turn.db, turn.lease, ids));
  }
  await turn.patiently(() => storeBulkOperation(turn.db, turn.lease, null));
}

/** Goes on with an operation that was started, or about to be, when the worker before this one ended. */
export async function resumeBulk(
  source: ShareSource,
  bulk: BulkEditing,
  underWay: BulkUnderWay,
): Promise<void> {
  const { turn } = source;
  const { label, operation } = underWay;
  const options = { signal: turn.letGo, onWaiting: turn.onWaiting };
  const startedAfter = new Date(underWay.started_after ?? 0);
  const found = operation ?? (await bulk.find(label, { ...options, startedAfter }));
  if (found === null) {
    const bulkStart = { label, started_after: startedAfter.toISOString() };
    await readBackSent(source, { mayStillArrive: true, bulkStart });
    return turn.patiently(() => storeBulkOperation(turn.db, turn.lease, null));
  }
  if (operation === null) {
    await turn.patiently(() => storeBulkOperation(turn.db, turn.lease, { ...underWay, operation: found }));
  }
  await follow(source, bulk, found, await readSentItems(source));
}

async function readSentItems({ turn }: ShareSource): Promise<OpenItem[]> {
  const items: OpenItem[] = [];
  for (;;) {
    const after = items.at(-1)?.position ?? -1;
    const next = await turn.patiently(() =>
      readOpenItems(turn.db, turn.lease, { status: 'sent', after, limit: ITEMS_PER_STATEMENT }),
    );
    if (next.length === 0) return items;
    items.push(...next);
  }
}

/**
 * Stores outcomes as they come. What the source does not tell of stays sent, and is read back afterwards. An error says
 * nothing of the operation, which may still be at work: the share is left as it is, and followed again later.
 */
async function follow(
  source: ShareSource,
  bulk: BulkEditing,
  operation: JsonValue,
  items: readonly OpenItem[],
): Promise<void> {
  const { turn } = source;
  const options = { signal: turn.letGo, onWaiting: turn.onWaiting, onProgress: turn.onBulkProgress };
  const askToStop = () => {
    if (turn.stopReason() === null) return;
    bulk
      .cancel(operation, options)
      .catch((error: unknown) =>
        turn.logger.warn({ err: error, batch_id: turn.lease.batchId }, 'could not cancel a bulk operation'),
      );
  };
  if (turn.quiet.aborted) askToStop();
  turn.quiet.addEventListener('abort', askToStop, { once: true });
  const open = new Map(items.map((item) => [item.id, item]));
  try {
    for await (const outcomes of bulk.follow(operation, items.map(sourceEditOf), options)) {
      const ends = Map.groupBy(endsOf(source, open, outcomes), (end) => end.item.product_id);
      for (const [productId, ofProduct] of ends) {
        await turn.finisher.add({ productId, ends: ofProduct, release: false });
      }
    }
  } finally {
    turn.quiet.removeEventListener('abort', askToStop);
    await turn.finisher.flush();
  }
  if (open.size > 0) {
    turn.logger.info(
      { batch_id: turn.lease.batchId, edits: open.size },
      'a bulk operation has ended without telling of all its edits: they are read back',
    );
    await readBackSent(source, { mayStillArrive: false });
  }
  await turn.patiently(() => storeBulkOperation(turn.db, turn.lease, null));
}

function* groupsOf(items: readonly OpenItem[]): Generator<readonly OpenItem[], void, void> {
  for (let start = 0; start < items.length; start += ITEMS_PER_STATEMENT) {
    yield items.slice(start, start + ITEMS_PER_STATEMENT);
  }
}
