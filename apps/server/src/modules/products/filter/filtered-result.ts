import type { ProductSortField } from '@storefleet/contract/catalogue/catalogue-constants';
import type { Queryable } from '../../../platform/db/database.ts';
import { compose } from '../../../platform/db/statements/statement.ts';
import type { Unchanged } from '../../../platform/db/statements/unchanged.ts';
import { currentStoreScope } from '../../../platform/db/store-scope.ts';
import { CURRENCY, groupStores, type LargeResultLimits } from '../search/large-result.ts';
import {
  type FilterAlone,
  filteredSql,
  type ProductSearch,
  selectionStatement,
} from '../search/search-statement.ts';
import {
  type Index,
  indexOf,
  isMoneySort,
  isOfVariants,
  needsProducts,
  productKeySql,
} from '../search/sort-keys.ts';
import { priceRangeSql } from './filter-conditions.ts';
import { asksOfVariants, isOfNow } from './resolve-filter.ts';

/**
 * The number of products read in index order for a page; a filter that would need more finds few enough to
 * sort.
 */
const READ_IN_ORDER = 2_500;

/** Of the pages of the table: some 100 of a million variants. */
const SAMPLED_PERCENT = 0.5;
/** How many times the limit a sample has to promise, as neighbours resemble each other. */
const SURELY = 2;

type Search = ProductSearch & FilterAlone;

/** The result of a search with only a filter: the exact total, and one page in order. */
export async function findFiltered(
  db: Queryable,
  search: Search,
  { limits, unchanged }: { readonly limits: LargeResultLimits; readonly unchanged: Unchanged },
): Promise<{ total: number; productIds: string[] }> {
  const { commonOneIn, scansTags } = await readSample(db, search, limits.few);
  const few = commonOneIn !== null ? null : await findFew(db, search, { few: limits.few, scansTags });
  if (few !== null) return few;
  const count = () => countFiltered(db, search);
  const { filter, storeIds } = search;
  const counted = isOfNow(filter) ? count() : unchanged(db, JSON.stringify({ filter, storeIds }), count);
  const read = search.sortBy === 'store_name' ? readByStore : readInOrder;
  const readPage = async (oneIn: number) => (await read(db, search, oneIn)) ?? (await sortAll(db, search));
  const page =
    commonOneIn === null ? counted.then(({ of, total }) => readPage(of / total)) : readPage(commonOneIn);
  const [{ total }, productIds] = await Promise.all([counted, page]);
  return { total, productIds };
}

/**
 * The number of rows per match, roughly, if a sample shows that the filter matches many; and whether its range
 * of prices leaves so few that their tags need no index. A LIMIT would read as much as the count: the planner
 * does not know how rarely two conditions hold together, such as both ends of a range.
 */
async function readSample(
  db: Queryable,
  search: Search,
  few: number,
): Promise<{ commonOneIn: number | null; scansTags: boolean }> {
  // A view cannot be sampled.
  if (currentStoreScope() !== null) return { commonOneIn: null, scansTags: false };
  const { text, params } = compose((bind) => {
    const { conditions } = filteredSql(search, bind);
    const range = priceRangeSql(search.filter, bind);
    return `select count(*)::int as sampled, count(*) filter (where ${conditions})::int as hits,
        ${range === null ? 'null' : `count(*) filter (where ${range})`}::int as in_range
      from product_filter_values f tablesample system (${SAMPLED_PERCENT})`;
  });
  const { rows } = await db.query<{ sampled: number; hits: number; in_range: number | null }>(text, params);
  const { sampled = 0, hits = 0, in_range: inRange = null } = rows[0] ?? {};
  const isMany = (found: number) => found * (100 / SAMPLED_PERCENT) > SURELY * few;
  return {
    commonOneIn: isMany(hits) ? sampled / hits : null,
    scansTags: inRange !== null && !isMany(inRange),
  };
}

/** In a single pass; null if there are many. */
async function findFew(
  db: Queryable,
  search: Search,
  { few, scansTags }: { readonly few: number; readonly scansTags: boolean },
) {
  const { text, params } = compose((bind) => {
    const { conditions, sorted } = filteredSql(search, bind, { scansTags });
    const limit = bind(few + 1);
    const { matched, order } = sorted(`(select * from few where (select count(*) from few) < ${limit})`);
    return `
    with few as materialized (select f.* from product_filter_values f where ${conditions} limit ${limit})
    select (select count(*)::int from few) as total, array(
      select id from (${matched}) as matched
      order by ${order('matched')} limit ${bind(search.limit)} offset ${bind(search.offset)}
    ) as ids`;
  });
  const { rows } = await db.query<{ total: number; ids: string[] }>(text, params);
  const { total = 0, ids: productIds = [] } = rows[0] ?? {};
  return total > few ? null : { total, productIds };
}

/**
 * Counts the products. Variants are read in a second step, because a condition on variants would prevent a
 * parallel scan in table order. `offset 0` makes sure that they are read only once.
 */
