import { type EditableAttribute, MONEY_ATTRIBUTES } from '@storefleet/contract/constants';
import type { BulkUpdateItemsQuery } from '@storefleet/contract/edits/bulk-updates';
import type { Queryable } from '../../platform/db/database.ts';
import { type Bind, compose } from '../../platform/db/statement.ts';
import { ITEM_COLUMNS, type ItemRow, SHOWN, STORE_BATCH_OF_ITEM } from './bulk-updates.repository.ts';

type Batch = { readonly id: string; readonly attributes: readonly EditableAttribute[] };

/** Whether the items are wanted otherwise than in the order of the plan. */
export function isFiltered({ q, store_id, moves, by_at_least, sort }: BulkUpdateItemsQuery): boolean {
  return [q, store_id, moves, by_at_least, sort].some((part) => part !== undefined);
}

/** A page of the items that a filter leaves, sorted, and how many there are; all items of the batch are looked at. */
export async function findItems(
  db: Queryable,
  batch: Batch,
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

function statement(bind: Bind, { id, attributes }: Batch, query: BulkUpdateItemsQuery): string {
  const { show, q, store_id, moves, by_at_least, sort, direction = 'asc', limit, offset } = query;
  const amount = MONEY_ATTRIBUTES.find((money) => attributes.includes(money)) ?? null;
  const conditions = ['true'];
  if (q !== undefined) {
    conditions.push(
      `concat_ws(' ', item.product_title, item.variant_title, item.sku) ilike ${bind(`%${escapeLike(q)}%`)}`,
    );
  }
  if (store_id !== undefined) conditions.push(`item.store_id = ${bind(store_id)}::uuid`);
  if (moves !== undefined) conditions.push(`moved.share ${moves === 'up' ? '>' : '<'} 0`);
  if (by_at_least !== undefined)
    conditions.push(`abs(moved.share) * 100 >= ${bind(by_at_least)}::float8::numeric`);
  const order = {
    name: 'lower(item.product_title)',
    store:
      '(select lower(store_name) from edit_batch_stores stores where stores.batch_id = item.batch_id and stores.store_id = item.store_id)',
    change: 'moved.share',
    margin: MARGIN,
  };
  const by = sort === undefined ? '' : `${order[sort]} ${direction} nulls last, `;
  const change = `item.changes -> ${bind(amount)}::text`;
  return `with found as (
      select item.id, count(*) over ()::int as total, row_number() over (order by ${by}item.position) as place
      from (select * from edit_items where batch_id = ${bind(id)}::uuid and ${SHOWN[show ?? 'all']}) as item
      cross join lateral (
        select ((${change} ->> 'new')::numeric - (${change} ->> 'old')::numeric)
          / nullif((${change} ->> 'old')::numeric, 0) as share
      ) as moved
      ${sort === 'margin' ? 'left join variants on variants.id = item.variant_id' : ''}
      where ${conditions.join(' and ')}
      order by place limit ${bind(limit)} offset ${bind(offset)}
    )
    select ${ITEM_COLUMNS}, found.total from found join edit_items as item on item.id = found.id ${STORE_BATCH_OF_ITEM}
    order by found.place`;
}

const planned = (attribute: 'price' | 'cost') =>
  `case when item.changes ? '${attribute}' then (item.changes -> '${attribute}' ->> 'new')::numeric
     else variants.${attribute}::numeric end`;
const MARGIN = `1 - (${planned('cost')}) / nullif((${planned('price')}), 0)`;

function escapeLike(text: string): string {
  return text.trim().replaceAll(/[\\%_]/g, '\\$&');
}
