import type { SourceEdit } from '../../../connectors/editing.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import type { EditItemsRow } from '../../../platform/db/rows.generated.ts';
import { prepared } from '../../../platform/db/statements/prepared.ts';
import { LeaseLostError } from '../../../platform/work/lease.ts';
import { heldStoreBatch, type StoreBatchLease, storeBatchLeases } from '../store-batch-lease.ts';
import { attributesOf, entriesOf, fromEntries, type ItemChanges } from '../values/changes.ts';

/** An unfinished item, as the worker of its store batch needs it. */
export type OpenItem = Readonly<
  Pick<EditItemsRow, 'id' | 'position' | 'variant_id' | 'variant_source_id' | 'variant_title' | 'sku'> & {
    product_id: string;
    product_source_id: string;
    product_title: string;
    changes: ItemChanges;
    /** When the old values were fetched under this lease. */
    fetchedAt?: Date;
  }
>;

/**
 * Matches an item given by id that is open. Not as the index of open items has it: the planner, which does not know
 * how many there are while they are new, would read all of them for each.
 */
export const IS_OPEN = `edit_items.status || '' in ('planned', 'sent')`;

/** What remains to be written, without attributes that arrived before a lost answer. */
export function sourceEditOf(item: OpenItem): SourceEdit {
  const open = entriesOf(item.changes).filter(([, change]) => change.old !== change.new);
  return {
    key: item.id,
    productId: item.product_source_id,
    variantId: item.variant_source_id,
    expected: fromEntries(open.map(([attribute, change]) => [attribute, change.old])),
    values: fromEntries(open.map(([attribute, change]) => [attribute, change.new])),
  };
}

/** What to fetch from the source for an item. */
export const targetOf = (item: OpenItem) => ({
  productId: item.product_source_id,
  variantId: item.variant_source_id,
  attributes: attributesOf(item.changes),
});

export async function readOpenItems(
  db: Queryable,
  { batchId, storeId }: StoreBatchLease,
  { status, after, limit }: { status: 'planned' | 'sent'; after: number; limit: number },
): Promise<OpenItem[]> {
  const { rows } = await db.query<OpenItem>(
    prepared(`select id, position, product_id, variant_id, product_source_id, variant_source_id, product_title, variant_title,
       sku, changes
     from edit_items
     where batch_id = $1 and store_id = $2 and status in ('planned', 'sent') and status = $3 and position > $4
     order by position limit $5`),
    [batchId, storeId, status, after, limit],
  );
  return rows;
}

export async function hasOpenItems(db: Queryable, { batchId, storeId }: StoreBatchLease): Promise<boolean> {
  const { rows } = await db.query(
    `select from edit_items where batch_id = $1 and store_id = $2 and status in ('planned', 'sent') limit 1`,
    [batchId, storeId],
  );
  return rows.length > 0;
}

/** Counts the products with planned items, up to a limit. */
export async function countPlannedProducts(
  db: Queryable,
  { batchId, storeId }: StoreBatchLease,
  upTo: number,
): Promise<number> {
  const { rows } = await db.query<{ products: number }>(
    `select count(*)::integer as products from (
       select distinct product_id from edit_items
       where batch_id = $1 and store_id = $2 and status in ('planned', 'sent') and status = 'planned' limit $3
     ) as planned`,
    [batchId, storeId, upTo],
  );
  return rows[0]?.products ?? 0;
}

/**
 * Marks items as sent, with the values just read from the source as their old values: for the history, and to
 * tell after a lost answer whether the edit arrived.
 */
export async function markSent(
  db: Queryable,
  lease: StoreBatchLease,
  items: readonly OpenItem[],
): Promise<void> {
  const { rowCount } = await db.query(
    prepared(`with ${heldStoreBatch('update')}
     update edit_items set status = 'sent', changes = row.changes::jsonb
     from held, unnest($4::uuid[], $5::text[]) as row (id, changes)
     where edit_items.id = row.id and ${IS_OPEN}`),
    storeBatchLeases.params(
      lease,
      items.map((item) => item.id),
      items.map((item) => JSON.stringify(item.changes)),
    ),
  );
  if (rowCount < items.length) throw new LeaseLostError();
}

