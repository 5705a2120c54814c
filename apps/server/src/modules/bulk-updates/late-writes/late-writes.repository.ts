import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import type { AttributeValue, AttributeValues } from '@storefleet/contract/values/attribute-value';
import type { Queryable } from '../../../platform/db/database.ts';
import type { LateWriteChecksRow } from '../../../platform/db/rows.generated.ts';
import type { ChangedItem } from '../../catalogue/history-writer.ts';
import { heldStoreBatch, type StoreBatchLease, storeBatchLeases } from '../store-batch-lease.ts';

/** A bulk operation whose start got no answer, and that was not found. */
export type BulkStart = { readonly label: string; readonly started_after: string };

type Known = {
  /** The source's value when it was read after the lost answer. */
  readonly known: AttributeValues;
};
/** Without a variant for the product's own attributes. */
type Target = Readonly<Pick<LateWriteChecksRow, 'product_id' | 'variant_id'>> & Known;

/** A variant or product to fetch again, claimed by a worker until `due_at`. */
export type LateWriteCheck = Readonly<Omit<LateWriteChecksRow, 'known' | 'bulk_start'>> &
  Known & { readonly bulk_start: BulkStart | null };

/** Longer than a source works on an abandoned request. */
const CHECK_AFTER_MS = 3 * 60_000;

/**
 * Only under the store batch's lease. Two lost answers about one target make one check, at the later time.
 */
export async function scheduleLateWriteChecks(
  db: Queryable,
  lease: StoreBatchLease,
  targets: readonly Target[],
  { fetchedAt, bulkStart }: { readonly fetchedAt: Date; readonly bulkStart: BulkStart | null },
): Promise<void> {
  if (targets.length === 0) return;
  await db.query(
    `with ${heldStoreBatch('share')}
     insert into late_write_checks as late
       (target_id, store_id, product_id, variant_id, known, looked_at, bulk_start, due_at)
     select coalesce(row.variant_id, products.id), held.store_id, products.id, row.variant_id, row.known::jsonb, $7,
       $8::jsonb, $9
     from held, unnest($4::uuid[], $5::uuid[], $6::text[]) as row (product_id, variant_id, known)
     join products on products.id = row.product_id
     on conflict (target_id) do update set known = late.known || excluded.known,
       looked_at = least(late.looked_at, excluded.looked_at),
       bulk_start = coalesce(excluded.bulk_start, late.bulk_start), due_at = excluded.due_at, attempt = 0`,
    storeBatchLeases.params(
      lease,
      targets.map((target) => target.product_id),
      targets.map((target) => target.variant_id),
      targets.map((target) => JSON.stringify(target.known)),
      fetchedAt,
      bulkStart === null ? null : JSON.stringify(bulkStart),
      new Date(fetchedAt.getTime() + CHECK_AFTER_MS),
    ),
  );
}

/** Due checks of one store, claimed by this process. */
export type DueChecks = { readonly storeId: string; readonly checks: readonly LateWriteCheck[] };

/** Claims the due checks of one store until a time, oldest first. */
export async function claimLateWriteChecks(
  db: Queryable,
  { limit, now, until }: { readonly limit: number; readonly now: Date; readonly until: Date },
): Promise<DueChecks | null> {
  const { rows } = await db.query<LateWriteCheck>(
    `update late_write_checks set due_at = $3
     where target_id in (
       select target_id from late_write_checks
       where due_at <= $2 and store_id = (
         select store_id from late_write_checks where due_at <= $2 order by due_at limit 1)
       order by due_at, target_id limit $1 for update skip locked)
     returning *`,
    [limit, now, until],
  );
  const [first] = rows;
  return first === undefined ? null : { storeId: first.store_id, checks: rows };
}

const idsOf = (checks: readonly LateWriteCheck[]) => checks.map((check) => check.target_id);

/** Ends checks, except those that another lost answer has postponed since. */
export async function endLateWriteChecks(db: Queryable, checks: readonly LateWriteCheck[]): Promise<void> {
  await db.query(
    `delete from late_write_checks using unnest($1::uuid[], $2::timestamptz[]) as done (target_id, due_at)
     where late_write_checks.target_id = done.target_id and late_write_checks.due_at = done.due_at`,
    [idsOf(checks), checks.map((check) => check.due_at)],
  );
}

export async function postponeLateWriteChecks(
  db: Queryable,
  checks: readonly LateWriteCheck[],
  { until, failed = false }: { readonly until: Date; readonly failed?: boolean },
): Promise<void> {
  if (checks.length === 0) return;
  await db.query(
    `update late_write_checks set due_at = $2, attempt = attempt + $3 where target_id = any ($1::uuid[])`,
    [idsOf(checks), until, failed ? 1 : 0],
  );
}

/** The operation has ended, or will not start any more. */
export async function forgetBulkStart(db: Queryable, label: string): Promise<void> {
  await db.query(`update late_write_checks set bulk_start = null where bulk_start->>'label' = $1`, [label]);
}

export type CheckedTarget = ChangedItem['item'] & {
  readonly target_id: string;
  readonly edited_at: Date | null;
  /** A batch is writing it, or about to. */
  readonly is_claimed: boolean;
};

/** Our rows of the remaining targets. `lock`: keeps the products unchanged meanwhile. */
export async function readCheckedTargets(
  db: Queryable,
  checks: readonly LateWriteCheck[],
  { lock }: { readonly lock: boolean },
): Promise<CheckedTarget[]> {
  if (lock) {
    await db.query('select from products where id = any ($1::uuid[]) order by id for update', [
      checks.map((check) => check.product_id),
    ]);
  }
  const { rows } = await db.query<CheckedTarget>(
    `select late.target_id, late.product_id, late.variant_id, products.source_id as product_source_id,
       variants.source_id as variant_source_id, products.title as product_title, variants.title as variant_title,
       variants.sku, products.edited_at, '{}'::jsonb as changes,
       exists (select from edit_claims where edit_claims.product_id = products.id) as is_claimed
     from late_write_checks late
     join products on products.id = late.product_id
     left join variants on variants.id = late.variant_id and variants.product_id = products.id
     where late.target_id = any ($1::uuid[]) and (late.variant_id is null or variants.id is not null)`,
    [idsOf(checks)],
  );
  return rows;
}

/** The last change of each value in the history since it was reconciled after the lost answer. */
export async function readLaterChanges(db: Queryable, checks: readonly LateWriteCheck[]) {
  const { rows } = await db.query<{ target_id: string; attribute: EditableAttribute; value: AttributeValue }>(
    `select late.target_id, asked.attribute, last.new_value as value
     from late_write_checks late cross join jsonb_object_keys(known) as asked (attribute)
     cross join lateral (
       select h.new_value from change_history h
       where h.product_id = late.product_id and h.attribute = asked.attribute and h.changed_at >= late.looked_at
         and h.variant_id is not distinct from late.variant_id
       order by h.changed_at desc, h.id desc limit 1
     ) as last
     where late.target_id = any ($1::uuid[])`,
    [idsOf(checks)],
  );
  return rows;
}
