import type { BulkUpdateWarningCode } from '@storefleet/contract/constants';
import { canonicalDecimal } from '@storefleet/contract/values/money/decimal';
import type { Queryable } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/statements/prepared.ts';
import { compose, insertOf } from '../../../platform/db/statements/statement.ts';
import { type Effort, noteEffort } from '../time-left.ts';
import type { BatchHead } from './drafts/drafts.ts';
import type { PlannedItem } from './plan-item.ts';
import type { PlanResult, StoreSummary } from './summary.ts';

/**
 * The row that items reference. It has no attributes until all items are stored, and is not listed until
 * then.
 */
export function toBatchRow(id: string, head: BatchHead, now: Date) {
  return {
    id,
    origin: head.origin,
    requested_by: head.requestedBy.id,
    requested_by_email: head.requestedBy.email,
    requested_by_name: head.requestedBy.name,
    undoes_batch_id: head.undoesBatchId ?? null,
    import_report: head.importReport ?? null,
    title: head.title ?? null,
    created_at: now,
    status: 'planned',
    attributes: [] as readonly string[],
  };
}

export const toItemRows = (batch_id: string, firstPosition: number, items: readonly PlannedItem[]) =>
  items.map((item, index) => ({ ...item, batch_id, position: firstPosition + index }));

export const toStoreBatchRows = (batch_id: string, stores: readonly StoreSummary[]) =>
  stores.map(({ store, total, failed, unchanged, amounts }) => ({
    batch_id,
    store_id: store.id,
    store_name: store.name,
    store_currency: store.currency,
    total,
    failed,
    unchanged,
    amounts: [...amounts.values()].map(withCents),
  }));

export async function insertRows(db: Queryable, table: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const { text, params } = compose((bind) => insertOf(bind, table, rows));
  await db.query(prepared(text), params);
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

/** Makes the batch a visible preview. */
export async function finishPlan(tx: Queryable, batchId: string, plan: PlanResult): Promise<void> {
  await tx.query(
    `update edit_batches set attributes = $2, warnings = $3, unplaced = $4, guard_rails = $5,
       guard_rails_revision = $6
     where id = $1`,
    [
      batchId,
      plan.attributes,
      JSON.stringify(plan.warnings),
      plan.unplaced,
      JSON.stringify(plan.broken),
      plan.ruleSet.revision,
    ],
  );
  const costsOf = new Map(plan.stores.map(({ store }) => [store.id, store.editing?.costs]));
  const rows = toStoreBatchRows(batchId, plan.stores).map((row) => ({
    ...row,
    effort: { costs: costsOf.get(row.store_id) ?? null } satisfies Effort,
  }));
  await insertRows(tx, 'edit_batch_stores', rows);
  await noteEffort(tx, batchId);
}

function withCents<Amounts extends { before: string; after: string }>(amounts: Amounts): Amounts {
  return {
    ...amounts,
    before: canonicalDecimal(amounts.before, 2),
    after: canonicalDecimal(amounts.after, 2),
  };
}