async function countFiltered(db: Queryable, search: Search): Promise<{ total: number; of: number }> {
  const { text, params } = compose((bind) => {
    const { conditions, inTwoSteps } = filteredSql(search, bind);
    const rows = (which: string) => `from product_filter_values f where ${which}`;
    const found =
      inTwoSteps === null
        ? `select count(*) as total ${rows(conditions)}`
        : `select possible - cardinality(open)
             + (select count(*) from unnest(open) as f (product_id) where ${inTwoSteps.found}) as total
           from (
             select count(*) as possible, collected_ids(f.product_id) filter (where (${inTwoSteps.decided}) is not true) as open
             ${rows(inTwoSteps.possible)}
           ) as step`;
    return `select total::int, greatest(total, (select sum(products_count) from store_catalogue_counts))::int as of
      from (${found} offset 0) as found`;
  });
  const { rows } = await db.query<{ total: number; of: number }>(text, params);
  return rows[0] ?? { total: 0, of: 0 };
}

async function sortAll(db: Queryable, search: Search): Promise<string[]> {
  const { text, params } = selectionStatement({ ...search, isLarge: false }, search);
  const { rows } = await db.query<{ id: string }>(text, params);
  return rows.map(({ id }) => id);
}

/** Store by store, by name, so nothing is sorted beyond a full page. Null for a page far down. */
async function readByStore(db: Queryable, search: Search): Promise<string[] | null> {
  const needed = search.offset + search.limit;
  if (needed > READ_IN_ORDER) return null;
  const groups = await groupStores(db, search, 'lower(shop_name)');
  if (search.sortDirection === 'desc') groups.reverse();
  const found: string[] = [];
  for (const storeIds of groups) {
    const missing = { limit: needed - found.length, offset: 0 };
    found.push(...(await sortAll(db, { ...search, sortBy: null, storeIds, ...missing })));
    if (found.length === needed) break;
  }
  return found.slice(search.offset);
}

/**
 * The page from the start of an index, expecting one match in `oneIn` products; or from the first matches by
 * the product's own values, if those of the matching variants differ. Null if neither fills it.
 */
async function readInOrder(db: Queryable, search: Search, oneIn: number): Promise<string[] | null> {
  const { sortBy, limit, offset } = search;
  const index = indexOf(sortBy ?? 'title');
  const read = Math.ceil(2 * oneIn * (offset + limit));
  const page = index !== null && read <= READ_IN_ORDER ? await readFirst(db, search, read, index) : null;
  const first = 2 * (offset + limit) + 100;
  if (page !== null || sortBy === null || first > READ_IN_ORDER) return page;
  return isOfVariants(sortBy) && asksOfVariants(search.filter) ? readFirst(db, search, first, null) : null;
}

/**
 * The page from the first products in index order, or the first matches. Unread products come after the last
 * one, or next to it if the index has only a prefix of the key; anything before it is certain.
 */
async function readFirst(db: Queryable, search: Search, read: number, index: Index | null) {
  const { sortBy, sortDirection, limit, offset } = search;
  const sort: ProductSortField = sortBy ?? 'title';
  const direction = sortBy === null ? 'asc' : sortDirection;
  const { rows: of, key: indexed, desc } = index ?? ALL_FOUND;
  const [first, ...others] = isMoneySort(sortBy) ? await groupStores(db, search, CURRENCY) : [];
  const { text, params } = compose((bind) => {
    const { conditions, sorted } = filteredSql(search, bind);
    const { matched, order } =
      sorted(`(select f.* from read join product_filter_values f on f.product_id = read.id
      where ${conditions})`);
    const key = indexed(productKeySql(sort, direction, of));
    const precedes = `${indexed('matched.sort_key')} ${direction === 'asc' ? '<' : '>'} last.key`;
    const isBefore =
      sort === 'title'
        ? isTitleBefore(indexed(TITLE_LINE), direction)
        : index === null
          ? `(${precedes} or matched.sort_key = last.key and (matched.title_key, matched.id) <= (last.title_key, last.id))`
          : precedes;
    const [from, id] = of === 'p' ? ['products p', 'p.id'] : ['product_filter_values f', 'f.product_id'];
    // Among many products with the same value, the index has no order.
    const ties = index === null ? ', title_key, id' : '';
    const products = of === 'f' && needsProducts(sort) ? 'join products p on p.id = f.product_id' : '';
    const inFirst = others.length === 0 ? '' : `and ${of}.store_id = any(${bind(first)}::uuid[])`;
    return `
    with read as materialized (
      select ${id} as id, ${key} as key${index === null ? ', f.title_key' : ''} from ${from} ${products}
      where ${key} is not null ${inFirst} ${index === null ? `and ${conditions}` : ''}
      order by ${key} ${direction === 'asc' ? 'asc' : desc}${ties} limit ${bind(read)}
    ), last as (select * from read order by key ${direction}${ties} offset ${bind(read)} - 1),
    matched as materialized (${matched})
    select id from matched
    where ${sortBy === null ? '' : 'sort_key is not null and '}not exists (select from last where not (${isBefore}))
    order by ${order('matched')} limit ${bind(limit)} offset ${bind(offset)}`;
  });
  const { rows } = await db.query<{ id: string }>(text, params);
  return rows.length < limit ? null : rows.map(({ id }) => id);
}

/** Used instead of an index. */
const ALL_FOUND: Index = { rows: 'f', key: (of) => of, desc: 'desc' };

/** The start of the first line in a product's search name. */
const TITLE_LINE = "E'\\n' || matched.title_key || E'\\n'";

/** Whatever follows the last key also follows this title; a key that begins with it may be on either side. */
function isTitleBefore(line: string, direction: 'asc' | 'desc'): string {
  return direction === 'asc'
    ? `${line} < last.key and not starts_with(last.key, ${line})`
    : `${line} > last.key`;
}
