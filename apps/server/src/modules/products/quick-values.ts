import {
  QUICK_SEARCH_VALUE_COUNTED,
  QUICK_SEARCH_VALUES,
  type QuickValueField,
} from '@storefleet/contract/catalogue/catalogue-constants';
import { printFilter } from '@storefleet/contract/catalogue/filter/filter-text';
import type { QuickValue } from '@storefleet/contract/catalogue/products/quick-search';
import type { Database } from '../../platform/db/database.ts';

/** Vendors scanned in their index; others are found only by prefix. */
const VENDORS_LOOKED_AT = 1_000;
const VENDORS_LIKE_IT = 20;
const SHORTEST = 2;

const FIELDS = {
  vendor: { condition: 'f.vendor_key = best.key', label: 'p.vendor' },
  tag: {
    condition: 'f.tag_keys @> array[best.key]',
    label: '(select tag from unnest(p.tags) as tag where filter_key(tag) = best.key limit 1)',
  },
} as const satisfies Record<QuickValueField, object>;

/** Counted up to a limit, and spelled as in one of the products. */
function foundSql(field: QuickValueField): string {
  const { condition, label } = FIELDS[field];
  return `
    select field, nth, counted.products, (
      select ${label} from product_filter_values f join products p on p.id = f.product_id where ${condition} limit 1
    ) as value
    from best cross join lateral (
      select count(*)::int as products from (
        select from product_filter_values f
        where ${condition} and f.store_id <> all (array(select id from stores where deleted_at is not null))
        limit ${QUICK_SEARCH_VALUE_COUNTED + 1}
      ) as found
    ) as counted
    where field = '${field}' and products > 0`;
}

/**
 * Vendors by a skip scan of their index, never of products; of tags, the most frequent ones in the planner's
 * statistics (up to a thousand), and an exact match. Finds values with a word that begins with the text.
 */
const SQL = `
  with recursive typed as (select filter_key($1) as key),
  vendors (key, steps) as (
    (select ''::text collate "C", ${VENDORS_LOOKED_AT} union all select key collate "C", ${VENDORS_LIKE_IT} from typed)
    union all
    select
      (select f.vendor_key from product_filter_values f where f.vendor_key > v.key order by f.vendor_key limit 1),
      steps - 1
    from vendors v where v.key is not null and steps > 0
  ),
  known as (
    select 'vendor' as field, key from vendors
    union select 'vendor', key from typed
    union select 'tag', key from typed
    union select 'tag', unnest(most_common_elems::text::text[]) from pg_stats
    where schemaname = current_schema() and tablename = 'product_filter_values' and attname = 'tag_keys'
  ),
  ranked as (
    select field, known.key, row_number() over (
      partition by field
      order by known.key <> typed.key, not starts_with(known.key, typed.key), length(known.key), known.key
    ) as nth
    from known, typed
    where starts_with(known.key, typed.key) or position(' ' || typed.key in known.key) > 0
  ),
  best as materialized (select * from ranked where nth <= ${QUICK_SEARCH_VALUES + 1})
  ${foundSql('vendor')} union all ${foundSql('tag')}
  order by field desc, nth`;

type Row = { readonly field: QuickValueField; readonly value: string; readonly products: number };

/** The vendors and tags that a text may mean, best first. */
export async function quickValues(db: Database, query: string): Promise<QuickValue[]> {
  if (query.trim().length < SHORTEST) return [];
  const { rows } = await db.query<Row>(SQL, [query]);
  const ofField = (field: QuickValueField) =>
    rows.filter((row) => row.field === field).slice(0, QUICK_SEARCH_VALUES);
  return [...ofField('vendor'), ...ofField('tag')].map(({ field, value, products }) => ({
    field,
    value,
    filter: printFilter({ [field]: { any: [value], none: [] } }),
    products: Math.min(products, QUICK_SEARCH_VALUE_COUNTED),
    more: products > QUICK_SEARCH_VALUE_COUNTED,
  }));
}
