import type { CompareCounts } from '@storefleet/contract/articles/compare';
import { ARTICLE_CONFLICTS } from '@storefleet/contract/articles/compared';
import type { Queryable } from '../../platform/db/database.ts';
import { compose } from '../../platform/db/statement.ts';
import { bitOf, maskOf } from '../articles/compared-sql.ts';
import { CONFLICT_BITS, foldSql } from '../articles/fold.ts';
import { readProgress } from '../articles/matching.repository.ts';
import { deviationsSql } from './deviations.ts';
import { foundArticles, type Scope, scopedArticles, storeIdsOf } from './scope.ts';

export async function countCompared(db: Queryable, scope: Scope): Promise<CompareCounts> {
  const [kinds, total, deviations, progress] = await Promise.all([
    countKinds(db, scope),
    countFound(db, scope),
    countDeviations(db, scope),
    readProgress(db),
  ]);
  return { ...kinds, total, deviations, progress };
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
  'articles' | 'in_all' | 'differing' | 'differs' | 'missing' | 'only' | 'conflicts'
>;
type CountRow = { kind: string; name: string | null; count: number };

/** All in one reading of the articles. */
async function countKinds(db: Queryable, scope: Scope): Promise<Kinds> {
  const { attributes } = scope.query;
  const ids = storeIdsOf(scope);
  const { text, params } = compose((bind) => {
    const chosen = scope.isAll ? '' : `${bind(ids)}::uuid[]`;
    const scoped = scopedArticles(scope, bind);
    // What articles of all stores do not differ in, some of the stores do not either.
    const live = scope.isAll
      ? 'live as (select key, differs from counted)'
      : `live as (${foldSql(`v.article_key in (select key from counted where differs & ${maskOf(attributes)} <> 0) and v.store_id = any(${chosen})`, attributes)})`;
    const held = scope.isAll
      ? 'store_ids'
      : `array(select id from unnest(store_ids) as id where id = any(${chosen}))`;
    return `with ${scoped}, counted as materialized (
        select key, differs, conflicts, ${held} as held from scoped
      ), ${live}
      select 'articles' as kind, null as name, count(*)::integer as count from counted
      union all select 'in_all', null, count(*)::integer from counted where cardinality(held) = ${bind(ids.length)}
      union all select 'differing', null, count(*)::integer from live where differs & ${maskOf(attributes)} <> 0
      ${attributes
        .map(
          (attribute) =>
            `union all select 'differs', '${attribute}', count(*)::integer from live where differs & ${bitOf(attribute)} <> 0`,
        )
        .join('\n')}
      ${ARTICLE_CONFLICTS.map(
        (conflict) =>
          `union all select 'conflicts', '${conflict}', count(*)::integer from counted where conflicts & ${CONFLICT_BITS[conflict]} <> 0`,
      ).join('\n')}
      union all select 'only', held[1]::text, count(*)::integer from counted where cardinality(held) = 1 group by 2
      union all select 'held', id::text, count(*)::integer from counted, unnest(held) as id group by 2`;
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
