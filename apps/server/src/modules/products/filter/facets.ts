import {
  ATTRIBUTE_FLAGS,
  countOfFlag,
  type FlagCount,
  type FlagName,
  NAME_FIELDS,
  type NameField,
} from '@storefleet/contract/catalogue/filter/filter-fields';
import type { ProductFilter } from '@storefleet/contract/catalogue/filter/product-filter';
import type { Facet, Facets } from '@storefleet/contract/catalogue/products/products';
import type { Queryable } from '../../../platform/db/database.ts';
import { type Bind, compose } from '../../../platform/db/statements/statement.ts';
import { escapeLike, searchKey } from '../../catalogue/search-key.ts';
import { conditionsSql, type ProductSearch } from '../search/search-statement.ts';
import { asksOfVariants, type ResolvedFilter } from './resolve-filter.ts';

export type FacetSearch = Pick<ProductSearch, 'terms' | 'type' | 'storeIds'> & {
  readonly filter: ResolvedFilter;
};
export type FacetPage = { readonly query: string; readonly limit: number };

/** The values of every facet and the flags, with counts. */
export async function readFacets(
  db: Queryable,
  search: FacetSearch,
  page: FacetPage,
  only: NameField | undefined,
): Promise<Facets> {
  if (only !== undefined) {
    const [total, facet] = await Promise.all([countFound(db, search), readFacet(db, search, only, page)]);
    return { total, facets: { [only]: facet } };
  }
  // Facets that the filter does not use are counted in one query, except tags, of which a product has
  // several.
  const alone = NAME_FIELDS.filter((field) => field === 'tag' || search.filter.filter[field] !== undefined);
  const together = NAME_FIELDS.filter((field) => !alone.includes(field));
  const [{ flags: flagsOfRows, ...counted }, flags, ...facets] = await Promise.all([
    readTogether(db, search, together, page),
    asksVariants(search) ? readFlags(db, search) : null,
    ...alone.map((field) => readFacet(db, search, field, page)),
  ]);
  return {
    total: counted.total,
    facets: {
      ...counted.facets,
      ...Object.fromEntries(alone.flatMap((field, index) => (facets[index] ? [[field, facets[index]]] : []))),
    },
    flags: flags ?? flagsOfRows,
  };
}

/** Reads the narrow rows, and the products only for a search with words. */
export function foundSql(search: FacetSearch, bind: Bind, more: readonly string[] = []): string {
  const { source, conditions } = conditionsSql(search, bind);
  const products = search.terms.words.length === 0 ? '' : `join ${source()} p on p.id = f.product_id`;
  return `from product_filter_values f ${products} where ${[conditions, ...more].join(' and ')}`;
}

async function countFound(db: Queryable, search: FacetSearch): Promise<number> {
  const { text, params } = compose((bind) => `select count(*)::int as total ${foundSql(search, bind)}`);
  const { rows } = await db.query<{ total: number }>(text, params);
  return rows[0]?.total ?? 0;
}

/** A label is spelled as in one of its products. */
const FACET_SQL: Record<NameField, { key: string; label: string }> = {
  store: {
    key: 'f.store_id::text',
    label: '(select shop_name from stores where id = top.key::uuid)',
  },
  vendor: { key: 'f.vendor_key', label: spelled('p.vendor', 'f.vendor_key = top.key') },
  type: { key: 'f.type_key', label: spelled('p.product_type', 'f.type_key = top.key') },
  status: { key: 'f.status_key', label: spelled('p.status', 'f.status_key = top.key') },
  tag: {
    key: 'tag.key',
    label: spelled(
      '(select tag from unnest(p.tags) as tag where filter_key(tag) = top.key limit 1)',
      'f.tag_keys @> array[top.key]',
    ),
  },
};

function spelled(value: string, condition: string): string {
  return `(select ${value} from product_filter_values f join products p on p.id = f.product_id where ${condition} limit 1)`;
}

type Counted = {
  readonly facet: string;
  readonly value: string;
  readonly label: string;
  readonly products: number;
};

/** The most frequent values of a facet, from all its values as `key` and `products`. */
function topSql(field: NameField, counted: string, limit: string): string {
  return `select '${field}' as facet, key as value, coalesce(${FACET_SQL[field].label}, key) as label, products
    from (select * from (${counted}) as counted order by products desc, key limit ${limit}) as top`;
}

function toFacet(field: NameField, rows: readonly Counted[], limit: number): Facet {
  const values = rows
    .filter(({ facet }) => facet === field)
    .toSorted((one, other) => other.products - one.products);
  return {
    values: values.slice(0, limit).map(({ value, label, products }) => ({
      value: field === 'store' ? value : label,
      label,
      products,
    })),
    more: values.length > limit,
  };
}

