import type { ProductFilter } from '@storefleet/contract/catalogue/filter/product-filter';
import { categoryPath } from '@storefleet/contract/values/attribute-value';
import type { Queryable } from '../../../platform/db/database.ts';
import type { Bind } from '../../../platform/db/statements/statement.ts';

/** The categories of products by the names of a filter that find them. */
export type ResolvedCategories = ReadonlyMap<string, readonly string[]>;

/** The different ones of each store, a step through the index for each instead of a look at every product. */
const HELD = `with recursive held as (
    (select category, store_id from products where category <> '' order by category, store_id limit 1)
    union all
    select next.category, next.store_id from held cross join lateral (
      select category, store_id from products
      where category <> '' and (category, store_id) > (held.category, held.store_id)
      order by category, store_id limit 1
    ) as next
  )`;

/** `storeIds`: null for all. */
export async function listCategories(db: Queryable, storeIds: readonly string[] | null): Promise<string[]> {
  const { rows } = await db.query<{ category: string }>(
    `${HELD} select distinct category from held join stores on stores.id = store_id and deleted_at is null
     where $1::uuid[] is null or store_id = any ($1::uuid[]) order by category`,
    [storeIds],
  );
  return rows.map(({ category }) => category);
}

/** A name finds the categories called so and all those below them; after `~`, a part of a full name does. */
export async function readCategories(
  db: Queryable,
  { any, none }: NonNullable<ProductFilter['category']>,
): Promise<ResolvedCategories> {
  const names = [...new Set([...any, ...none])];
  const keys = names.map((name) => categoryPath(name.replace(/^~/, '')).join(' > '));
  const { rows } = await db.query<{ name: string; categories: string[] }>(
    `${HELD} select name, array_agg(distinct category) as categories
     from unnest($1::text[], $2::text[]) as asked (name, key)
     join held on case when name like '~%' then position(filter_key(key) in filter_key(category)) > 0
       else position(' > ' || filter_key(key) || ' > ' in ' > ' || filter_key(category) || ' > ') > 0 end
     group by name`,
    [names, keys],
  );
  return new Map(rows.map(({ name, categories }) => [name, categories]));
}

/** Whether the product of a row `f` has any of these. The index finds the products. */
export const categoriesSql = (names: readonly string[], categories: ResolvedCategories, bind: Bind): string =>
  `f.product_id in (select own.id from products own where own.category <> ''
    and own.category = any(${bind(names.flatMap((name) => categories.get(name) ?? []))}::text[]))`;
