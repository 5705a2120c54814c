import type { MissingArticles } from '@storefleet/contract/articles/missing';
import { MONEY_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import type { Queryable } from '../../../platform/db/database.ts';
import { type Bind, compose } from '../../../platform/db/statements/statement.ts';
import { type ComparedStore, foundArticles, type Scope, scopedArticles } from '../scope.ts';
import { type Amounts, amountsFor } from './amounts.ts';

/** The request: the scope finds the articles that the target lacks. */
export type Missing = { readonly scope: Scope; readonly target: Pick<ComparedStore, 'id' | 'currency'> };

type SourceRow = { store_id: string; articles: number; products: number; left_out: number };

/** Stores with at least one of these articles, the one with the most data first. */
export async function readMissing(db: Queryable, missing: Missing): Promise<MissingArticles> {
  const { text, params } = compose(
    (bind) => `with ${wantedSql(missing, bind, sourcesOf(missing))}
      select null as store_id, count(*)::integer as articles, 0 as products, 0 as left_out, 0 as given from found
      union all
      select store_id, count(*) filter (where not is_partial)::integer,
        count(distinct product_id) filter (where not is_partial)::integer, count(*) filter (where is_partial)::integer,
        coalesce(sum(given) filter (where not is_partial), 0)::integer
      from wanted group by store_id order by given desc, store_id`,
  );
  const [{ rows }, amounts] = await Promise.all([
    db.query<Omit<SourceRow, 'store_id'> & { store_id: string | null }>(text, params),
    readAmounts(db, missing),
  ]);
  return {
    articles: rows.find(({ store_id }) => store_id === null)?.articles ?? 0,
    sources: rows.flatMap(({ store_id, articles, products, left_out }) => {
      const store = missing.scope.stores.find(({ id }) => id === store_id);
      if (store === undefined) return [];
      const convert = amounts(store);
      return {
        store_id: store.id,
        store_name: store.name,
        currency: store.currency,
        articles,
        products,
        left_out,
        empty_amounts: MONEY_ATTRIBUTES.filter((attribute) => convert[attribute] === null),
      };
    }),
  };
}

/** How to convert amounts of a source for the target. */
export async function readAmounts(
  db: Queryable,
  { scope, target }: Missing,
): Promise<(from: ComparedStore) => Amounts> {
  const { rows } = await db.query<{ rates: Parameters<typeof amountsFor>[0]['rates'] }>(
    'select rates from exchange_rates',
  );
  const known = { rules: scope.rules, rates: rows[0]?.rates ?? [] };
  return (from) => amountsFor(known, from, target);
}

export type MissingProduct = { readonly product_id: string; readonly variant_ids: readonly string[] };

/** One source's products with variants the target lacks, unless the target has others of the product. */
export async function readProducts(
  db: Queryable,
  missing: Missing,
  sourceId: string,
): Promise<MissingProduct[]> {
  const { text, params } = compose(
    (bind) => `with ${wantedSql(missing, bind, [sourceId])}
      select product_id, array_agg(id order by position, id) as variant_ids from wanted where not is_partial
      group by product_id order by min(title), product_id`,
  );
  return (await db.query<MissingProduct>(text, params)).rows;
}

const sourcesOf = ({ scope, target }: Missing) =>
  scope.stores.flatMap(({ id }) => (id === target.id ? [] : [id]));

/**
 * Parts of a `with` that define `found`, and `wanted`: one variant per source for every article, the first
 * one if it has several. `is_partial`: the target has another variant of its product.
 */
function wantedSql({ scope, target }: Missing, bind: Bind, sourceIds: readonly string[]): string {
  const given = [
    'v.price',
    'v.cost',
    'v.compare_at_price',
    'v.weight',
    ...['v.sku', 'v.barcode', 'p.handle', 'p.vendor', 'p.product_type', 'p.description'].map(
      (column) => `nullif(${column}, '')`,
    ),
    `nullif(p.tags, '{}')`,
  ];
  return `${scopedArticles(scope, bind)}, ${foundArticles(scope, bind)}, held as materialized (
      select distinct on (v.store_id, v.article_key) v.store_id, v.product_id, v.id, v.position, p.title,
        num_nonnulls(${given.join(', ')}) as given
      from variants v join products p on p.id = v.product_id
      where v.article_key in (select key from found) and v.store_id = any(${bind(sourceIds)}::uuid[])
      order by v.store_id, v.article_key, v.product_id, v.position, v.id
    ), partial as materialized (
      select distinct o.product_id from variants o
      join variants t on t.article_key = o.article_key and t.store_id = ${bind(target.id)}
      where o.product_id in (select product_id from held) and o.article_key <> ''
    ), wanted as (
      select held.*, partial.product_id is not null as is_partial
      from held left join partial on partial.product_id = held.product_id
    )`;
}