/** Everything that a single pass can count; includes flags if the search has no condition on variants. */
async function readTogether(
  db: Queryable,
  search: FacetSearch,
  fields: readonly NameField[],
  { query, limit }: FacetPage,
) {
  const { text, params } = compose((bind) => {
    const shown = bind(limit + 1);
    const flags = FLAG_NAMES.map(
      (flag) => `count(*) filter (where f.variants_count > 0 and ${FLAGS[flag].sql}) as ${flag}`,
    );
    const neverSynced = `f.store_id = any(${bind(search.filter.neverSynced)}::uuid[])`;
    const keys = fields.map((field) => `${FACET_SQL[field].key} as ${field}_key`);
    const named = (field: NameField) =>
      query === '' ? [] : [namedSql(field, `${field}_key`, bind(`%${escapeLike(searchKey(query))}%`))];
    const tops = fields.map((field) => {
      const conditions = [`${field}_key is not null`, ...named(field)].join(' and ');
      const counted = `select ${field}_key as key, sum(products)::int as products from grouped where ${conditions} group by 1`;
      return `(${topSql(field, counted, shown)})`;
    });
    const sums = ['products', ...FLAG_NAMES, 'never_synced'];
    const summed = `select name, '', '', sum::int
      from (select ${sums.map((name) => `coalesce(sum(${name}), 0) as ${name}`).join(', ')} from grouped) as grouped
      cross join lateral (values ${sums.map((name) => `('${name}', ${name})`).join(', ')}) as sums (name, sum)`;
    return `
    with grouped as materialized (
      select ${[...keys, 'count(*) as products', ...flags, `count(*) filter (where ${neverSynced}) as never_synced`].join(', ')}
      ${foundSql(search, bind)}
      ${fields.length === 0 ? '' : `group by ${fields.map((field, index) => (field === 'store' ? 'f.store_id' : index + 1)).join(', ')}`}
    )
    ${[...tops, summed].join(' union all ')}`;
  });
  const { rows } = await db.query<Counted>(text, params);
  const sum = (name: string) => rows.find(({ facet }) => facet === name)?.products ?? 0;
  return {
    total: sum('products'),
    facets: Object.fromEntries(fields.map((field) => [field, toFacet(field, rows, limit)])),
    flags: countsOf(sum),
  };
}

async function readFacet(
  db: Queryable,
  search: FacetSearch,
  field: NameField,
  { query, limit }: FacetPage,
): Promise<Facet> {
  const { key } = FACET_SQL[field];
  const { text, params } = compose((bind) => {
    const named = query === '' ? [] : [namedSql(field, key, bind(`%${escapeLike(searchKey(query))}%`))];
    const conditions = [`${key} is not null`, ...named];
    const found = foundSql(without(search, field), bind, field === 'tag' ? [] : conditions);
    const counted =
      field === 'tag'
        ? // Grouping products by equal tags first leaves few arrays to unnest.
          `select tag.key, sum(f.products)::int as products
           from (select f.tag_keys, count(*) as products ${found} group by 1) as f
           cross join lateral unnest(f.tag_keys) as tag (key) where ${conditions.join(' and ')} group by 1`
        : `select ${key} as key, count(*)::int as products ${found} group by 1`;
    return topSql(field, counted, bind(limit + 1));
  });
  const { rows } = await db.query<Counted>(text, params);
  return toFacet(field, rows, limit);
}

function namedSql(field: NameField, key: string, pattern: string): string {
  if (field !== 'store') return `${key} like ${pattern}`;
  return `${key}::uuid in (select id from stores where filter_key(shop_name) like ${pattern})`;
}

function without(search: FacetSearch, field: NameField): FacetSearch {
  const { [field]: _asked, ...filter } = search.filter.filter;
  const { [field]: _names, ...names } = search.filter.names;
  return { ...search, filter: { ...search.filter, filter, names } };
}

const attributeFlags = Object.fromEntries(
  ATTRIBUTE_FLAGS.map((flag, bit) => [
    countOfFlag(flag),
    { field: flag.field, name: flag.name, sql: `f.attribute_marks & ${2 ** bit} <> 0` },
  ]),
) as Record<FlagCount, { field: 'is' | 'no'; name: FlagName; sql: string }>;

const FLAGS = {
  no_barcode: { field: 'no', name: 'barcode', sql: 'f.marks & 64 <> 0' },
  no_cost: { field: 'no', name: 'cost', sql: 'f.marks & 4 <> 0' },
  no_image: { field: 'no', name: 'image', sql: 'f.media_count = 0' },
  below_cost: { field: 'is', name: 'below-cost', sql: 'f.marks & 256 <> 0' },
  ...attributeFlags,
} as const;
type Flag = keyof typeof FLAGS;
const FLAG_NAMES = Object.keys(FLAGS) as Flag[];
const ASKED = { ...FLAGS, never_synced: { field: 'is', name: 'never-synced' } } as const;

/**
 * Flags of variants then have to hold for the same variant as the other conditions, which the narrow rows
 * cannot tell.
 */
function asksVariants({ type, terms, filter }: FacetSearch): boolean {
  return (type !== 'name' && terms.words.length > 0) || asksOfVariants(filter);
}

/** In one pass over what the rest of the filter finds. */
async function readFlags(db: Queryable, search: FacetSearch): Promise<NonNullable<Facets['flags']>> {
  const { no: _no, is: _is, ...filter } = search.filter.filter;
  const { text, params } = compose((bind) => {
    const counts = Object.entries(ASKED).map(([flag, { field, name }]) => {
      const { conditions } = conditionsSql(withFlag(search, field, name), bind);
      return `count(*) filter (where ${conditions})::int as ${flag}`;
    });
    return `select ${counts.join(', ')} ${foundSql({ ...search, filter: { ...search.filter, filter } }, bind)}`;
  });
  const { rows } = await db.query<NonNullable<Facets['flags']>>(text, params);
  return rows[0] ?? countsOf(() => 0);
}

const countsOf = (count: (flag: string) => number) =>
  Object.fromEntries(Object.keys(ASKED).map((flag) => [flag, count(flag)])) as NonNullable<Facets['flags']>;

/** The search with this flag set, whatever its filter says about it. */
function withFlag(search: FacetSearch, field: 'no' | 'is', name: string): FacetSearch {
  const { filter, ...resolved } = search.filter;
  const flags: { all: readonly string[]; none: readonly string[] } = filter[field] ?? { all: [], none: [] };
  const others = {
    all: [...new Set([...flags.all, name])],
    none: flags.none.filter((other) => other !== name),
  };
  return { ...search, filter: { ...resolved, filter: { ...filter, [field]: others } as ProductFilter } };
}
