import type { SortDirection } from '@storefleet/contract/common';
import { DEFAULT_CURRENCY, type ProductSortField, type SearchType } from '@storefleet/contract/constants';
import { containingPatterns, exactPatterns, prefixPattern, type SearchTerms } from './search-terms.ts';

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

const SEARCH_COLUMNS = { name: 'search_name', sku: 'search_skus', barcode: 'search_barcodes' } as const;

/**
 * One statement that answers the exact total and one page of products, in order. It finds the matches once, with
 * nothing but what sorting needs, and reads whole products only for the page. The matches are not joined with the
 * stores: where the statistics of that small table are old, the planner then asks the trigram index once a store.
 */
export function searchStatement(search: ProductSearch): { text: string; params: unknown[] } {
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const { matched, order } = matchedSql(search, bind);
  const text = `
    with matched as materialized (${matched})
    select total.count as total, p.id, p.source_id, p.store_id, p.title, p.handle, p.vendor, p.product_type,
      p.status, p.tags, store.shop_name as store_name, store.store_currency
    from (select count(*)::int as count from matched) as total
    left join (
      select * from matched order by ${order} limit ${bind(search.limit)} offset ${bind(search.offset)}
    ) as page on true
    left join products as p on p.id = page.id
    left join stores as store on store.id = p.store_id
    order by ${order.replace(/\b(currency|sort_key|title_key|id)\b/g, 'page.$1')}`;
  return { text, params };
}

/** The ids of every product found, at most `limit`, in the same order. */
export function selectionStatement(
  selection: ProductSelection,
  limit: number,
): { text: string; params: unknown[] } {
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const { matched, order } = matchedSql(selection, bind);
  return {
    text: `select id from (${matched}) as matched order by ${order} limit ${bind(limit)}`,
    params,
  };
}

/** Every product found with nothing but what sorting needs, and the order by it. */
function matchedSql(search: ProductSelection, bind: (value: unknown) => string) {
  const { column, conditions, holdsEveryWord } = conditionsSql(search, bind);
  const sortKey = search.sortBy
    ? sortKeySql({ ...search, sortBy: search.sortBy }, column, holdsEveryWord)
    : rankSql(search.terms, column, bind);
  const hits = `select p.id, p.search_name as title_key, ${sortKey} as sort_key, p.store_id
      from products p
      where ${conditions}`;
  const inOrder = `sort_key ${search.sortDirection} nulls last, title_key, id`;
  if (search.sortBy === 'store_name')
    return { matched: withStore(hits, 'lower(store.shop_name)'), order: inOrder };
  if (search.sortBy === 'price' || search.sortBy === 'cost') {
    const currency = `coalesce(store.store_currency, ${bind(DEFAULT_CURRENCY)})`;
    return {
      matched: withStore(hits, 'hit.sort_key', currency),
      order: `(sort_key is null), currency, ${inOrder}`,
    };
  }
  return { matched: hits, order: search.sortBy ? inOrder : 'sort_key, title_key, id' };
}

/** Counts what is found in other stores, as far as `limit`. */
export function elsewhereStatement(
  { terms, type, storeIds }: Pick<ProductSearch, 'terms' | 'type'> & { readonly storeIds: readonly string[] },
  limit: number,
): { text: string; params: unknown[] } {
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const { conditions } = conditionsSql({ terms, type, storeIds: null }, bind);
  return {
    text: `select count(*)::int as total from (
      select from products p where ${conditions} and p.store_id <> all(${bind(storeIds)}::uuid[]) limit ${bind(limit)}
    ) as hits`,
    params,
  };
}

function conditionsSql(
  { terms, type, storeIds }: Pick<ProductSearch, 'terms' | 'type' | 'storeIds'>,
  bind: (value: unknown) => string,
) {
  const column = `p.${SEARCH_COLUMNS[type]}`;
  const words = terms.words.map((word) => containingPatterns(word).map(bind));
  const holdsEveryWord = (value: string) =>
    words
      .map((patterns) => `(${patterns.map((pattern) => `${value} like ${pattern}`).join(' or ')})`)
      .join(' and ');

  const conditions = [holdsEveryWord(column)];
  if (type !== 'name' && terms.words.length > 1) {
    conditions.push(
      `exists (select from string_to_table(${column}, E'\\n') as line where ${holdsEveryWord(`E'\\n' || line || E'\\n'`)})`,
    );
  }
  conditions.push('p.store_id <> all (array(select id from stores where deleted_at is not null))');
  if (storeIds) conditions.push(`p.store_id = any(${bind(storeIds)}::uuid[])`);
  return { column, conditions: conditions.join(' and '), holdsEveryWord };
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
function rankSql(terms: SearchTerms, column: string, bind: (value: unknown) => string): string {
  const exact = exactPatterns(terms.phrase).map((pattern) => `${column} like ${bind(pattern)}`);
  return `case when ${exact.join(' or ')} then 0 when ${column} like ${bind(prefixPattern(terms.phrase))} then 1 else 2 end`;
}

/**
 * What a product is sorted by: its lowest value in ascending order, its highest in descending order. A search by
 * SKU or barcode counts the matching variants only. Where every variant matches, which is the rule for a term
 * that finds thousands, that is what the product's own columns say, and the variants need not be read.
 */
function sortKeySql(
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
