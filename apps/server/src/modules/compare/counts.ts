import type { CompareCounts } from '@storefleet/contract/articles/compare';
import { ARTICLE_CONFLICTS } from '@storefleet/contract/articles/compared';
import type { Queryable } from '../../platform/db/database.ts';
import { compose } from '../../platform/db/statements/statement.ts';
import { bitOf, maskOf } from '../articles/compared-sql.ts';
import { CONFLICT_BITS, differencesSql } from '../articles/fold.ts';
import { readProgress } from '../articles/matching.repository.ts';
import { deviationsSql } from './deviations.ts';
import { differsIn, foundArticles, hasMoreFilters, type Scope, scopedArticles, storeIdsOf } from './scope.ts';

export async function countCompared(db: Queryable, scope: Scope): Promise<CompareCounts> {
  const [kinds, total, deviations, progress] = await Promise.all([
    countKinds(db, scope),
    hasMoreFilters(scope) ? countFound(db, scope) : null,
    countDeviations(db, scope),
    readProgress(db),
  ]);
  return { ...kinds, total: total ?? kinds.articles, deviations, progress };
}

async function countFound(db: Queryable, scope: Scope): Promise<number> {
  const { text, params } = compose(
    (bind) =>
      `with ${scopedArticles(scope, bind)}, ${foundArticles(scope, bind)} select count(*)::integer as total from found`,
  );
  const { rows } = await db.query<{ total: number }>(text, params);
  return rows[0]?.total ?? 0;
}

type Kinds = Pick<
  CompareCounts,
  'articles' | 'in_all' | 'differing' | 'differs' | 'missing' | 'only' | 'doubtful' | 'conflicts'
>;
type CountRow = { kind: string; name: string | null; count: number };

/** Reads the many articles once, grouped into the few combinations that count alike. */
async function countKinds(db: Queryable, scope: Scope): Promise<Kinds> {
  const { attributes } = scope.query;
  const ids = storeIdsOf(scope);
  const mask = maskOf(attributes);
  const { text, params } = compose((bind) => {
    const chosen = scope.isAll ? '' : `${bind(ids)}::uuid[]`;
    const held = scope.isAll
      ? 'store_ids'
      : `array(select id from unnest(store_ids) as id where id = any(${chosen}))`;
    const scoped = `${scopedArticles(scope, bind, { ownConflicts: true })}, counted as materialized (
        select ${held} as held, differs, conflicts, n from (
          select store_ids, differs & ${mask} as differs, conflicts, count(*)::integer as n from scoped group by 1, 2, 3
        ) as alike
      )`;
    // Articles that agree across all stores also agree across some of them.
    const live = scope.isAll
      ? 'live as (select differs, n from counted)'
      : `live as materialized (
          select differs, count(*)::integer as n from (${differencesSql(`v.article_key in (select key from scoped where ${differsIn(attributes)}) and v.store_id = any(${chosen})`, attributes)}) as folded
          group by differs
        )`;
    const sum = (kind: string, name: string, from: string) =>
      `union all select '${kind}', ${name}, coalesce(sum(n), 0)::integer from ${from}`;
    return `with ${scoped}, ${live}
      select 'articles' as kind, null as name, coalesce(sum(n), 0)::integer as count from counted
      ${sum('in_all', 'null', `counted where cardinality(held) = ${bind(ids.length)}`)}
      ${sum('differing', 'null', 'live where differs <> 0')}
      ${attributes.map((one) => sum('differs', `'${one}'`, `live where differs & ${bitOf(one)} <> 0`)).join('\n')}
      ${sum('doubtful', 'null', 'counted where conflicts <> 0')}
      ${ARTICLE_CONFLICTS.map((one) => sum('conflicts', `'${one}'`, `counted where conflicts & ${CONFLICT_BITS[one]} <> 0`)).join('\n')}
      ${sum('only', 'held[1]::text', 'counted where cardinality(held) = 1 group by held[1]')}
      ${sum('held', 'id::text', '(select held, sum(n) as n from counted group by held) as alike, unnest(held) as id group by id')}`;
  });
  const { rows } = await db.query<CountRow>(text, params);
  const count = (kind: string, name: string | null = null) =>
    rows.find((row) => row.kind === kind && row.name === name)?.count ?? 0;
  const articles = count('articles');
  return {
    articles,
    in_all: count('in_all'),
    differing: count('differing'),
    differs: Object.fromEntries(attributes.map((attribute) => [attribute, count('differs', attribute)])),
    missing: ids.map((id) => ({ store_id: id, articles: articles - count('held', id) })),
    only: ids.map((id) => ({ store_id: id, articles: count('only', id) })),
    doubtful: count('doubtful'),
    conflicts: {
      twice_in_store: count('conflicts', 'twice_in_store'),
      several_barcodes: count('conflicts', 'several_barcodes'),
      several_skus: count('conflicts', 'several_skus'),
      shared_barcode: count('conflicts', 'shared_barcode'),
    },
  };
}

async function countDeviations(db: Queryable, scope: Scope): Promise<CompareCounts['deviations']> {
  if (scope.rules.length === 0) return [];
  const { text, params } = compose((bind) => {
    const storeIds = storeIdsOf(scope);
    const condition = scope.search === null ? undefined : 'v.article_key in (select key from scoped)';
    const counts = scope.rules.map(
      (rule, index) =>
        `select ${index} as rule, count(*)::integer as variants from (${deviationsSql(rule, bind, { storeIds, ...(condition && { condition }) })}) as d`,
    );
    return `${condition ? `with ${scopedArticles(scope, bind)}` : ''} ${counts.join(' union all ')}`;
  });
  const { rows } = await db.query<{ rule: number; variants: number }>(text, params);
  return scope.rules.map(({ id }, index) => ({
    rule_id: id,
    variants: rows.find(({ rule }) => rule === index)?.variants ?? 0,
  }));
}
