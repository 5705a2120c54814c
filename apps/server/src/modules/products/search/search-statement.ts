import type { SortDirection } from '@storefleet/contract/api/common';
import { PLAIN_PRODUCT_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import { DEFAULT_CURRENCY, type ProductSortField, type SearchType } from '@storefleet/contract/constants';
import { type Bind, compose, type Statement } from '../../../platform/db/statements/statement.ts';
import { escapeLike } from '../../catalogue/search-key.ts';
import { type FilterSql, filterSql } from '../filter/filter-conditions.ts';
import type { ResolvedFilter } from '../filter/resolve-filter.ts';
import { containingPatterns, exactPatterns, prefixPattern, type SearchTerms } from './search-terms.ts';
import { isShort, shortTermsSource } from './short-terms.ts';
import { isMoneySort, needsFilterValues, needsProducts, productKeySql, variantKeySql } from './sort-keys.ts';

export type ProductSearch = {
  /** Without words and with a filter: everything that the filter finds. */
  readonly terms: SearchTerms;
  readonly type: SearchType;
  readonly filter: ResolvedFilter | null;
  /** Only products of these stores; null for every store. */
  readonly storeIds: readonly string[] | null;
  /** Null: exact matches first, then prefixes, then the rest. */
  readonly sortBy: ProductSortField | null;
  readonly sortDirection: SortDirection;
  readonly limit: number;
  readonly offset: number;
};

/** All that a search finds, on whatever page. */
export type ProductSelection = Omit<ProductSearch, 'limit' | 'offset'>;

/** In a large result titles rank: its first pages are read in their order, by an index. */
type Ordering = { readonly isLarge: boolean };

/** What a page needs of a product `p` and its `store`. */
export const PRODUCT_COLUMNS = `p.id, p.source_id, p.store_id, p.title, p.handle, p.vendor, p.product_type,
  p.status, p.tags, p.updated_at, p.image_url${PLAIN_PRODUCT_ATTRIBUTES.map((name) => `, p.${name}`).join('')}, store.shop_name as store_name, store.store_currency`;

const SEARCH_COLUMNS = {
  name: 'search_name',
  sku: 'search_skus',
  barcode: 'search_barcodes',
} as const;

/**
 * One statement that answers the exact total and one page of products, in order. It finds the matches once, with
 * nothing but what sorting needs, and reads whole products only for the page. The matches are not joined with the
 * stores: where the statistics of that small table are old, the planner then asks the trigram index once a store.
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

/** The ids of the products found, in the same order. */
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

/** Every product found with nothing but what sorting needs, and the order by it. */
function matchedSql(search: ProductSelection & Ordering, bind: Bind) {
  if (!isFilterAlone(search)) return inOrder(search, searchedHits(search, bind), bind);
  const { conditions, sorted } = filteredSql(search, bind);
  return sorted(`(select * from product_filter_values f where ${conditions})`);
}

export type FilterAlone = { readonly filter: ResolvedFilter };

/** No words: what it finds, its narrow rows tell. */
export function isFilterAlone<Search extends ProductSelection>(
  search: Search,
): search is Search & FilterAlone {
  return search.terms.words.length === 0 && search.filter !== null;
}

/** What a filter alone finds: rows `f` by conditions on them, and such rows with what sorting needs. */
export function filteredSql(search: ProductSelection & FilterAlone, bind: Bind) {
  const { sortBy, sortDirection } = search;
  const { conditions, open, variants } = filterSql(search.filter, bind);
  const sortKey = (): string => {
    if (sortBy === null) return 'null::integer';
    const ofProduct = productKeySql(sortBy, sortDirection, 'f');
    const ofVariants = variants && variantKeySql(sortBy, sortDirection, 'f.product_id', variants.variant);
    if (!ofVariants) return ofProduct;
    // Where no variant has a value, those asked for have none.
    return `case when ${variants.every} or ${ofProduct} is null then ${ofProduct} else ${ofVariants} end`;
  };
  const ofStores = storeConditions(search.storeIds, 'f', bind);
  const allOf = (parts: readonly string[]) =>
    [...parts, ...ofStores].map((condition) => `(${condition})`).join(' and ');
  return {
    conditions: allOf(conditions),
    /** What can be told without the variants, and which products they have to be read of; null where of none. */
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

/** Counts what is found in other stores, as far as `limit`. */
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
 * Which products are found, as conditions on rows `p` of `products`, or of a source that holds all of those by an index;
 * with a filter, on their rows `f` of `product_filter_values` as well.
 */
export function conditionsSql(
  { terms, type, storeIds, filter }: Pick<ProductSearch, 'terms' | 'type' | 'storeIds' | 'filter'>,
  bind: Bind,
) {
  const column = `p.${SEARCH_COLUMNS[type]}`;
  const words = terms.words.map((word) => {
    if (isShort(word)) {
      const [pattern] = containingPatterns(word).map(bind);
      // LIKE as a function, which has no index: without a trigram in the pattern, the trigram index would be read as a whole.
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
  const filtered = filter && filterSql(filter, bind, foundByCode);
  if (filtered) conditions.push(...filtered.conditions.map((condition) => `(${condition})`));
  return { column, source, conditions: conditions.join(' and '), holdsEveryWord, filter: filtered };
}

/** Stores that were deleted are excluded by a list: joined, they would be asked one by one. */
export function storeConditions(storeIds: readonly string[] | null, of: 'p' | 'f', bind: Bind): string[] {
  const existing = `${of}.store_id <> all (array(select id from stores where deleted_at is not null))`;
  return storeIds === null ? [existing] : [existing, `${of}.store_id = any(${bind(storeIds)}::uuid[])`];
}

/**
 * What is known of each hit's store. `offset 0` and the outer join have the matches found first, in one go, whatever the
 * planner knows of the stores; narrow rows do without, and are then read in parallel. Amounts of two currencies do
 * not compare: those of one stand together.
 */
function withStore(hits: string, sortKey: string, currency = 'null', alone = 'offset 0'): string {
  return `select hit.id, hit.title_key, ${sortKey} as sort_key, ${currency} as currency
      from (${hits} ${alone}) as hit left join stores as store on store.id = hit.store_id`;
}

/** 0 where a value is what was searched for, 1 where one begins with it, 2 for the rest. */
function rankSql(terms: SearchTerms, column: string, bind: Bind): string {
  const [exact, prefix] = [exactSql, prefixSql].map((sql) => sql(terms, column, bind));
  return `case when ${exact} then 0 when ${prefix} then 1 else 2 end`;
}

/** 0 where the title begins with what was searched for. */
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
 * What a product is sorted by: its lowest value in ascending order, its highest in descending order. A search by
 * SKU or barcode counts the matching variants only. Where every variant matches, which is the rule for a term
 * that finds thousands, that is what the product's own columns say, and the variants need not be read.
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
 * The search line of a variant's own code. SQL has no searchKey(): this is the same for every code in Latin,
 * Greek or Cyrillic letters, accents included, and it decides nothing but the order of results.
 */
export function searchLineSql(type: 'sku' | 'barcode'): string {
  return String.raw`E'\n' || lower(regexp_replace(normalize(v.${type}, nfkd), U&'[\0300-\036F]', '', 'g')) || E'\n'`;
}
