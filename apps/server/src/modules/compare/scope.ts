import type { CompareFilter } from '@storefleet/contract/articles/compare';
import type { ComparedAttribute } from '@storefleet/contract/articles/compared';
import { DEFAULT_CURRENCY } from '@storefleet/contract/constants';
import type { Queryable } from '../../platform/db/database.ts';
import type { Bind } from '../../platform/db/statements/statement.ts';
import { currentStoreScope } from '../../platform/db/store-scope.ts';
import { invalidField } from '../../platform/http/problem.ts';
import { maskOf } from '../articles/compared-sql.ts';
import { CONFLICT_BITS, currentArticles, differencesSql, foldSql } from '../articles/fold.ts';
import { type ResolvedFilter, resolveFilter } from '../products/filter/resolve-filter.ts';
import { conditionsSql, searchLineSql } from '../products/search/search-statement.ts';
import { parseSearchTerms, type SearchTerms } from '../products/search/search-terms.ts';
import { deviationsSql } from './deviations.ts';
import type { ActiveRule } from './rules/active-rules.ts';

export type ComparedStore = {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly store_type: string;
};

/** Which articles are compared in which stores, with everything looked up for it. */
export type Scope = {
  readonly query: CompareFilter;
  readonly stores: readonly ComparedStore[];
  /** Whether these are all participating stores, visible or not: stored article data then applies to them. */
  readonly isAll: boolean;
  /** Whether these are all visible stores. */
  readonly isWhole: boolean;
  readonly hasChanges: boolean;
  readonly search: { readonly terms: SearchTerms; readonly filter: ResolvedFilter | null } | null;
  readonly rules: readonly ActiveRule[];
};

type StoreRow = ComparedStore & { has_changes: boolean; is_read: boolean };

export async function readScope(
  db: Queryable,
  query: CompareFilter,
  readRules: () => Promise<readonly ActiveRule[]>,
): Promise<Scope> {
  const terms = parseSearchTerms(query.query, query.type);
  if (terms.words.length === 0 && query.query !== '') throw invalidField('query', 'Enter a search term.');
  const [filter, rules, { rows }] = await Promise.all([
    resolveFilter(db, query.filter),
    readRules(),
    db.query<StoreRow>(
      `select s.id, s.shop_name as name, coalesce(s.store_currency, $1) as currency, s.store_type,
         exists (select from article_changes) as has_changes,
         s.last_sync_at is not null or exists (select from variants v where v.store_id = s.id) as is_read
       from stores s left join article_stores r on r.store_id = s.id
       where s.deleted_at is null and r.is_left_out is not true order by lower(s.shop_name), s.id`,
      [DEFAULT_CURRENCY],
    ),
  ]);
  // One that was never synced would lack every article.
  const read = rows.filter((row) => row.is_read || query.missing_in?.includes(row.id));
  const stores = query.store_ids?.flatMap((id) => rows.filter((row) => row.id === id)) ?? read;
  const isWhole = read.every((row) => stores.includes(row));
  return {
    query,
    stores: stores.map(({ has_changes: _, is_read: __, ...store }) => store),
    isAll: isWhole && currentStoreScope() === null,
    isWhole,
    hasChanges: rows[0]?.has_changes ?? false,
    search: terms.words.length > 0 || filter !== null ? { terms, filter } : null,
    rules,
  };
}

export const storeIdsOf = ({ stores }: Scope): string[] => stores.map(({ id }) => id);

/**
 * Parts of a `with` that define `scoped`: articles of these stores that match the search. `ownConflicts`:
 * limits conflicts to the chosen stores; if not needed, those across all stores will do.
 */
export function scopedArticles(
  scope: Scope,
  bind: Bind,
  { ownConflicts = scope.query.conflict !== undefined } = {},
): string {
  const { search, isWhole, hasChanges } = scope;
  const conditions = [
    ...(isWhole ? [] : [`store_ids && ${bind(storeIdsOf(scope))}::uuid[]`]),
    ...(search === null ? [] : ['key in (select key from matching)']),
  ];
  const matching = search === null ? '' : `, matching as materialized (${matchingSql(scope, search, bind)})`;
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const parts = `${currentArticles(hasChanges)}${matching}`;
  // Inlining beats materializing: the planner then knows how many rows there are, and reads them in parallel.
  const isRead = search === null && (!hasChanges || currentStoreScope() !== null);
  const scoped = `scoped as ${isRead ? 'not materialized' : ''}`;
  if (isWhole || !ownConflicts) return `${parts}, ${scoped} (select * from current ${where})`;
  // A conflict in some stores is one in all; a barcode shared with another article stays shared.
  const doubted = `v.article_key in (select key from current where conflicts <> 0)
    and v.store_id = any(${bind(storeIdsOf(scope))}::uuid[])`;
  return `${parts}, doubted as materialized (
      select key as doubted_key, conflicts as own_conflicts from (${foldSql(doubted, [])}) as folded
    ), ${scoped} (
      select key, store_ids, differs, barcode_key,
        coalesce(own_conflicts, 0) | (conflicts & ${CONFLICT_BITS.shared_barcode}) as conflicts
      from current left join doubted on doubted_key = key ${where}
    )`;
}

