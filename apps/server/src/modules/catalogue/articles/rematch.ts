import type { Queryable } from '../../../platform/db/database.ts';
import { ARTICLE_KEY, articleRulesOf } from './article-keys.ts';

/**
 * Has these stores rematched in the background; null for all. Also needed when what is compared there
 * changes: their articles are compared again.
 */
export async function rematch(tx: Queryable, storeIds: readonly string[] | null): Promise<void> {
  await tx.query(
    `insert into article_rematching (store_id)
     select id from stores where deleted_at is null and ($1::uuid[] is null or id = any($1))
     on conflict (store_id) do update set position = '', done = 0`,
    [storeIds],
  );
}

/**
 * Matches the next variants of a store by the current rules, and marks their articles as changed. Returns
 * where to continue; null at the end of the store.
 */
export async function rematchSome(
  tx: Queryable,
  storeId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<{ position: string | null; done: number }> {
  const page =
    'select product_id from variants where store_id = $1 and source_id > $2 order by source_id limit $3';
  await lockProducts(tx, page, [storeId, after, limit]);
  const { rows } = await tx.query<{ position: string | null; done: number }>(
    `with row as materialized (
       select id, source_id, sku, barcode, article_key from variants where store_id = $1 and source_id > $2
       order by source_id limit $3
     ), keyed as materialized (
       select row.id, row.source_id, row.article_key as old_key, ${ARTICLE_KEY} as new_key from row ${articleRulesOf('$1')}
     ), written as (
       update variants set article_key = new_key from keyed
       where variants.id = keyed.id and variants.article_key is distinct from new_key
     ), noted as (
       insert into article_changes (keys)
       select array_agg(distinct key) from keyed cross join unnest(array[old_key, new_key]) as key where key <> ''
       having count(*) > 0
     )
     select max(source_id) as position, count(*)::integer as done from keyed`,
    [storeId, after, limit],
  );
  const { position = null, done = 0 } = rows[0] ?? {};
  return { position: done < limit ? null : position, done };
}

/** Matches only these variants, at once. Returns their keys. */
export async function rematchVariants(tx: Queryable, variantIds: readonly string[]): Promise<string[]> {
  await lockProducts(tx, 'select product_id from variants where id = any($1::uuid[])', [variantIds]);
  const { rows } = await tx.query<{ key: string }>(
    `with row as materialized (
       select id, store_id, source_id, sku, barcode from variants where id = any($1::uuid[])
     ), keyed as materialized (select row.id, ${ARTICLE_KEY} as new_key from row ${articleRulesOf('row.store_id')}),
     written as (
       update variants set article_key = new_key from keyed where variants.id = keyed.id
     )
     select distinct new_key as key from keyed where new_key <> ''`,
    [variantIds],
  );
  return rows.map(({ key }) => key);
}

/** Locks products before their variants, in the order that every writer of the catalogue uses. */
async function lockProducts(tx: Queryable, ids: string, params: readonly unknown[]): Promise<void> {
  await tx.query(`select from products where id in (${ids}) order by id for update`, params);
}
