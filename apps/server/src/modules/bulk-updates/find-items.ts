import { type EditableAttribute, MONEY_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import type {
  BulkUpdateItemsFilter,
  BulkUpdateItemsQuery,
} from '@storefleet/contract/edits/bulk-update-items';
import type { Queryable } from '../../platform/db/database.ts';
import { type Bind, compose } from '../../platform/db/statements/statement.ts';
import { ITEM_COLUMNS, ITEM_JOINS, type ItemRow, SHOWN } from './bulk-updates.repository.ts';

export type FilteredBatch = { readonly id: string; readonly attributes: readonly EditableAttribute[] };

/** Whether the items are filtered or sorted, rather than in the order of the plan. */
export function isFiltered({ show: _, limit: __, offset: ___, ...filter }: BulkUpdateItemsQuery): boolean {
  return Object.values(filter).some((part) => part !== undefined);
}

/** A page of the filtered, sorted items, and how many there are; reads all items of the batch. */
export async function findItems(
  db: Queryable,
  batch: FilteredBatch,
  query: BulkUpdateItemsQuery,
): Promise<{ rows: ItemRow[]; total: number }> {
  const { text, params } = compose((bind) => statement(bind, batch, query));
  const { rows } = await db.query<ItemRow & { total: number }>(text, params);
  const [first] = rows;
  if (first === undefined && query.offset > 0) {
    const { total } = await findItems(db, batch, { ...query, offset: 0, limit: 1 });
    return { rows: [], total };
  }
  return { rows, total: first?.total ?? 0 };
}

function statement(bind: Bind, batch: FilteredBatch, query: BulkUpdateItemsQuery): string {
  const { sort, direction = 'asc', limit, offset } = query;
  const by = sort === undefined ? '' : `${ORDER[sort]} ${direction} nulls last, `;
  return `with found as (
      select item.id, count(*) over ()::int as total, row_number() over (order by ${by}item.position) as place
      from ${filteredItems(bind, batch, query)}
      order by place limit ${bind(limit)} offset ${bind(offset)}
    )
    select ${ITEM_COLUMNS}, found.total from found join edit_items as item on item.id = found.id ${ITEM_JOINS}
    order by found.place`;
}

/**
 * Items as `item`, with `variants` from our copy and, in `moved`, the relative change of an amount as
 * `share`.
 */
export function filteredItems(
  bind: Bind,
  { id, attributes }: FilteredBatch,
  filter: BulkUpdateItemsFilter,
): string {
  const { show, q, store_id, attribute, warning, moves, by_at_least } = filter;
  const subject = attribute ?? MONEY_ATTRIBUTES.find((money) => attributes.includes(money)) ?? attributes[0];
  const isMoney = MONEY_ATTRIBUTES.some((money) => money === subject);
  const conditions = [`item.batch_id = ${bind(id)}::uuid`, SHOWN[show ?? 'all']];
  if (q !== undefined) {
    conditions.push(
      `concat_ws(' ', item.product_title, item.variant_title, item.sku, variants.barcode) ilike ${bind(`%${escapeLike(q)}%`)}`,
    );
  }
  if (store_id !== undefined) conditions.push(`item.store_id = ${bind(store_id)}::uuid`);
  if (attribute !== undefined) conditions.push(`item.changes ? ${bind(attribute)}::text`);
  if (warning !== undefined) conditions.push(`${bind(warning)}::text = any (item.warnings)`);
  if (moves !== undefined) conditions.push(`moved.share ${moves === 'up' ? '>' : '<'} 0`);
  if (by_at_least !== undefined)
    conditions.push(`abs(moved.share) * 100 >= ${bind(by_at_least)}::float8::numeric`);
  const value = (side: 'old' | 'new') => {
    const text = `item.changes -> ${bind(subject)}::text ->> '${side}'`;
    return `case when ${bind(isMoney)}::boolean then (${text})::numeric end as ${side}, lower(${text}) as ${side}_text`;
  };
  return `edit_items as item
    left join variants on variants.id = item.variant_id
    cross join lateral (select ${value('old')}, ${value('new')}) as change
    cross join lateral (select (change.new - change.old) / nullif(change.old, 0) as share) as moved
    where ${conditions.join(' and ')}`;
}

const planned = (attribute: 'price' | 'cost') =>
  `case when item.changes ? '${attribute}' then (item.changes -> '${attribute}' ->> 'new')::numeric
     else variants.${attribute}::numeric end`;

const ORDER: Record<NonNullable<BulkUpdateItemsQuery['sort']>, string> = {
  name: 'lower(item.product_title)',
  store:
    '(select lower(store_name) from edit_batch_stores stores where stores.batch_id = item.batch_id and stores.store_id = item.store_id)',
  sku: 'lower(item.sku)',
  before: 'row (change.old, change.old_text)',
  after: 'row (change.new, change.new_text)',
  change: 'moved.share',
  margin: `1 - (${planned('cost')}) / nullif((${planned('price')}), 0)`,
};

function escapeLike(text: string): string {
  return text.trim().replaceAll(/[\\%_]/g, '\\$&');
}
