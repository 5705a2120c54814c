import { type DefinitionOf, definitionsIn } from '@storefleet/contract/attributes/metafields';
import type { BulkUpdateStatus } from '@storefleet/contract/constants';
import type { BulkUpdateBatch, BulkUpdateStore } from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItem } from '@storefleet/contract/edits/bulk-update-items';
import type { BrokenGuardRail } from '@storefleet/contract/edits/guard-rails';
import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import type { Queryable } from '../../platform/db/database.ts';
import type { EditBatchesRow, EditBatchStoresRow, EditItemsRow } from '../../platform/db/rows.generated.ts';
import { prepared } from '../../platform/db/statements/prepared.ts';
import { listCurrency } from '../catalogue/price-lists.ts';
import { readDefinitions } from '../stores/stores.repository.ts';
import { SCHEDULE_COLUMN, type ScheduleColumn } from './plan-schedule.ts';
import { PACE_COLUMNS, PACE_JOINS, type Pace, secondsLeft } from './time-left.ts';
import type { ItemChanges } from './values/changes.ts';

type InContract = 'attributes' | 'warnings' | 'guard_rails' | 'import_report';
export type BatchRow = Readonly<
  Omit<EditBatchesRow, InContract | 'work_version' | 'guard_rails_revision'> &
    Pick<BulkUpdateBatch, InContract> & { schedule: ScheduleColumn | null }
>;

type Columns = 'batch_id' | 'store_currency' | 'waiting_until' | 'waiting_reason';
export type StoreBatchRow = Readonly<
  Omit<BulkUpdateStore, 'store_currency' | 'waiting_until' | 'waiting' | 'seconds_left'> &
    Pick<EditBatchStoresRow, Columns | 'blocked_products' | 'blocked_count'> & {
      is_held: boolean;
      seconds_left: number | null;
      holders: readonly Holder[];
    }
>;

/** A store batch holding products that another one waits for. */
type Holder = {
  readonly batch_id: string;
  readonly product_id: string;
  readonly seconds_left: number | null;
};

export type ItemRow = Readonly<
  Omit<BulkUpdateItem, 'changes' | 'guard_rails'> &
    Pick<EditItemsRow, 'batch_id' | 'position'> & {
      changes: ItemChanges;
      guard_rails: readonly BrokenGuardRail[] | null;
      current_values: AttributeValues | null;
    }
>;

/** A batch with everything needed to show it. */
export type StoredBatch = {
  readonly batch: BatchRow;
  readonly storeBatches: StoreBatchRow[];
  /** Its first failures and conflicts. */
  readonly problems: ItemRow[];
  /** What its stores say of the metafields that it changes. */
  readonly definitionOf: DefinitionOf;
};

const BATCH_COLUMNS = `id, origin, status, attributes, requested_by, requested_by_email, requested_by_name,
  undoes_batch_id, title, note, warnings, guard_rails, override_reason, overridden_by, overridden_by_email,
  overridden_by_name, submitted_at, decision, decided_at, decided_by, decided_by_email, decided_by_name,
  decision_reason, import_report, unplaced, cancel_requested_at, created_at, started_at, completed_at,
  items_removed_at, ${SCHEDULE_COLUMN}`;
export const ITEM_COLUMNS = `item.id, item.batch_id, item.position, item.store_id, store_batch.store_name,
  coalesce((select ${listCurrency('item.store_id', 'key')} from jsonb_object_keys(item.changes) as key limit 1),
    store_batch.store_currency) as store_currency,
  item.product_id, item.product_title, item.variant_id, item.variant_title, item.sku, item.row_number, item.changes,
  item.warnings, item.guard_rails, item.status, item.error, item.current_values, left_out.item_id is not null as left_out`;
export const ITEM_JOINS = `left join edit_batch_stores as store_batch
  on store_batch.batch_id = item.batch_id and store_batch.store_id = item.store_id
  left join left_out_items as left_out on left_out.batch_id = item.batch_id and left_out.item_id = item.id`;

