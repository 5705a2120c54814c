import type { Queryable } from '../../../../platform/db/database.ts';
import { conflict } from '../../../../platform/http/problem.ts';
import { findItemsToPlan, type ItemToPlan } from '../../bulk-updates.repository.ts';
import { entriesOf, fromEntries } from '../../values/changes.ts';
import type { DraftChunk, ItemDraft } from './drafts.ts';

const ITEMS_PER_CHUNK = 1_000;

/**
 * Drafts of the failed, conflicting and cancelled items of a batch, with the new values they should have got.
 */
export async function* draftRetry(db: Queryable, batchId: string): AsyncGenerator<DraftChunk, void, void> {
  const isEmpty = yield* draftsOf(db, batchId, false);
  if (isEmpty) throw conflict('There is nothing to retry in this bulk update.');
}

/** Drafts of a plan's changes, without left-out rows. */
export async function* draftPlanned(db: Queryable, batchId: string): AsyncGenerator<DraftChunk, void, void> {
  const isEmpty = yield* draftsOf(db, batchId, true);
  if (isEmpty) throw conflict('There is nothing to change in this plan.');
}

async function* draftsOf(
  db: Queryable,
  batchId: string,
  isPlan: boolean,
): AsyncGenerator<DraftChunk, boolean, void> {
  const outlastsSale = !isPlan && (await willRevert(db, batchId));
  let after = -1;
  for (;;) {
    const items = await findItemsToPlan(db, batchId, { after, limit: ITEMS_PER_CHUNK, isPlan });
    const last = items.at(-1);
    if (last === undefined) return after === -1;
    yield { drafts: items.flatMap(toDraft).map((draft) => ({ ...draft, outlastsSale })) };
    after = last.position;
  }
}

/** Whether it is a scheduled change that has not ended yet. */
async function willRevert(db: Queryable, batchId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select from scheduled_changes where batch_id = $1 and status = 'applied' and ends_at is not null`,
    [batchId],
  );
  return rows.length > 0;
}

function toDraft({ store_id, product_id, variant_id, changes, row_number }: ItemToPlan): ItemDraft[] {
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
