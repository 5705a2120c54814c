import { type BulkStart, scheduleLateWriteChecks } from '../late-writes/late-writes.repository.ts';
import { readOpenItems, targetOf } from './items.repository.ts';
import type { LeasedSource } from './leased-batch.ts';
import { decideReconciled } from './outcome/decisions.ts';

const ITEMS_PER_FETCH = 250;
/** Milliseconds that a request may still take to arrive after its answer was lost. */
const STILL_ON_ITS_WAY_MS = 1_000;

/** A lost request may still arrive; what an ended operation has not done stays undone. */
type Circumstances = { readonly mayStillArrive: boolean; readonly bulkStart?: BulkStart };

/**
 * Fetches every item that was sent without an outcome: it arrived, is planned again, or is unknowable.
 * Continues after a request to cancel, as the outcome has to be known. What may still arrive is fetched again
 * some minutes later, by any process.
 */
export async function reconcileSent(
  { leased, editing }: LeasedSource,
  { mayStillArrive, bulkStart }: Circumstances = { mayStillArrive: true },
): Promise<void> {
  let after = -1;
  for (;;) {
    leased.stopSignal.throwIfAborted();
    const position = after;
    const items = await leased.patiently(() =>
      readOpenItems(leased.db, leased.lease, { status: 'sent', after: position, limit: ITEMS_PER_FETCH }),
    );
    const last = items.at(-1);
    if (last === undefined) return;
    if (after === -1 && mayStillArrive) await leased.wait(STILL_ON_ITS_WAY_MS, leased.stopSignal);
    after = last.position;
    const fetchedAt = leased.clock.now();
    const options = { signal: leased.stopSignal, onWaiting: leased.onWaiting };
    const held = await editing.readValues(items.map(targetOf), options);
    if (mayStillArrive) {
      const targets = items.flatMap(({ product_id, variant_id }, index) => {
        const known = held[index] ?? null;
        return known === null ? [] : [{ product_id, variant_id, known }];
      });
      await leased.patiently(() =>
        scheduleLateWriteChecks(leased.db, leased.lease, targets, {
          fetchedAt,
          bulkStart: bulkStart ?? null,
        }),
      );
    }
    const outside = (await editing.readOutside?.(items.map(targetOf), options)) ?? [];
    const ends = items.map((item, index) => ({
      ...decideReconciled(item, held[index] ?? null, editing.sameValue),
      leftStore: outside[index] === true,
    }));
    const byProduct = Map.groupBy(ends, (end) => end.item.product_id);
    for (const [productId, ofProduct] of byProduct) {
      await leased.finisher.add({ productId, ends: ofProduct, release: false });
    }
    await leased.finisher.flush();
  }
}