export async function findBatch(
  db: Queryable,
  batchId: string,
  problemsShown: number,
): Promise<StoredBatch | null> {
  const { rows } = await db.query<BatchRow>(
    prepared(`select ${BATCH_COLUMNS} from edit_batches where id = $1`),
    [batchId],
  );
  const [found] = await withStoreBatches(db, rows, problemsShown);
  return found ?? null;
}

/** Newest first. Previews are included only on request, and only once all of their items are stored. */
export async function listBatches(
  db: Queryable,
  filter: { readonly status: BulkUpdateStatus | null; readonly limit: number; readonly offset: number },
  problemsShown: number,
): Promise<{ total: number; batches: StoredBatch[] }> {
  const isListed = `($1::text is null or status = $1) and case when status = 'planned'
    then $1 is not null and (attributes <> '{}' or import_report is not null) else started_at is not null end`;
  const { rows } = await db.query<{ total: number } & (BatchRow | { id: null })>(
    `select counted.total, page.*
     from (select count(*)::int as total from edit_batches where ${isListed}) as counted
     left join (
       select ${BATCH_COLUMNS} from edit_batches where ${isListed}
       order by created_at desc, id desc limit $2 offset $3
     ) as page on true
     order by page.created_at desc, page.id desc`,
    [filter.status, filter.limit, filter.offset],
  );
  const batches = rows.filter((row) => row.id !== null);
  return { total: rows[0]?.total ?? 0, batches: await withStoreBatches(db, batches, problemsShown) };
}

/** In the given order of ids. */
export async function findBatches(
  db: Queryable,
  ids: readonly string[],
  problemsShown: number,
): Promise<StoredBatch[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.query<BatchRow>(
    `select ${BATCH_COLUMNS} from edit_batches where id = any ($1::uuid[]) order by array_position($1::uuid[], id)`,
    [ids],
  );
  return withStoreBatches(db, rows, problemsShown);
}

async function withStoreBatches(
  db: Queryable,
  batches: readonly BatchRow[],
  problemsShown: number,
): Promise<StoredBatch[]> {
  if (batches.length === 0) return [];
  const ids = batches.map((batch) => batch.id);
  const { rows: found } = await db.query<Omit<StoreBatchRow, 'holders' | 'seconds_left'> & Pace>(
    prepared(`select batch_id, store_batch.store_id, store_name, store_currency, store_batch.status, succeeded, failed,
       unchanged, cancelled, left_out, amounts, waiting_until, waiting_reason, lease_id is not null as is_held,
       blocked_products, blocked_count, ${PACE_COLUMNS}
     from edit_batch_stores store_batch ${PACE_JOINS}
     where batch_id = any ($1::uuid[]) order by lower(store_name), store_batch.store_id`),
    [ids],
  );
  const holders = await findHolders(
    db,
    found.flatMap((storeBatch) => storeBatch.blocked_products ?? []),
  );
  const storeBatches = found.map((storeBatch) => ({
    ...storeBatch,
    seconds_left: secondsLeft(storeBatch),
    holders: holders.filter((holder) => storeBatch.blocked_products?.includes(holder.product_id)),
  }));
  const storeBatchesOf = Map.groupBy(storeBatches, (storeBatch) => storeBatch.batch_id);
  const isFailing = (batch: BatchRow) =>
    batch.unplaced > 0 || storeBatchesOf.get(batch.id)?.some((storeBatch) => storeBatch.failed > 0);
  const problemsOf = Map.groupBy(
    await findProblems(
      db,
      batches.filter(isFailing).map((batch) => batch.id),
      problemsShown,
    ),
    (item) => item.batch_id,
  );
  const stores = await readDefinitions(
    db,
    batches.flatMap(({ attributes }) => attributes),
  );
  return batches.map((batch) => {
    const own = storeBatchesOf.get(batch.id) ?? [];
    return {
      batch,
      storeBatches: own,
      problems: problemsOf.get(batch.id) ?? [],
      definitionOf: definitionsIn(
        stores,
        own.map(({ store_id }) => store_id),
      ),
    };
  });
}

