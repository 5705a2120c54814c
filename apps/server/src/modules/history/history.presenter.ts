import { DEFAULT_CURRENCY } from '@storefleet/contract/constants';
import type { HistoryRecord } from '@storefleet/contract/edits/history';
import type { Person } from '@storefleet/contract/people/person';
import type { Queryable } from '../../platform/db/database.ts';
import { type HistoryRow, sizesOfBatches } from './history.repository.ts';
import { findUndoneMarks } from './undo/undone-marks.ts';

/** Rows in the contract's form, with about three queries regardless of their number. */
export async function presentHistory(db: Queryable, rows: readonly HistoryRow[]): Promise<HistoryRecord[]> {
  if (rows.length === 0) return [];
  const sizes = await sizesOfBatches(db, [...new Set(rows.map((row) => row.batch_id))]);
  const undone = await findUndoneMarks(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    id: row.id,
    timestamp: row.changed_at.toISOString(),
    store_id: row.store_id,
    store_details: { shop_name: row.store_name, store_currency: row.store_currency ?? DEFAULT_CURRENCY },
    product_details: { title: row.product_title, variant_title: row.variant_title, sku: row.sku },
    product_id: row.product_id,
    variant_id: row.variant_id,
    shopify_product_id: row.product_source_id,
    attribute_changed: row.attribute,
    old_value: row.old_value,
    old_value_known: row.old_value_known,
    new_value: row.new_value,
    user_details: personOf(row),
    changed_by_user_id: row.user_id,
    batch_id: row.batch_id,
    batch_size: sizes.get(row.batch_id) ?? 1,
    origin: row.origin,
    found_by: row.found_by,
    undoes_batch_id: row.undoes_batch_id,
    undoes_record_id: row.undoes_record_id,
    undone_by_batch_id: undone.get(row.id) ?? null,
  }));
}

/** Who made a change, under their name at the time. */
export function personOf(row: Pick<HistoryRow, 'user_id' | 'user_email' | 'user_name'>): Person | null {
  return row.user_id === null ? null : { id: row.user_id, email: row.user_email ?? '', name: row.user_name };
}
