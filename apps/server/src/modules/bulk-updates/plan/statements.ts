import type { BulkUpdateWarningCode } from '@storefleet/contract/constants';
import { canonicalDecimal } from '@storefleet/contract/values/decimal';
import type { Queryable } from '../../../platform/db/database.ts';
import type { BatchHead } from './drafts.ts';
import type { PlannedItem } from './plan-item.ts';
import type { PlanResult, StoreSummary } from './summary.ts';

/** The row that items refer to. Without attributes, until all items are stored, it is not listed. */
export async function insertBatch(db: Queryable, id: string, head: BatchHead, now: Date): Promise<void> {
  const { origin, requestedBy, undoesBatchId, importReport } = head;
  await db.query(
    `insert into edit_batches (id, origin, status, attributes, requested_by, requested_by_email, requested_by_name,
       undoes_batch_id, import_report, created_at)
     values ($1, $2, 'planned', '{}', $3, $4, $5, $6, $7, $8)`,
    [
      id,
      origin,
      requestedBy.id,
      requestedBy.email,
      requestedBy.name,
      undoesBatchId ?? null,
      importReport === undefined ? null : JSON.stringify(importReport),
      now,
    ],
  );
}

/** One array for each column, so that the statement's text does not depend on the number of rows. */
export const INSERT_ITEMS = `
  insert into edit_items (batch_id, position, id, store_id, product_id, variant_id, product_source_id,
    variant_source_id, product_title, variant_title, sku, row_number, changes, warnings, status, error)
  select $1, $2::integer + row.number::integer - 1, row.id, row.store_id, row.product_id, row.variant_id,
    row.product_source_id, row.variant_source_id, row.product_title, row.variant_title, row.sku, row.row_number,
    row.changes::jsonb, string_to_array(row.warnings, ','), row.status, row.error
  from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::text[],
    $11::text[], $12::integer[], $13::text[], $14::text[], $15::text[], $16::text[]) with ordinality
    as row (id, store_id, product_id, variant_id, product_source_id, variant_source_id, product_title,
      variant_title, sku, row_number, changes, warnings, status, error, number)`;

export async function insertItems(
  db: Queryable,
  batchId: string,
  firstPosition: number,
  items: readonly PlannedItem[],
): Promise<void> {
  await db.query(INSERT_ITEMS, [batchId, firstPosition, ...itemColumns(items)]);
}

/** For $3 to $16 of `INSERT_ITEMS`. */
export function itemColumns(items: readonly PlannedItem[]): unknown[] {
  return [
    items.map((item) => item.id),
    items.map((item) => item.storeId),
    items.map((item) => item.productId),
    items.map((item) => item.variantId),
    items.map((item) => item.productSourceId),
    items.map((item) => item.variantSourceId),
    items.map((item) => item.productTitle),
    items.map((item) => item.variantTitle),
    items.map((item) => item.sku),
    items.map((item) => item.rowNumber),
    items.map((item) => JSON.stringify(item.changes)),
    items.map((item) => item.warnings.join(',')),
    items.map((item) => item.status),
    items.map((item) => item.error),
  ];
}

export async function addWarning(
  db: Queryable,
  itemIds: readonly string[],
  warning: BulkUpdateWarningCode,
): Promise<void> {
  await db.query(
    `update edit_items set warnings = warnings || $2::text
     where id = any ($1::uuid[]) and $2::text <> all (warnings)`,
    [itemIds, warning],
  );
}

/** Makes the batch a preview that people can see. */
export async function finishPlan(tx: Queryable, batchId: string, plan: PlanResult): Promise<void> {
  await tx.query('update edit_batches set attributes = $2, warnings = $3, unplaced = $4 where id = $1', [
    batchId,
    plan.attributes,
    JSON.stringify(plan.warnings),
    plan.unplaced,
  ]);
  await tx.query(
    `insert into edit_batch_stores (batch_id, store_id, store_name, store_currency, total, failed, unchanged, amounts)
     select $1, row.* from unnest($2::uuid[], $3::text[], $4::text[], $5::integer[], $6::integer[], $7::integer[],
       $8::jsonb[]) as row`,
    [batchId, ...storeBatchColumns(plan.stores)],
  );
}

/** Store, name, currency, total, failed, unchanged and amounts. */
export function storeBatchColumns(stores: readonly StoreSummary[]): unknown[] {
  return [
    stores.map(({ store }) => store.id),
    stores.map(({ store }) => store.name),
    stores.map(({ store }) => store.currency),
    stores.map(({ total }) => total),
    stores.map(({ failed }) => failed),
    stores.map(({ unchanged }) => unchanged),
    stores.map(({ amounts }) => JSON.stringify([...amounts.values()].map(withCents))),
  ];
}

function withCents<Amounts extends { before: string; after: string }>(amounts: Amounts): Amounts {
  return {
    ...amounts,
    before: canonicalDecimal(amounts.before, 2),
    after: canonicalDecimal(amounts.after, 2),
  };
}