async function findHolders(db: Queryable, productIds: readonly string[]): Promise<Holder[]> {
  if (productIds.length === 0) return [];
  const { rows } = await db.query<Omit<Holder, 'seconds_left'> & Pace>(
    `select claim.batch_id, claim.product_id, ${PACE_COLUMNS}
     from edit_claims claim
     left join products on products.id = claim.product_id
     join edit_batch_stores store_batch
       on store_batch.batch_id = claim.batch_id and store_batch.store_id = coalesce(claim.store_id, products.store_id)
     ${PACE_JOINS}
     where claim.product_id = any ($1::uuid[])`,
    [productIds],
  );
  return rows.map((row) => ({ ...row, seconds_left: secondsLeft(row) }));
}

async function findProblems(db: Queryable, batchIds: readonly string[], limit: number): Promise<ItemRow[]> {
  if (batchIds.length === 0) return [];
  const { rows } = await db.query<ItemRow>(
    `select ${ITEM_COLUMNS}
     from unnest($1::uuid[]) as asked (id)
     cross join lateral (
       select * from edit_items where batch_id = asked.id and status in ('failed', 'conflict')
       order by position limit $2
     ) as item ${ITEM_JOINS}
     order by item.batch_id, item.position`,
    [batchIds, limit],
  );
  return rows;
}

export type ItemsShown = 'all' | 'changes' | 'problems' | 'warnings' | 'unchanged' | 'left_out';

export const SHOWN: Record<ItemsShown, string> = {
  all: 'true',
  changes: `item.status in ('planned', 'sent', 'succeeded', 'cancelled')`,
  problems: `item.status in ('failed', 'conflict')`,
  warnings: `item.warnings <> '{}'`,
  unchanged: `item.status = 'unchanged'`,
  left_out: `exists (select from left_out_items listed where listed.batch_id = item.batch_id and listed.item_id = item.id)`,
};

/** Items by position, from `offset` on. */
export function listItems(
  db: Queryable,
  batchId: string,
  { shown, limit, offset }: { readonly shown: ItemsShown; readonly limit: number; readonly offset: number },
): Promise<ItemRow[]> {
  return readItems(db, `${SHOWN[shown]} order by position limit $2 offset $3`, [batchId, limit, offset]);
}

export async function countItems(db: Queryable, batchId: string, shown: ItemsShown): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from edit_items item where batch_id = $1 and ${SHOWN[shown]}`,
    [batchId],
  );
  return rows[0]?.count ?? 0;
}

type Page = { readonly after: number; readonly limit: number };

/** Items after a position, for reading all of them page by page. */
export function findItemsAfter(
  db: Queryable,
  batchId: string,
  { shown, after, limit }: Page & { readonly shown: ItemsShown },
): Promise<ItemRow[]> {
  return readItems(db, `position > $2 and ${SHOWN[shown]} order by position limit $3`, [
    batchId,
    after,
    limit,
  ]);
}

/** What a plan changes, without the names that a list shows. */
export type ItemToPlan = Readonly<
  Pick<EditItemsRow, 'position' | 'store_id' | 'product_id' | 'variant_id' | 'row_number'> & {
    changes: ItemChanges;
  }
>;

/** Items after a position: those of an ended batch that can be retried, or those that a plan will change. */
export async function findItemsToPlan(
  db: Queryable,
  batchId: string,
  { after, limit, isPlan }: Page & { readonly isPlan: boolean },
): Promise<ItemToPlan[]> {
  const wanted = isPlan
    ? `status = 'planned' and not exists (select from left_out_items
         where left_out_items.batch_id = item.batch_id and item_id = item.id)`
    : `status in ('failed', 'conflict', 'cancelled') and store_id is not null and product_id is not null
         and changes <> '{}'`;
  const { rows } = await db.query<ItemToPlan>(
    `select position, store_id, product_id, variant_id, row_number, changes from edit_items item
     where batch_id = $1 and position > $2 and ${wanted} order by position limit $3`,
    [batchId, after, limit],
  );
  return rows;
}

/** `page` selects among the items of the batch $1. */
async function readItems(db: Queryable, page: string, params: readonly unknown[]): Promise<ItemRow[]> {
  const { rows } = await db.query<ItemRow>(
    `select ${ITEM_COLUMNS} from (select * from edit_items item where batch_id = $1 and ${page}) as item
     ${ITEM_JOINS} order by item.position`,
    params,
  );
  return rows;
}
