import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItemList, BulkUpdateItemsQuery } from '@storefleet/contract/edits/bulk-update-items';
import { marginPercent } from '@storefleet/contract/values/money/decimal';
import type { Queryable } from '../../platform/db/database.ts';
import { toBulkUpdateItem } from './batch-presenter.ts';
import { countItems, type ItemRow, type ItemsShown, listItems } from './bulk-updates.repository.ts';
import { findItems, isFiltered } from './find-items.ts';

type ItemsPage = { show?: ItemsShown | undefined; limit: number; offset: number };

export async function itemsPage(
  db: Queryable,
  batch: BulkUpdateBatch,
  query: BulkUpdateItemsQuery,
): Promise<BulkUpdateItemList> {
  const { rows, total } = isFiltered(query)
    ? await findItems(db, { id: batch.batch_id, attributes: batch.attributes }, query)
    : await itemsAsPlanned(db, batch, query);
  const margins = await plannedMargins(db, rows);
  return { items: rows.map((row) => ({ ...toBulkUpdateItem(row), ...margins.get(row.id) })), total };
}

/** In the order of the plan, with the total that the batch has counted. */
async function itemsAsPlanned(
  db: Queryable,
  batch: BulkUpdateBatch,
  { show = 'all', limit, offset }: ItemsPage,
) {
  if (batch.items_removed_at !== null) return { rows: [], total: 0 };
  const { batch_id, total, failed, unchanged, left_out, warnings } = batch;
  const totals: Record<ItemsShown, () => number | Promise<number>> = {
    all: () => total,
    changes: () => total - failed - unchanged,
    problems: () => failed,
    unchanged: () => unchanged,
    left_out: () => left_out,
    warnings: () => (warnings.length === 0 ? 0 : countItems(db, batch_id, 'warnings')),
  };
  const rows = await listItems(db, batch_id, { shown: show, limit, offset });
  return { rows, total: await totals[show]() };
}

/** The margin that each item with a new price or cost leaves, with the other one as stored; by item id. */
async function plannedMargins(
  db: Queryable,
  items: readonly ItemRow[],
): Promise<ReadonlyMap<string, { readonly margin: string | null }>> {
  const planned = items.filter(
    ({ status, changes }) =>
      status === 'planned' && (changes.price !== undefined || changes.cost !== undefined),
  );
  if (planned.length === 0) return new Map();
  const { rows } = await db.query<{ id: string; price: string | null; cost: string | null }>(
    'select id, price, cost from variants where id = any ($1::uuid[])',
    [planned.map((item) => item.variant_id)],
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    planned.map(({ id, variant_id, changes: { price, cost } }) => {
      const variant = stored.get(variant_id ?? '');
      const after = [price ? price.new : (variant?.price ?? null), cost ? cost.new : (variant?.cost ?? null)];
      return [id, { margin: marginPercent(after[0] ?? null, after[1] ?? null) }];
    }),
  );
}