function matchingSql(scope: Scope, search: NonNullable<Scope['search']>, bind: Bind): string {
  const { type } = scope.query;
  const storeIds = storeIdsOf(scope);
  const { terms, filter } = search;
  const found = conditionsSql({ terms, type, storeIds, filter }, bind);
  const { source, conditions, holdsEveryWord } = found;
  const ofVariants = [
    ...(found.filter?.variants ? [found.filter.variants.variant] : []),
    ...(type === 'name' || terms.words.length === 0 ? [] : [holdsEveryWord(searchLineSql(type))]),
  ];
  const products =
    filter === null
      ? `${source()} p join variants v on v.product_id = p.id`
      : `product_filter_values f join variants v on v.product_id = f.product_id
        ${terms.words.length === 0 ? '' : `join ${source()} p on p.id = f.product_id`}`;
  return `select distinct v.article_key as key from ${products}
      where ${[conditions, ...ofVariants].map((condition) => `(${condition})`).join(' and ')}`;
}

/** Whether the filter needs more than the articles in `scoped`. */
export const hasMoreFilters = ({ query }: Scope): boolean =>
  query.shared === true ||
  [query.differs_in, query.apart, query.missing_in, query.only_in, query.conflict, query.deviating].some(
    (asked) => asked !== undefined,
  );

/**
 * The filter on differences, as conditions on a row `c` of `scoped`, and on the keys `v.article_key` whose
 * deviations are searched.
 */
export function foundConditions(
  scope: Scope,
  bind: Bind,
  { differs, apart, keys }: { differs: string; apart: string; keys?: () => string },
): string[] {
  const { query } = scope;
  const ids = storeIdsOf(scope);
  const conditions: string[] = [];
  if (query.differs_in !== undefined) conditions.push(`${differs} & ${maskOf(query.differs_in)} <> 0`);
  if (query.apart !== undefined) conditions.push(`${apart} > ${bind(query.apart)}::numeric`);
  if (query.missing_in !== undefined) {
    conditions.push(`not c.store_ids @> ${bind(query.missing_in)}::uuid[]`);
  }
  if (query.only_in !== undefined) {
    conditions.push(`c.store_ids @> ${bind([query.only_in])}::uuid[]
      and not c.store_ids && ${bind(ids.filter((id) => id !== query.only_in))}::uuid[]`);
  }
  if (query.shared) {
    const held = scope.isAll
      ? 'cardinality(c.store_ids)'
      : `(select count(*) from unnest(c.store_ids) as id where id = any(${bind(ids)}::uuid[]))`;
    conditions.push(`${held} > 1`);
  }
  if (query.conflict !== undefined) {
    conditions.push(
      query.conflict === 'any' ? 'c.conflicts <> 0' : `c.conflicts & ${CONFLICT_BITS[query.conflict]} <> 0`,
    );
  }
  if (query.deviating !== undefined) {
    const asked = requestedRules(scope);
    conditions.push(
      asked.length === 0
        ? 'false'
        : `c.key in (${asked.map((rule) => `select key from (${deviationsSql(rule, bind, { storeIds: ids, ...(keys && { condition: keys() }) })}) as d`).join(' union all ')})`,
    );
  }
  return conditions;
}

/** The rules the filter refers to. */
export const requestedRules = ({ rules, query: { deviating = ['any'] } }: Scope): ActiveRule[] =>
  rules.filter(({ id }) => deviating.includes('any') || deviating.includes(id));

export const apartColumn = ({ query }: Scope): string => `apart_${query.apart_in ?? 'price'}`;

/** Whether the filter depends on differences between the chosen stores. */
export const filtersDifferences = ({ query }: Scope): boolean =>
  query.differs_in !== undefined || query.apart !== undefined;

/** Computes the attributes the filter needs. */
export function foldRequested({ query }: Scope, condition: string): string {
  const apart = query.apart === undefined ? [] : [query.apart_in ?? ('price' as const)];
  return differencesSql(condition, [...new Set([...(query.differs_in ?? []), ...apart])]);
}

/**
 * A precheck: articles can differ in the chosen stores only where they differ in all. `> 0`, not `<> 0`: the planner
 * expects nearly every row to pass the latter, and would sort all variants for the few that do.
 */
export const differsIn = (attributes: readonly ComparedAttribute[]): string =>
  `differs & ${maskOf(attributes)} > 0`;

export function mayDiffer({ query }: Scope): string {
  const { differs_in = [], apart, apart_in = 'price' } = query;
  const parts = [
    ...(differs_in.length > 0 ? [`c.${differsIn(differs_in)}`] : []),
    ...(apart === undefined ? [] : [`c.${differsIn([apart_in])}`]),
  ];
  return parts.join(' and ') || 'true';
}

/** Parts of a `with` that define `found`, unordered: the keys of all articles matching the filter. */
export function foundArticles(scope: Scope, bind: Bind): string {
  const apart = apartColumn(scope);
  const isLive = filtersDifferences(scope) && !scope.isAll;
  if (!isLive) {
    const conditions = foundConditions(scope, bind, { differs: 'c.differs', apart: `c.${apart}` });
    return `found as (select c.* from scoped c ${whereOf(conditions)})`;
  }
  const live = foldRequested(
    scope,
    `v.article_key in (select key from scoped c where ${mayDiffer(scope)}) and v.store_id = any(${bind(storeIdsOf(scope))}::uuid[])`,
  );
  const conditions = foundConditions(scope, bind, { differs: 'live.differs', apart: `live.${apart}` });
  return `live as materialized (${live}), found as (
      select c.* from scoped c join live on live.key = c.key ${whereOf(conditions)}
    )`;
}

export const whereOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `where ${conditions.map((condition) => `(${condition})`).join(' and ')}`;
