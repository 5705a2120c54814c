import {
  ARTICLE_CONFLICTS,
  COMPARED_ATTRIBUTES,
  type ComparedAttribute,
} from '@storefleet/contract/articles/compared';
import { MONEY_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import { currentStoreScope } from '../../platform/db/store-scope.ts';
import { bitOf, COMPARED, CURRENCY, maskOf } from './compared-sql.ts';

/** Conflict flags as stored in `articles`. */
export const CONFLICT_BITS = {
  twice_in_store: 1,
  several_barcodes: 2,
  several_skus: 4,
  shared_barcode: 8,
} as const;

export const conflictsOf = (bits: number) =>
  ARTICLE_CONFLICTS.filter((conflict) => (bits & CONFLICT_BITS[conflict]) !== 0);

/** Folds matching variants `v` into one row per article: what they share and where they differ. */
export function foldSql(
  condition: string,
  attributes: readonly ComparedAttribute[] = COMPARED_ATTRIBUTES,
): string {
  return foldedSql(condition, attributes, {
    ofVariants: `, barcode_key(v.barcode) as code, sku_key(v.sku, r.ignores_case, r.stripped) as name`,
    ofCurrencies: `, count(*) as variants, count(distinct store_id) as in_stores,
        string_agg(distinct store_id::text, ',') as stores, min(code) as code_min, max(code) as code_max,
        min(name) as name_min, max(name) as name_max`,
    ofArticles: `, sum(variants)::integer as variants_count,
      string_to_array(string_agg(stores, ','), ',')::uuid[] as store_ids,
      (case when bool_or(variants > in_stores) then ${CONFLICT_BITS.twice_in_store} else 0 end
        + case when min(code_min) <> max(code_max) then ${CONFLICT_BITS.several_barcodes} else 0 end
        + case when min(name_min) <> max(name_max) then ${CONFLICT_BITS.several_skus} else 0 end)::integer as conflicts,
      case when min(code_min) = max(code_max) then min(code_min) end as barcode_key`,
  });
}

/**
 * Unnested from arrays so that the planner expects several rows: so small a table mostly has no statistics,
 * and the planner would then look up every variant once per store.
 */
const STORES = `select ${[
  'id as store_id',
  `${CURRENCY} as currency`,
  'coalesce(ignored, 0) as ignored',
  'coalesce(ignores_case, true) as ignores_case',
  'stripped',
]
  .map((column) => column.split(' as '))
  .map(([value, name = value]) => `unnest(array_agg(${value})) as ${name}`)
  .join(', ')}
  from stores s left join article_stores r on r.store_id = s.id where s.deleted_at is null`;

/** Only where they differ: a third of the work. */
export const differencesSql = (condition: string, attributes: readonly ComparedAttribute[]): string =>
  foldedSql(condition, attributes, { ofVariants: '', ofCurrencies: '', ofArticles: '' });

/** Compares amounts within a currency, everything else across all stores; skips what a store ignores. */
function foldedSql(
  condition: string,
  attributes: readonly ComparedAttribute[],
  more: Readonly<Record<'ofVariants' | 'ofCurrencies' | 'ofArticles', string>>,
): string {
  const needsProducts = attributes.some((attribute) => COMPARED[attribute].isOfProduct);
  const counts = (attribute: ComparedAttribute) => `m.ignored & ${bitOf(attribute)} = 0`;
  const values = attributes.map((attribute) => `${COMPARED[attribute].key} as ${attribute}`);
  const sums = attributes.flatMap((attribute) => {
    if (COMPARED[attribute].isObject) {
      const held = `m.${attribute}`;
      return [`jsonb_agg(${held}) filter (where ${held} is not null) as ${attribute}_all`];
    }
    const where = `filter (where ${counts(attribute)})`;
    return [
      `count(*) ${where} as ${attribute}_all`,
      `count(m.${attribute}) ${where} as ${attribute}_given`,
      `min(m.${attribute}) ${where} as ${attribute}_min`,
      `max(m.${attribute}) ${where} as ${attribute}_max`,
    ];
  });
  const differs = attributes.map((attribute) => {
    if (COMPARED[attribute].isObject) {
      const all = `${attribute}_all`;
      return `case when amounts_differ(jsonb_agg(${all}) filter (where ${all} is not null)) then ${bitOf(attribute)} else 0 end`;
    }
    const within = COMPARED[attribute].isMoney
      ? `bool_or(${attribute}_min <> ${attribute}_max)`
      : `min(${attribute}_min) <> max(${attribute}_max)`;
    const some = COMPARED[attribute].isPlain
      ? 'false'
      : `sum(${attribute}_given) > 0 and sum(${attribute}_given) < sum(${attribute}_all)`;
    return `case when ${within} or (${some}) then ${bitOf(attribute)} else 0 end`;
  });
  const apart = MONEY_ATTRIBUTES.map((attribute) =>
    attributes.includes(attribute)
      ? `max(case when ${attribute}_min > 0 then round((${attribute}_max - ${attribute}_min) / ${attribute}_min * 100, 2) end)
          filter (where ${attribute}_min <> ${attribute}_max) as apart_${attribute}`
      : `null::numeric as apart_${attribute}`,
  );
  return `select key, (${differs.join(' + ') || '0'})::integer as differs, ${apart.join(', ')}${more.ofArticles}
    from (
      select key, currency${more.ofCurrencies}${sums.map((sum) => `, ${sum}`).join('')}
      from (
        select v.article_key as key, v.store_id, r.currency, r.ignored
          ${more.ofVariants} ${values.map((value) => `, ${value}`).join('')}
        from variants v ${needsProducts ? 'join products p on p.id = v.product_id' : ''}
        join (${STORES}) as r on r.store_id = v.store_id
        where v.article_key <> '' and ${condition}
      ) as m group by key, currency
    ) as by_currency group by key`;
}

export const ARTICLE_COLUMNS = `key, variants_count, store_ids, differs, conflicts, apart_price, apart_cost,
  apart_compare_at_price, barcode_key`;

const CHANGED = `changed as materialized (
      select distinct key from article_changes cross join unnest(keys) as key
    )`;

/** Parts of a `with` that define `current`: up-to-date articles, including those whose rows are stale. */
export function currentArticles(hasChanges: boolean): string {
  if (currentStoreScope() !== null) return seenArticles(hasChanges);
  if (!hasChanges) return `current as not materialized (select ${ARTICLE_COLUMNS} from articles)`;
  return `${CHANGED}, current as (
      select ${ARTICLE_COLUMNS} from articles where key not in (select key from changed)
      union all
      select ${ARTICLE_COLUMNS} from (${foldSql('v.article_key = any(array(select key from changed))')}) as folded
    )`;
}

/**
 * For people limited to some stores: articles without conflicts in all stores have none in some. The rest,
 * and whatever may share a barcode with it, is computed from their stores. \`differs\` is what may differ.
 */
function seenArticles(hasChanges: boolean): string {
  const columns = 'key, store_ids, differs, conflicts, barcode_key';
  const known = (condition: string) =>
    `from articles_of_more where ${condition} ${hasChanges ? 'and key not in (select key from changed)' : ''}`;
  const again = (keys: string) =>
    `select key, store_ids, ${EVERY_DIFFERENCE} as differs, conflicts, barcode_key
        from (${foldSql(`v.article_key in (${keys})`, [])}) as folded`;
  return `${hasChanges ? `${CHANGED},` : ''} doubtful as materialized (
      ${again(`select key ${known('conflicts <> 0')} ${hasChanges ? 'union all select key from changed' : ''}`)}
    ), beside as materialized (
      ${again(`select key ${known(`conflicts = 0 and ${SHARED}`)}`)}
    ), current as not materialized (
      select ${columns} ${known(`conflicts = 0 and (${SHARED}) is not true`)}
      union all
      select key, store_ids, differs, conflicts | case when barcode_key is not null and count(*) over (partition by barcode_key) > 1
        then ${CONFLICT_BITS.shared_barcode} else 0 end, barcode_key
      from (select * from doubtful union all select * from beside) as worked_out
    )`;
}

const SHARED = 'barcode_key in (select barcode_key from doubtful)';
const EVERY_DIFFERENCE = maskOf(COMPARED_ATTRIBUTES);
