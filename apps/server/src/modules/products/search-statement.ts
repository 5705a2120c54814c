import type { SortDirection } from '@storefleet/contract/api/common';
import { DEFAULT_CURRENCY, type ProductSortField, type SearchType } from '@storefleet/contract/constants';
import { type Bind, compose, type Statement } from '../../platform/db/statement.ts';
import { escapeLike } from '../catalogue/search-key.ts';
import { containingPatterns, exactPatterns, prefixPattern, type SearchTerms } from './search-terms.ts';
import { isShort, shortTermsSource } from './short-terms.ts';

export type ProductSearch = {
  readonly terms: SearchTerms;
  readonly type: SearchType;
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
  p.status, p.tags, store.shop_name as store_name, store.store_currency`;

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

/** The ids of every product found, at most `limit`, in the same order. */
export function selectionStatement(selection: ProductSelection & Ordering, limit: number): Statement {
  return compose((bind) => {
    const { matched, order } = matchedSql(selection, bind);
    return `select id from (${matched}) as matched order by ${order('matched')} limit ${bind(limit)}`;
  });
}

/** Every product found with nothing but what sorting needs, and the order by it. */
function matchedSql(search: ProductSelection & Ordering, bind: Bind) {
  const { column, source, conditions, holdsEveryWord } = conditionsSql(search, bind);
  const sortKey = search.sortBy
    ? sortKeySql({ ...search, sortBy: search.sortBy }, column, holdsEveryWord)
    : search.isLarge
      ? titleRankSql(search, bind)
      : rankSql(search.terms, column, bind);
  const hits = `select p.id, p.search_name as title_key, ${sortKey} as sort_key, p.store_id
      from ${source()} p
      where ${conditions}`;
  const direction = search.sortBy ? `${search.sortDirection} nulls last` : '';
  const order = (of: string) => `${of}.sort_key ${direction}, ${of}.title_key, ${of}.id`;
  if (search.sortBy === 'store_name') return { matched: withStore(hits, 'lower(store.shop_name)'), order };
  if (search.sortBy === 'price' || search.sortBy === 'cost') {
    const currency = `coalesce(store.store_currency, ${bind(DEFAULT_CURRENCY)})`;
    return {
      matched: withStore(hits, 'hit.sort_key', currency),
      order: (of: string) => `(${of}.sort_key is null), ${of}.currency, ${order(of)}`,
    };
  }
  return { matched: hits, order };
}

/** Counts what is found in other stores, as far as `limit`. */
export function elsewhereStatement(
  { terms, type, storeIds }: Pick<ProductSearch, 'terms' | 'type'> & { readonly storeIds: readonly string[] },
  limit: number,
): Statement {
  return compose((bind) => {
    const { source, conditions } = conditionsSql({ terms, type, storeIds: null }, bind);
    return `select count(*)::int as total from (
      select from ${source()} p where ${conditions} and p.store_id <> all(${bind(storeIds)}::uuid[]) limit ${bind(limit)}
    ) as hits`;
  });
}

/** Which products are found, as conditions on rows `p` of `products`, or of a source that holds all of those by an index. */
export function conditionsSql(
  { terms, type, storeIds }: Pick<ProductSearch, 'terms' | 'type' | 'storeIds'>,
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

  const conditions = [holdsEveryWord(column)];
  if (type !== 'name' && terms.words.length > 1) {
    conditions.push(
      `exists (select from string_to_table(${column}, E'\\n') as line where ${holdsEveryWord(`E'\\n' || line || E'\\n'`)})`,
    );
  }
  conditions.push('p.store_id <> all (array(select id from stores where deleted_at is not null))');
  if (storeIds) conditions.push(`p.store_id = any(${bind(storeIds)}::uuid[])`);
  const source = () => shortTermsSource(terms, SEARCH_COLUMNS[type], bind) ?? 'products';
  return { column, source, conditions: conditions.join(' and '), holdsEveryWord };
}

/**
 * What is known of each hit's store. `offset 0` and the outer join have the matches found first, in one go, whatever the
 * planner knows of the stores. Amounts of two currencies do not compare: those of one stand together.
 */
function withStore(hits: string, sortKey: string, currency = 'null'): string {
  return `select hit.id, hit.title_key, ${sortKey} as sort_key, ${currency} as currency
      from (${hits} offset 0) as hit left join stores as store on store.id = hit.store_id`;
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
): string {
  if (search.sortBy === 'store_name') return 'null';
  if (search.sortBy === 'title') return 'p.search_name';
  const extreme = search.sortDirection === 'asc' ? 'min' : 'max';
  const ofProduct = `p.${search.sortBy}_${extreme}`;
  if (search.type === 'name') return ofProduct;
  const value = search.sortBy === 'barcode' ? `nullif(v.barcode, '') collate "C"` : `v.${search.sortBy}`;
  return `case
    when (select count(*) from string_to_table(${column}, E'\\n') as line where ${holdsEveryWord(`E'\\n' || line || E'\\n'`)})
      = p.variants_count then ${ofProduct}
    else (
      select ${extreme}(${value}) from variants v
      where v.product_id = p.id and ${holdsEveryWord(variantKeySql(search.type))}
    ) end`;
}

/**
 * The search line of a variant's own code. SQL has no searchKey(): this is the same for every code in Latin,
 * Greek or Cyrillic letters, accents included, and it decides nothing but the order of results.
 */
function variantKeySql(type: 'sku' | 'barcode'): string {
  return String.raw`E'\n' || lower(regexp_replace(normalize(v.${type}, nfkd), U&'[\0300-\036F]', '', 'g')) || E'\n'`;
}
