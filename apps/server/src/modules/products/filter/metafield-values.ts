import { type MetafieldAttribute, metafieldOf } from '@storefleet/contract/attributes/metafields';
import type { ProductFilter } from '@storefleet/contract/catalogue/filter/product-filter';
import type { MetafieldFacet } from '@storefleet/contract/catalogue/metafield-values';
import type { Queryable } from '../../../platform/db/database.ts';
import { type Bind, compose } from '../../../platform/db/statements/statement.ts';
import { escapeLike } from '../../catalogue/search-key.ts';
import { type FacetPage, type FacetSearch, foundSql } from './facets.ts';

type Counted = { readonly key: string | null; readonly value: string; readonly products: number };

/** The most frequent values of a metafield in a search, and how many products have none. */
export async function readMetafieldValues(
  db: Queryable,
  search: FacetSearch,
  attributes: readonly MetafieldAttribute[],
  { query, limit }: FacetPage,
): Promise<MetafieldFacet> {
  if (attributes.length === 0) return { values: [], more: false, missing: 0 };
  const { text, params } = compose((bind) => {
    const named =
      query === '' ? '' : `where folded(value) like '%' || folded(${bind(escapeLike(query))}) || '%'`;
    return `
    with found as (select f.product_id ${foundSql(search, bind)}),
    held as materialized (${attributes.map((attribute) => heldSql(attribute, bind)).join(' union ')}),
    keys as (select value, filter_key(left(value, 1000)) as key from (select distinct value from held ${named}) as held),
    counted as (
      select key, min(value) as value, count(distinct product_id)::int as products
      from held join keys using (value) where key is not null group by key
    )
    (select * from counted order by products desc, key limit ${bind(limit + 1)})
    union all select null, '', count(distinct product_id)::int from held where value = ''`;
  });
  const { rows } = await db.query<Counted>(text, params);
  const values = rows
    .filter(({ key }) => key !== null)
    .toSorted((one, other) => other.products - one.products);
  return {
    values: values
      .slice(0, limit)
      .map(({ value, products }) => ({ value: value.slice(0, 255), label: value.slice(0, 255), products })),
    more: values.length > limit,
    missing: rows.find(({ key }) => key === null)?.products ?? 0,
  };
}

/** What products, or their variants, hold under a key: '' for none. */
function heldSql(attribute: MetafieldAttribute, bind: Bind): string {
  const { owner, key } = metafieldOf(attribute);
  const [name, terms] = [bind(key), bind([key, `${key}!`])];
  const [table, product] = owner === 'product' ? ['products', 'own.id'] : ['variants', 'own.product_id'];
  return `select ${product} as product_id, coalesce(own.metafields ->> ${name}::text, '') as value
    from found join ${table} own on ${product} = found.product_id
    where metafield_terms(own.metafields) && ${terms}::text[]`;
}

/** The search without what its filter says about a metafield. */
export function withoutMetafield({ metafield, ...filter }: ProductFilter, name: string): ProductFilter {
  const others = (list: 'any' | 'none') =>
    metafield?.[list].filter((test) => test.name.toLowerCase() !== name.toLowerCase()) ?? [];
  const [any, none] = [others('any'), others('none')];
  return any.length + none.length === 0 ? filter : { ...filter, metafield: { any, none } };
}
