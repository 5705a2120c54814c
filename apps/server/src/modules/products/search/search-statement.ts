import type { SortDirection } from '@storefleet/contract/api/common';
import { LISTED_PLAIN_PRODUCT_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import type { ProductSortField, SearchType } from '@storefleet/contract/catalogue/catalogue-constants';
import { DEFAULT_CURRENCY } from '@storefleet/contract/constants';
import { type Bind, compose, type Statement } from '../../../platform/db/statements/statement.ts';
import { escapeLike } from '../../catalogue/search-key.ts';
import { type FilterSql, filterSql } from '../filter/filter-conditions.ts';
import type { ResolvedFilter } from '../filter/resolve-filter.ts';
import { containingPatterns, exactPatterns, prefixPattern, type SearchTerms } from './search-terms.ts';
import { isShort, shortTermsSource } from './short-terms.ts';
import { isMoneySort, needsFilterValues, needsProducts, productKeySql, variantKeySql } from './sort-keys.ts';

export type ProductSearch = {
  /** Without words, but with a filter: everything that the filter finds. */
  readonly terms: SearchTerms;
  readonly type: SearchType;
  readonly filter: ResolvedFilter | null;
  /** Restricts to these stores; null for every store. */
  readonly storeIds: readonly string[] | null;
  /** Null: exact matches first, then prefixes, then the rest. */
  readonly sortBy: ProductSortField | null;
  readonly sortDirection: SortDirection;
  readonly limit: number;
  readonly offset: number;
};

/** All matches, on any page. */
export type ProductSelection = Omit<ProductSearch, 'limit' | 'offset'>;

/** In a large result, the first pages are ranked by title only, in index order. */
type Ordering = { readonly isLarge: boolean };

/** The columns of a page, from a product `p` and its `store`. */
export const PRODUCT_COLUMNS = `p.id, p.source_id, p.store_id, p.title, p.handle, p.vendor, p.product_type,
  p.status, p.tags, p.updated_at, p.image_url, p.metafields${LISTED_PLAIN_PRODUCT_ATTRIBUTES.map((name) => `, p.${name}`).join('')}, store.shop_name as store_name, store.store_currency`;

const SEARCH_COLUMNS = {
  name: 'search_name',
  sku: 'search_skus',
  barcode: 'search_barcodes',
} as const;

/**
 * One statement for the exact total and one page of products, in order. It finds the matches once, with only
 * the sort keys, and reads full products only for the page. Matches are not joined with the stores: with
 * outdated statistics of that small table, the planner would scan the trigram index once per store.
 */
export function searchStatement(search: ProductSearch & Ordering): Statement {
  return compose((bind) => {
    const { matched, order } = matchedSql(search, bind);
    return `
    with matched as materialized (${matched})
    select total.count as total, ${PRODUCT_COLUMNS}
    from (select count(*)::int as count from matched) as total
    left join (
      select * from matched order by ${order('matched')} limit ${bind(search.limit)} offset ${bind(search.offset)}
    ) as page on true
    left join products as p on p.id = page.id
    left join stores as store on store.id = p.store_id
    order by ${order('page')}`;
  });
}

/** The ids of the matches, in the same order. */
export function selectionStatement(
  selection: ProductSelection & Ordering,
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
): Statement {
  return compose((bind) => {
    const { matched, order } = matchedSql(selection, bind);
    return `select id from (${matched}) as matched
      order by ${order('matched')} limit ${bind(limit)} offset ${bind(offset)}`;
  });
}

/** All matches with their sort keys, and the order by these. */
function matchedSql(search: ProductSelection & Ordering, bind: Bind) {
  if (!isFilterAlone(search)) return inOrder(search, searchedHits(search, bind), bind);
  const { conditions, sorted } = filteredSql(search, bind);
  return sorted(`(select * from product_filter_values f where ${conditions})`);
}

export type FilterAlone = { readonly filter: ResolvedFilter };

/** Without words, the narrow rows determine the result. */
export function isFilterAlone<Search extends ProductSelection>(
  search: Search,
): search is Search & FilterAlone {
  return search.terms.words.length === 0 && search.filter !== null;
}

/** A search with only a filter: conditions on rows `f`, and such rows with their sort keys. */
export function filteredSql(
  search: ProductSelection & FilterAlone,
  bind: Bind,
  options: { readonly scansTags?: boolean } = {},
) {
  const { sortBy, sortDirection } = search;
  const { conditions, open, variants } = filterSql(search.filter, bind, options);
  const sortKey = (): string => {
    if (sortBy === null) return 'null::integer';
    const ofProduct = productKeySql(sortBy, sortDirection, 'f');
    const ofVariants = variants && variantKeySql(sortBy, sortDirection, 'f.product_id', variants.variant);
    if (!ofVariants) return ofProduct;
    // If no variant has a value, the matching ones have none.
    return `case when ${variants.every} or ${ofProduct} is null then ${ofProduct} else ${ofVariants} end`;
  };
  const ofStores = storeConditions(search.storeIds, 'f', bind);
  const allOf = (parts: readonly string[]) =>
    [...parts, ...ofStores].map((condition) => `(${condition})`).join(' and ');
  return {
    conditions: allOf(conditions),
    /** Conditions decided without variants, and the products whose variants have to be read; null if none. */
    inTwoSteps: open && { ...open, possible: allOf(conditions.slice(0, -1)) },
    sorted: (rows: string) => {
      const products = needsProducts(sortBy) ? 'join products p on p.id = f.product_id' : '';
      const hits = `select f.product_id as id, f.title_key, ${sortKey()} as sort_key, f.store_id from ${rows} f ${products}`;
      return inOrder(search, { hits, isNarrow: !variants?.areRead }, bind);
    },
  };
}

type Hits = { readonly hits: string; readonly isNarrow: boolean };

function inOrder({ sortBy, sortDirection }: ProductSelection, { hits, isNarrow }: Hits, bind: Bind) {
  const direction = sortBy ? `${sortDirection} nulls last` : '';
  const order = (of: string) => `${of}.sort_key ${direction}, ${of}.title_key, ${of}.id`;
  if (sortBy === 'store_name') return { matched: withStore(hits, 'lower(store.shop_name)'), order, isNarrow };
  if (isMoneySort(sortBy)) {
    const currency = `coalesce(store.store_currency, ${bind(DEFAULT_CURRENCY)})`;
    return {
      matched: withStore(hits, 'hit.sort_key', currency, isNarrow ? '' : 'offset 0'),
      order: (of: string) => `(${of}.sort_key is null), ${of}.currency, ${order(of)}`,
      isNarrow,
    };
  }
  return { matched: hits, order, isNarrow };
}

function searchedHits(search: ProductSelection & Ordering, bind: Bind) {
  const { column, source, conditions, holdsEveryWord, filter } = conditionsSql(search, bind);
  const sortKey = search.sortBy
    ? sortKeySql({ ...search, sortBy: search.sortBy }, column, holdsEveryWord, filter)
    : search.isLarge
      ? titleRankSql(search, bind)
      : rankSql(search.terms, column, bind);
  const hits = `select p.id, p.search_name as title_key, ${sortKey} as sort_key, p.store_id
      from ${source()} p ${filter === null && !needsFilterValues(search.sortBy) ? '' : 'join product_filter_values f on f.product_id = p.id'}
      where ${conditions}`;
  return { hits, isNarrow: false };
}

/** Counts matches in other stores, up to `limit`. */
export function elsewhereStatement(
  {
    storeIds,
    ...search
  }: Pick<ProductSearch, 'terms' | 'type' | 'filter'> & { readonly storeIds: readonly string[] },
  limit: number,
): Statement {
  return compose((bind) => {
    const { source, conditions, filter } = conditionsSql({ ...search, storeIds: null }, bind);
    const filtered = filter === null ? '' : 'join product_filter_values f on f.product_id = p.id';
    return `select count(*)::int as total from (
      select from ${source()} p ${filtered} where ${conditions} and p.store_id <> all(${bind(storeIds)}::uuid[]) limit ${bind(limit)}
    ) as hits`;
  });
}

/**
 * Conditions on rows `p` of `products`, or on an index source that includes all matches; with a filter, also
 * on their rows `f` of `product_filter_values`.
 */
export function conditionsSql(
  { terms, type, storeIds, filter }: Pick<ProductSearch, 'terms' | 'type' | 'storeIds' | 'filter'>,
  bind: Bind,
) {
  const column = `p.${SEARCH_COLUMNS[type]}`;
  const words = terms.words.map((word) => {
    if (isShort(word)) {
      const [pattern] = containingPatterns(word).map(bind);
      // LIKE as a function, so no index is used: for a pattern without a trigram, the whole trigram index
      // would be scanned.
      return (value: string) => `textlike(${value}, ${pattern})`;
    }
    const patterns = containingPatterns(word).map(bind);
    return (value: string) => `(${patterns.map((pattern) => `${value} like ${pattern}`).join(' or ')})`;
  });
  const holdsEveryWord = (value: string) => words.map((holdsWord) => holdsWord(value)).join(' and ');

  const conditions = words.length === 0 ? [] : [holdsEveryWord(column)];
  if (type !== 'name' && terms.words.length > 1) {
    conditions.push(
      `exists (select from string_to_table(${column}, E'\\n') as line where ${holdsEveryWord(`E'\\n' || line || E'\\n'`)})`,
    );
  }
  conditions.push(...storeConditions(storeIds, words.length === 0 ? 'f' : 'p', bind));
  const source = () =>
    (words.length === 0 ? null : shortTermsSource(terms, SEARCH_COLUMNS[type], bind)) ?? 'products';
  const foundByCode = type === 'name' || words.length === 0 ? null : holdsEveryWord(searchLineSql(type));
  const filtered = filter && filterSql(filter, bind, { ofVariant: foundByCode });
  if (filtered) conditions.push(...filtered.conditions.map((condition) => `(${condition})`));
  return { column, source, conditions: conditions.join(' and '), holdsEveryWord, filter: filtered };
}

/** Excludes deleted stores by a list: a join would query them one by one. */
export function storeConditions(storeIds: readonly string[] | null, of: 'p' | 'f', bind: Bind): string[] {
  const existing = `${of}.store_id <> all (array(select id from stores where deleted_at is not null))`;
  return storeIds === null ? [existing] : [existing, `${of}.store_id = any(${bind(storeIds)}::uuid[])`];
}

/**
 * Data of each match's store. `offset 0` and the outer join make PostgreSQL find all matches first, whatever
 * the statistics of the stores; narrow rows do without, so they can be scanned in parallel. Amounts of two
 * currencies are not comparable, so results are grouped by currency.
 */
function withStore(hits: string, sortKey: string, currency = 'null', alone = 'offset 0'): string {
  return `select hit.id, hit.title_key, ${sortKey} as sort_key, ${currency} as currency
      from (${hits} ${alone}) as hit left join stores as store on store.id = hit.store_id`;
}

/** 0 for an exact match, 1 for a prefix, 2 otherwise. */
function rankSql(terms: SearchTerms, column: string, bind: Bind): string {
  const [exact, prefix] = [exactSql, prefixSql].map((sql) => sql(terms, column, bind));
  return `case when ${exact} then 0 when ${prefix} then 1 else 2 end`;
}

/** 0 if the title begins with the searched text. */
function titleRankSql({ type, terms }: ProductSelection, bind: Bind): string {
  return type === 'name' ? `case when ${beginsTitleSql(terms, bind)} then 0 else 1 end` : '0';
}

export function beginsTitleSql({ phrase }: SearchTerms, bind: Bind): string {
  return `left(p.search_name, 32) like ${bind(`\n${escapeLike(phrase.text)}%`)}`;
}

function exactSql(terms: SearchTerms, column: string, bind: Bind): string {
  return `(${exactPatterns(terms.phrase)
    .map((pattern) => `${column} like ${bind(pattern)}`)
    .join(' or ')})`;
}

function prefixSql(terms: SearchTerms, column: string, bind: Bind): string {
  return `${column} like ${bind(prefixPattern(terms.phrase))}`;
}

/**
 * The sort key of a product: its lowest value ascending, its highest descending; in a search by SKU or
 * barcode, of matching variants only. If every variant matches, as is usual for a term with thousands of
 * matches, these are the product's own columns, and no variants are read.
 */
export function sortKeySql(
  search: ProductSelection & { sortBy: ProductSortField },
  column: string,
  holdsEveryWord: (value: string) => string,
  filter: FilterSql | null,
): string {
  const ofProduct = productKeySql(search.sortBy, search.sortDirection, 'p');
  const asked = filter?.variants ?? null;
  if (search.type === 'name' && asked === null) return ofProduct;
  const conditions = [
    ...(search.type === 'name' ? [] : [holdsEveryWord(searchLineSql(search.type))]),
    ...(asked === null ? [] : [asked.variant]),
  ];
  const ofVariants = variantKeySql(search.sortBy, search.sortDirection, 'p.id', conditions.join(' and '));
  if (ofVariants === null) return ofProduct;
  const everyByCode = `(
      select count(*) from string_to_table(${column}, E'\\n') as line where ${holdsEveryWord(`E'\\n' || line || E'\\n'`)}
    ) = p.variants_count`;
  const every = [...(search.type === 'name' ? [] : [everyByCode]), ...(asked === null ? [] : [asked.every])];
  return `case when ${every.join(' and ')} then ${ofProduct} else ${ofVariants} end`;
}

/**
 * The search line of a variant's code. SQL has no searchKey(): the result is the same for codes in Latin,
 * Greek or Cyrillic letters, including accents, and affects only the order of results.
 */
export function searchLineSql(type: 'sku' | 'barcode'): string {
  return String.raw`E'\n' || lower(regexp_replace(normalize(v.${type}, nfkd), U&'[\0300-\036F]', '', 'g')) || E'\n'`;
}
