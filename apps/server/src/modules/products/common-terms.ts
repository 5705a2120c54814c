import type { Queryable } from '../../platform/db/database.ts';
import { compose } from '../../platform/db/statement.ts';
import { conditionsSql, exactSql, type ProductSearch, prefixSql, rankSql } from './search-statement.ts';
import { areShort } from './short-terms.ts';

/** So many products are looked at in the order of titles. */
const LOOKED_AT = 2_000;
/** With fewer hits among them it is quicker to find all that the search finds. */
const COMMON_HITS = 64;

/** The hits of one rank: so many as a page needs, in order. */
type Ranked = { rank: number; ids: string[] };

/**
 * One or two letters that a large share of the catalogue holds: the total is counted, and the page is put together from
 * the first products in the order of titles, without sorting all that is found. Null where the search is not such a one.
 */
export async function findCommonProducts(
  db: Queryable,
  search: ProductSearch,
): Promise<{ total: number; productIds: string[] } | null> {
  const isOrderedByTitle = search.sortBy === null || search.sortBy === 'title';
  const needed = search.offset + search.limit;
  if (!areShort(search.terms) || !isOrderedByTitle || needed > LOOKED_AT) return null;
  const first = await findAmongFirst(db, search, needed);
  if (first === null) return null;
  const [total, productIds] = await Promise.all([
    countFound(db, search),
    putTogether(db, search, first, needed),
  ]);
  if (productIds === null) return null;
  return { total, productIds: productIds.slice(search.offset, needed) };
}

/** Null where too little was found to say that the terms are common. */
async function findAmongFirst(
  db: Queryable,
  search: ProductSearch,
  needed: number,
): Promise<Ranked[] | null> {
  const { text, params } = compose((bind) => {
    const { column, conditions } = conditionsSql(search, bind);
    const rank = search.sortBy === null ? rankSql(search.terms, column, bind) : '2';
    const direction = search.sortBy === null ? 'asc' : search.sortDirection;
    return `
    with looked_at as materialized (
      select p.id, p.store_id, ${column}, row_number() over (order by ${titleOrder(direction)}) as place
      from products p
      order by ${titleOrder(direction)} limit ${LOOKED_AT}
    ), hits as (
      select p.id, p.place, ${rank} as rank from looked_at p where ${conditions}
    )
    select rank, (array_agg(id order by place))[1:${bind(needed)}] as ids, count(*)::int as hits
    from hits group by rank`;
  });
  const { rows } = await db.query<Ranked & { hits: number }>(text, params);
  const hits = rows.reduce((sum, row) => sum + row.hits, 0);
  return hits < COMMON_HITS ? null : rows;
}

/** In C's order the beginning of a text comes before or after another as the whole does. */
function titleOrder(direction: 'asc' | 'desc'): string {
  return `left(p.search_name, 32) ${direction}, p.search_name ${direction}, p.id`;
}

/** Rank after rank, until there are enough; null where those that were looked at are too few of the last one. */
async function putTogether(
  db: Queryable,
  search: ProductSearch,
  first: readonly Ranked[],
  needed: number,
): Promise<string[] | null> {
  const [exact = [], prefixed = [], others = []] = [0, 1, 2].map(
    (rank) => first.find((ranked) => ranked.rank === rank)?.ids,
  );
  const productIds = await findFirstRanks(db, search, { exact, prefixed }, needed);
  const missing = needed - productIds.length;
  return others.length < missing ? null : [...productIds, ...others.slice(0, missing)];
}

/** Values that are the words or begin with them, at most `needed`. */
async function findFirstRanks(
  db: Queryable,
  search: ProductSearch,
  { exact, prefixed }: { exact: readonly string[]; prefixed: readonly string[] },
  needed: number,
): Promise<string[]> {
  if (search.sortBy !== null) return [];
  if (exact.length >= needed) return exact.slice(0, needed);
  if (prefixed.length < needed) return findByBeginning(db, search, prefixSql, needed);
  return [...(await findByBeginning(db, search, exactSql, needed)), ...prefixed].slice(0, needed);
}

/** The words at the beginning of a value have trigrams, however short they are. */
async function findByBeginning(
  db: Queryable,
  search: ProductSearch,
  beginning: typeof exactSql | typeof prefixSql,
  limit: number,
): Promise<string[]> {
  const { text, params } = compose((bind) => {
    const { column, conditions } = conditionsSql(search, bind);
    return `
    with matched as materialized (
      select p.id, p.search_name, ${rankSql(search.terms, column, bind)} as rank
      from products p where ${beginning(search.terms, column, bind)} and ${conditions}
    )
    select id from matched order by rank, search_name, id limit ${bind(limit)}`;
  });
  const { rows } = await db.query<{ id: string }>(text, params);
  return rows.map(({ id }) => id);
}

async function countFound(db: Queryable, search: ProductSearch): Promise<number> {
  const { text, params } = compose((bind) => {
    const { conditions } = conditionsSql(search, bind);
    return `select count(*)::int as total from products p where ${conditions}`;
  });
  const { rows } = await db.query<{ total: number }>(text, params);
  return rows[0]?.total ?? 0;
}
