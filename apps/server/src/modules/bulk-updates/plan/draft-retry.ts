import type { Queryable } from '../../../platform/db/database.ts';
import { conflict } from '../../../platform/http/problem.ts';
import { findRetryableItems, type ItemRow } from '../bulk-updates.repository.ts';
import { entriesOf, fromEntries } from '../values/changes.ts';
import type { DraftChunk, ItemDraft } from './drafts.ts';

const ITEMS_PER_CHUNK = 1_000;

/** Drafts of what failed, conflicted or was cancelled in a batch, with the new values that it was to get. */
export async function* draftRetry(db: Queryable, batchId: string): AsyncGenerator<DraftChunk, void, void> {
  let after = -1;
  for (;;) {
    const items = await findRetryableItems(db, batchId, { after, limit: ITEMS_PER_CHUNK });
    const last = items.at(-1);
    if (last === undefined) break;
    yield { drafts: items.flatMap(toDraft) };
    after = last.position;
  }
  if (after === -1) throw conflict('Nothing of this bulk update can be tried again.');
}

function toDraft({ store_id, product_id, variant_id, changes, row_number }: ItemRow): ItemDraft[] {
  if (store_id === null || product_id === null) return [];
  const planned = entriesOf(changes);
  return [
    {
      storeId: store_id,
      productId: product_id,
      variantId: variant_id,
      values: fromEntries(planned.map(([attribute, change]) => [attribute, change.new])),
      undoes: fromEntries(
        planned.flatMap(([attribute, { undoes }]) => (undoes === undefined ? [] : [[attribute, undoes]])),
      ),
      rowNumber: row_number ?? undefined,
    },
  ];
}
