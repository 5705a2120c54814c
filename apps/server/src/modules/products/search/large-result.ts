import { DEFAULT_CURRENCY } from '@storefleet/contract/constants';
import type { Queryable } from '../../../platform/db/database.ts';
import { type Bind, compose } from '../../../platform/db/statements/statement.ts';
import { currentStoreScope } from '../../../platform/db/store-scope.ts';
import {
  beginsTitleSql,
  conditionsSql,
  type ProductSearch,
  type ProductSelection,
  sortKeySql,
} from './search-statement.ts';
import { areShort } from './short-terms.ts';
import { indexOf, productKeySql } from './sort-keys.ts';

/** The number of products that makes a result large. */
export type LargeResultLimits = {
  /** Products are counted up to this number. */
  readonly counted: number;
  /** A search with fewer estimated matches reads and sorts them all. */
  readonly estimated: number;
  /** This many rows of a filter are faster to keep and sort than to read again. */
  readonly few: number;
};

/** Products sampled to estimate the number of matches. */
const SAMPLE_SIZE = 3_000;

/** Whether one or two letters match too many products to sort them all for a page. */
export async function isLargeResult(
  db: Queryable,
  selection: ProductSelection,
  { estimated }: LargeResultLimits,
): Promise<boolean> {
  // A filter reduces the result, and its total is exact.
  if (selection.filter !== null) return false;
  if (!areShort(selection.terms)) return false;
  // A view cannot be sampled; the count that follows shows whether the result is large.
  return currentStoreScope() !== null || (await estimateFound(db, selection)) >= estimated;
}

/**
 * The page of a large result, read in index order, with products counted up to the limit. Null if there are
 * fewer matches after all, or if the page requires sorting everything.
 */
export async function findPageOfLargeResult(
  db: Queryable,
  search: ProductSearch,
  { counted }: LargeResultLimits,
): Promise<string[] | null> {
  const needed = search.offset + search.limit;
  if (needed > counted) return null;
  const [isLarge, productIds] = await Promise.all([
    findsMoreThan(db, search, counted),
    readInOrder(db, search, needed),
  ]);
  return isLarge ? (productIds?.slice(search.offset, needed) ?? null) : null;
}

async function estimateFound(db: Queryable, search: ProductSelection): Promise<number> {
  const { text, params } = compose((bind) => {
    const { conditions } = conditionsSql(search, bind);
    const percent = `least(100, 100.0 * ${bind(SAMPLE_SIZE)}::int
      / greatest(1, (select sum(products_count) from store_catalogue_counts)))`;
    return `select (count(*) * 100 / ${percent})::int as estimate
      from products p tablesample system (${percent}) repeatable (0) where ${conditions}`;
  });
  const { rows } = await db.query<{ estimate: number }>(text, params);
  return rows[0]?.estimate ?? 0;
}

async function findsMoreThan(db: Queryable, search: ProductSearch, limit: number): Promise<boolean> {
  const { text, params } = compose((bind) => {
    const { conditions } = conditionsSql(search, bind);
    return `select count(*) > ${bind(limit)} as more
      from (select from products p where ${conditions} limit ${bind(limit)} + 1) as found`;
  });
  const { rows } = await db.query<{ more: boolean }>(text, params);
  return rows[0]?.more ?? false;
}

/** A part of the result that entirely precedes the next part, in index order. */
type Section = (needed: number) => Promise<{ ids: string[]; isComplete: boolean }>;

/** The first products of the result; null if no index determines them. */
async function readInOrder(db: Queryable, search: ProductSearch, needed: number): Promise<string[] | null> {
  const found: string[] = [];
  const sections = await sectionsOf(db, search);
  if (sections === null) return null;
  for (const section of sections) {
    const missing = needed - found.length;
    const { ids, isComplete } = await section(missing);
    found.push(...ids.slice(0, missing));
    if (found.length === needed) return found;
    if (!isComplete) return null;
  }
  return null;
}

