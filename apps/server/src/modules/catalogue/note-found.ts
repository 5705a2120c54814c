import type { Queryable } from '../../platform/db/database.ts';
import { orderedIds } from '../../platform/db/statements/ordered-ids.ts';
import { prepared } from '../../platform/db/statements/prepared.ts';
import type { ChangedItem } from './history-writer.ts';
import { listCurrency } from './price-lists.ts';

/** What found the changes, and the batch they belong to. `edit`: the edit that came upon them. */
export type Finder = {
  readonly foundBy: 'sync' | 'webhook' | null;
  readonly batchId: string;
  readonly edit?: string | undefined;
};

/**
 * The statement that records found changes, in the transaction that stores them and locks the products.
 * `store`, `batch` and `now` are SQL expressions; `foundParameters` start at `first`. Skips values that
 * another edit has sent, or one without an answer may still bring: these record their own changes.
 */
export function insertFound(first: number, store: string, batch: string, now: string): string {
  const place = (nth: number, type: string) => `$${first + nth}::${type}`;
  const arrays = ROW_TYPES.map((type, nth) => place(nth + 2, `${type}[]`)).join(', ');
  // Product by product (`offset 0`), as the planner does not know how many items were sent.
  return `with sent as materialized (
      select item.* from (select distinct id from unnest(${place(3, 'uuid[]')}) as id) as found
      cross join lateral (
        select product_id, variant_id, changes from edit_items
        where status = 'sent' and product_id = found.id and batch_id is distinct from ${place(1, 'uuid')}
        offset 0
      ) as item
    )
    insert into change_history (changed_at, batch_id, origin, found_by, store_id, store_name, store_currency,
      old_value_known, ${ROW_NAMES})
    select ${now}, ${batch}, 'outside', ${place(0, 'text')}, stores.id, stores.shop_name,
      coalesce(${listCurrency('stores.id', 'row.attribute')}, stores.store_currency), false, row.*
    from stores, unnest(${arrays}) as row (${ROW_NAMES})
    where stores.id = ${store} and not exists (
      select from sent where sent.product_id = row.product_id
        and sent.variant_id is not distinct from row.variant_id
        and sent.changes -> row.attribute ->> 'old' is distinct from sent.changes -> row.attribute ->> 'new'
    ) and not exists (
      select from late_write_checks as late where late.product_id = row.product_id
        and late.variant_id is not distinct from row.variant_id and late.known ? row.attribute
    )`;
}

const ROW_NAMES = `id, product_id, product_source_id, product_title, variant_id, variant_source_id, variant_title, sku,
      attribute, old_value, new_value`;
const ROW_TYPES = 'uuid uuid text text uuid text text text text text text'.split(' ');

/** Parameters of `insertFound`. */
export function foundParameters(
  { foundBy, edit }: Pick<Finder, 'foundBy' | 'edit'>,
  found: readonly ChangedItem[],
): unknown[] {
  const rows = found.flatMap(({ item, changed }) => changed.map((change) => ({ ...item, change })));
  return [
    foundBy,
    edit ?? null,
    orderedIds(rows.length),
    rows.map((row) => row.product_id),
    rows.map((row) => row.product_source_id),
    rows.map((row) => row.product_title),
    rows.map((row) => row.variant_id),
    rows.map((row) => row.variant_source_id),
    rows.map((row) => row.variant_title),
    rows.map((row) => row.sku),
    rows.map(({ change }) => change.attribute),
    rows.map(({ change }) => change.old),
    rows.map(({ change }) => change.new),
  ];
}

const NOTE_FOUND = prepared(insertFound(4, '$1', '$2', '$3'));

/** As a statement of its own. A sync includes it in the statement that stores its page. */
export async function noteFoundChanges(
  tx: Queryable,
  storeId: string,
  finder: Finder,
  found: readonly ChangedItem[],
  now: Date,
): Promise<void> {
  if (found.length === 0) return;
  await tx.query(NOTE_FOUND, [storeId, finder.batchId, now, ...foundParameters(finder, found)]);
}
