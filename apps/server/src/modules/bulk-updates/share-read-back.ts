import { decideReadBack } from './share-decision.ts';
import { changedAttributes, readOpenItems } from './share-items.repository.ts';
import type { ShareSource } from './share-turn.ts';

const ITEMS_PER_LOOK = 250;
/** Milliseconds that a request whose answer was lost may still take to arrive. */
const STILL_ON_ITS_WAY_MS = 1_000;

/**
 * Looks at every item that was sent and of which the outcome is not known: it arrived, or it is planned again, or it
 * cannot be known. Answers whether there was any. Goes on after a request to cancel: what was sent has to be known.
 */
export async function readBackSent({ turn, editing }: ShareSource): Promise<boolean> {
  let after = -1;
  for (;;) {
    turn.letGo.throwIfAborted();
    const position = after;
    const items = await turn.patiently(() =>
      readOpenItems(turn.db, turn.lease, { status: 'sent', after: position, limit: ITEMS_PER_LOOK }),
    );
    const last = items.at(-1);
    if (last === undefined) return after >= 0;
    if (after === -1) await turn.wait(STILL_ON_ITS_WAY_MS, turn.letGo);
    after = last.position;
    const held = await editing.readValues(
      items.map((item) => ({
        productId: item.product_source_id,
        variantId: item.variant_source_id,
        attributes: changedAttributes(item.changes),
      })),
      { signal: turn.letGo, onWaiting: turn.onWaiting },
    );
    const ends = items.map((item, index) => decideReadBack(item, held[index] ?? null));
    const byProduct = Map.groupBy(ends, (end) => end.item.product_id);
    for (const [productId, ofProduct] of byProduct) {
      await turn.finisher.add({ productId, ends: ofProduct, release: false });
    }
    await turn.finisher.flush();
  }
}