/** Null if no index has this order: then all matches are sorted. */
async function sectionsOf(db: Queryable, search: ProductSearch): Promise<Section[] | null> {
  const { sortBy, sortDirection, type, terms } = search;
  const byTitle = (where: Condition, direction: 'asc' | 'desc' = 'asc'): Section => {
    return (needed) => readByTitle(db, search, { where, direction, needed });
  };
  if (sortBy === null && type === 'name') {
    const begins = (bind: Bind) => beginsTitleSql(terms, bind);
    return [byTitle(begins), byTitle((bind) => `not ${begins(bind)}`)];
  }
  if (sortBy === null) return [byTitle(() => 'true')];
  if (sortBy === 'title') return [byTitle(() => 'true', sortDirection)];
  const inStores = (ids: readonly string[]) => (bind: Bind) => `p.store_id = any(${bind(ids)}::uuid[])`;
  if (sortBy === 'store_name') {
    const groups = await groupStores(db, search, 'lower(shop_name)');
    if (sortDirection === 'desc') groups.reverse();
    return groups.map((ids) => byTitle(inStores(ids)));
  }
  if (sortBy !== 'barcode' && sortBy !== 'price' && sortBy !== 'cost') return null;
  const byValue = (where: Condition): Section => {
    return (needed) => readByValue(db, { ...search, sortBy }, { where, needed });
  };
  if (sortBy === 'barcode') return [byValue(() => 'true')];
  const currencies = await groupStores(db, search, CURRENCY);
  return currencies.map((ids) => byValue(inStores(ids)));
}

type Condition = (bind: Bind) => string;

export const CURRENCY = `coalesce(store_currency, '${DEFAULT_CURRENCY}')`;

/** The searched stores grouped by key, in key order. */
export async function groupStores(
  db: Queryable,
  { storeIds }: Pick<ProductSearch, 'storeIds'>,
  key: string,
): Promise<string[][]> {
  const { rows } = await db.query<{ ids: string[] }>(
    `select array_agg(id) as ids from stores
     where deleted_at is null and ($1::uuid[] is null or id = any($1)) group by ${key} order by ${key}`,
    [storeIds],
  );
  return rows.map(({ ids }) => ids);
}

/** In the C collation, prefixes compare like the full texts. */
async function readByTitle(
  db: Queryable,
  search: ProductSearch,
  { where, direction, needed }: { where: Condition; direction: 'asc' | 'desc'; needed: number },
) {
  const { text, params } = compose((bind) => {
    const { conditions } = conditionsSql(search, bind);
    return `select p.id from products p where ${conditions} and ${where(bind)}
      order by left(p.search_name, 32) ${direction}, p.search_name ${direction}, p.id limit ${bind(needed)}`;
  });
  const { rows } = await db.query<{ id: string }>(text, params);
  return { ids: rows.map(({ id }) => id), isComplete: rows.length < needed };
}

/**
 * By the lowest or highest value of the matching variants. The index has those of all variants, so an unread
 * product cannot precede one that is certain.
 */
async function readByValue(
  db: Queryable,
  search: ProductSearch & { sortBy: 'price' | 'cost' | 'barcode' },
  { where, needed }: { where: Condition; needed: number },
) {
  const { sortBy, sortDirection, type } = search;
  const index = indexOf(sortBy);
  if (index === null) return { ids: [], isComplete: false };
  const indexed = productKeySql(sortBy, sortDirection, index.rows);
  const [order, before, last] = sortDirection === 'asc' ? ['asc', '<', 'max'] : [index.desc, '>', 'min'];
  const from =
    index.rows === 'p' ? 'products p' : 'product_filter_values f join products p on p.id = f.product_id';
  const read = type === 'name' ? needed : 2 * needed + 200;
  const { text, params } = compose((bind) => {
    const { column, conditions, holdsEveryWord } = conditionsSql(search, bind);
    return `
    with read as materialized (
      select p.id, p.search_name as title_key, ${indexed} as indexed,
        ${sortKeySql(search, column, holdsEveryWord, null)} as sort_key
      from ${from} where ${conditions} and ${where(bind)} and ${indexed} is not null
      order by ${indexed} ${order}, p.search_name, p.id limit ${bind(read)}
    ), known as (select count(*) < ${bind(read)} as is_complete, ${last}(indexed) as last from read)
    select id, is_complete, bool_and(is_complete or sort_key = indexed or sort_key ${before} last)
      over (order by sort_key ${sortDirection}, title_key, id) as is_certain
    from read, known where sort_key is not null
    order by sort_key ${sortDirection}, title_key, id`;
  });
  const { rows } = await db.query<{ id: string; is_complete: boolean; is_certain: boolean }>(text, params);
  const isComplete = rows[0]?.is_complete ?? true;
  return { ids: rows.filter((row) => row.is_certain).map(({ id }) => id), isComplete };
}
