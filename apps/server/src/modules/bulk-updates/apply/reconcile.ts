import { type BulkStart, scheduleLateWriteChecks } from '../late-writes/late-writes.repository.ts';
import { readOpenItems, targetOf } from './items.repository.ts';
import type { LeasedSource } from './leased-batch.ts';
import { decideReconciled } from './outcome/decisions.ts';

const ITEMS_PER_FETCH = 250;
/** Milliseconds that a request whose answer was lost may still take to arrive. */
const STILL_ON_ITS_WAY_MS = 1_000;

/** A lost request may still arrive; what an ended operation left undone stays undone. */
type Circumstances = { readonly mayStillArrive: boolean; readonly bulkStart?: BulkStart };

/**
 * Fetches every item that was sent and of which the outcome is not known: it arrived, or it is planned
 * again, or it cannot be known. Goes on after a request to cancel: what was sent has to be known. What may
 * still arrive is fetched once more some minutes later, by whichever process is there then.
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
    const ends = items.map((item, index) => decideReconciled(item, held[index] ?? null));
    const byProduct = Map.groupBy(ends, (end) => end.item.product_id);
    for (const [productId, ofProduct] of byProduct) {
      await leased.finisher.add({ productId, ends: ofProduct, release: false });
    }
    await leased.finisher.flush();
  }
}