/** Resets items to planned: nothing of them was sent. */
export async function takeBackUnsent(
  db: Queryable,
  lease: StoreBatchLease,
  items: readonly OpenItem[],
): Promise<void> {
  const ids = items.map((item) => item.id);
  await db.query(
    `with ${heldStoreBatch('update')}
     update edit_items set status = 'planned' from held
     where edit_items.id = any ($4::uuid[]) and ${IS_OPEN} and status = 'sent'`,
    storeBatchLeases.params(lease, ids),
  );
}

type CopyIds = Pick<OpenItem, 'product_id' | 'variant_id'>;

/** Sets the ids that our copy has by now for the products and variants of planned items; `items` joins them as `item`. */
const moveReturnedOf = (items: string) => `
  update edit_items set product_id = returned.product_id, variant_id = returned.variant_id
  from (
    select item.id, products.id as product_id, variants.id as variant_id
    from ${items}
    join products on products.store_id = item.store_id and products.source_id = item.product_source_id
    left join variants on variants.product_id = products.id and variants.source_id = item.variant_source_id
    where item.variant_source_id is null or variants.id is not null
  ) as returned
  where edit_items.id = returned.id and ${IS_OPEN} and edit_items.status = 'planned'
  returning edit_items.id, edit_items.product_id, edit_items.variant_id`;

const toCopyIds = (rows: readonly (CopyIds & { id: string })[]): ReadonlyMap<string, CopyIds> =>
  new Map(rows.map(({ id, ...ids }) => [id, ids]));

/** Has planned items follow what a sync removed and brought back under new ids; returns these by item. */
export async function moveReturned(
  db: Queryable,
  lease: StoreBatchLease,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, CopyIds>> {
  const { rows } = await db.query<CopyIds & { id: string }>(
    `with ${heldStoreBatch('share')}
     ${moveReturnedOf('held join edit_items item on item.id = any ($4::uuid[])')}`,
    storeBatchLeases.params(lease, itemIds),
  );
  return toCopyIds(rows);
}

/** The same before the batch has started; the transaction has to hold it. */
export async function moveReturnedOfPlan(
  tx: Queryable,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, CopyIds>> {
  const { rows } = await tx.query<CopyIds & { id: string }>(
    moveReturnedOf('(select * from edit_items where id = any ($1::uuid[])) as item'),
    [itemIds],
  );
  return toCopyIds(rows);
}

/** Items ended per transaction; more would block everybody else on the embedded database. */
const ITEMS_PER_STEP = 2_000;

/** Ends open items of one of two states without contacting the source. */
export async function endOpenItems(
  db: Database,
  lease: StoreBatchLease,
  end: {
    readonly from: 'planned' | 'sent';
    readonly to: 'failed' | 'cancelled';
    readonly error: string | null;
    readonly now: Date;
  },
): Promise<void> {
  for (;;) {
    const ended = await db.transaction(async (tx) => {
      await storeBatchLeases.hold(tx, lease);
      const { rowCount } = await tx.query(
        `update edit_items set status = $4, error = $5, finished_at = $6
         where id in (select id from edit_items
           where batch_id = $1 and store_id = $2 and status in ('planned', 'sent') and status = $3
           order by position limit $7)`,
        [lease.batchId, lease.storeId, end.from, end.to, end.error, end.now, ITEMS_PER_STEP],
      );
      await tx.query(
        `update edit_batch_stores set ${end.to} = ${end.to} + $3 where batch_id = $1 and store_id = $2`,
        [lease.batchId, lease.storeId, rowCount],
      );
      return rowCount;
    });
    if (ended < ITEMS_PER_STEP) return;
  }
}
