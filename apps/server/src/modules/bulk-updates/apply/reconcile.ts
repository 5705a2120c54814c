import { type BulkStart, scheduleLateWriteChecks } from '../late-writes/late-writes.repository.ts';
import { changedAttributes, readOpenItems } from './items.repository.ts';
import type { ShareSource } from './leased-batch.ts';
import { decideReadBack } from './outcome/decisions.ts';

const ITEMS_PER_LOOK = 250;
/** Milliseconds that a request whose answer was lost may still take to arrive. */
const STILL_ON_ITS_WAY_MS = 1_000;

/** A request that was lost may arrive later than anybody waits for; what an operation has left undone stays undone. */
type Circumstances = { readonly mayStillArrive: boolean; readonly bulkStart?: BulkStart };

/**
 * Looks at every item that was sent and of which the outcome is not known: it arrived, or it is planned again, or it
 * cannot be known. Goes on after a request to cancel: what was sent has to be known. What may still arrive is looked at
 * once more some minutes later, by whichever process is there then.
 */
export async function readBackSent(
  { turn, editing }: ShareSource,
  { mayStillArrive, bulkStart }: Circumstances = { mayStillArrive: true },
): Promise<void> {
  let after = -1;
  for (;;) {
    turn.letGo.throwIfAborted();
    const position = after;
    const items = await turn.patiently(() =>
      readOpenItems(turn.db, turn.lease, { status: 'sent', after: position, limit: ITEMS_PER_LOOK }),
    );
    const last = items.at(-1);
    if (last === undefined) return;
    if (after === -1 && mayStillArrive) await turn.wait(STILL_ON_ITS_WAY_MS, turn.letGo);
    after = last.position;
    const lookedAt = turn.clock.now();
    const held = await editing.readValues(
      items.map((item) => ({
        productId: item.product_source_id,
        variantId: item.variant_source_id,
        attributes: changedAttributes(item.changes),
      })),
      { signal: turn.letGo, onWaiting: turn.onWaiting },
    );
    if (mayStillArrive) {
      const targets = items.flatMap(({ product_id, variant_id }, index) => {
        const known = held[index] ?? null;
        return known === null ? [] : [{ product_id, variant_id, known }];
      });
      await turn.patiently(() =>
        scheduleLateWriteChecks(turn.db, turn.lease, targets, { lookedAt, bulkStart: bulkStart ?? null }),
      );
    }
    const ends = items.map((item, index) => decideReadBack(item, held[index] ?? null));
    const byProduct = Map.groupBy(ends, (end) => end.item.product_id);
    for (const [productId, ofProduct] of byProduct) {
      await turn.finisher.add({ productId, ends: ofProduct, release: false });
    }
    await turn.finisher.flush();
  }
}
