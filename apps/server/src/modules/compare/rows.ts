import type {
  CompareCell,
  CompareQuery,
  CompareRow,
  Comparison,
  Deviation,
} from '@storefleet/contract/articles/compare';
import type { ComparedAttribute } from '@storefleet/contract/articles/compared';
import { EDITABLE_ATTRIBUTES, MONEY_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import { canonicalValue } from '@storefleet/contract/values/attribute-value';
import type { Queryable } from '../../platform/db/database.ts';
import { type Bind, compose } from '../../platform/db/statements/statement.ts';
import { currentStoreScope } from '../../platform/db/store-scope.ts';
import { bitOf, COMPARED } from '../articles/compared-sql.ts';
import { CONFLICT_BITS, conflictsOf, differencesSql, foldSql } from '../articles/fold.ts';
import { type DeviationRow, deviationsSql } from './deviations.ts';
import {
  apartColumn,
  filtersDifferences,
  foldRequested,
  foundConditions,
  mayDiffer,
  type Scope,
  scopedArticles,
  storeIdsOf,
  whereOf,
} from './scope.ts';

type CellRow = {
  readonly key: string;
  readonly store_ids: string[];
  readonly conflicts: number;
  readonly differs: number;
  readonly apart_price: string | null;
  readonly apart_cost: string | null;
  readonly apart_compare_at_price: string | null;
  readonly store_id: string;
  readonly variant_id: string;
  readonly product_id: string;
  readonly product_title: string;
  readonly variant_title: string;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly values: Readonly<Record<string, string | null>>;
};

type Page = Pick<CompareQuery, 'limit'> & { readonly after: string };
/** Includes the last key to search; null for no limit. */
type PagePart = Page & { readonly upto: string | null };

/** Variants to search first for a page that must be computed: mostly they suffice. */
const SEARCHED_FIRST = 40_000;

/** One page of articles with each store's values in one statement; a second one lists rule deviations. */
export async function readPage(db: Queryable, scope: Scope, page: Page): Promise<Omit<Comparison, 'stores'>> {
  const isWorkedOut = scope.query.deviating !== undefined || currentStoreScope() !== null;
  const first = isWorkedOut ? await keyAfter(db, page.after) : null;
  const upTo = (upto: string | null) =>
    readCells(
      db,
      (bind) =>
        `${pageSql(scope, { ...page, upto }, bind)}, ${cellsSql(scope, bind, 'v.article_key = any(array(select key from page))')}`,
    );
  let rows = first === null ? [] : await upTo(first);
  if (rows.length <= page.limit) rows = await upTo(null);
  const shown = rows.slice(0, page.limit);
  return {
    rows: await toRows(db, scope, shown),
    next: rows.length > page.limit ? (shown.at(-1)?.[0] ?? null) : null,
  };
}

/** The current state of these articles, without checking the filter again. */
export async function readArticles(
  db: Queryable,
  scope: Scope,
  keys: readonly string[],
): Promise<CompareRow[]> {
  // As a parameter: a thousand keys from a subquery would each be compared with every variant.
  const statement = (bind: Bind) => {
    const are = `v.article_key = any(${bind(keys)}::text[])`;
    const page = `select key, store_ids, conflicts, barcode_key from (${foldSql(are, [])}) as f`;
    return `with page as materialized (${page}), ${cellsSql(scope, bind, are)}`;
  };
  return toRows(db, scope, await readCells(db, statement));
}

/** The key `SEARCHED_FIRST` variants after another; null if there are fewer. */
async function keyAfter(db: Queryable, after: string): Promise<string | null> {
  const { rows } = await db.query<{ key: string }>(
    'select article_key as key from variants where article_key > $1 order by article_key offset $2 limit 1',
    [after, SEARCHED_FIRST],
  );
  return rows[0]?.key ?? null;
}

type Cells = readonly [key: string, cells: readonly CellRow[]];

async function readCells(db: Queryable, statement: (bind: Bind) => string): Promise<Cells[]> {
  const { text, params } = compose(statement);
  const { rows } = await db.query<CellRow>(text, params);
  return [...Map.groupBy(rows, ({ key }) => key)];
}

async function toRows(db: Queryable, scope: Scope, articles: readonly Cells[]): Promise<CompareRow[]> {
  const keys = articles.map(([key]) => key);
  const deviations = await readDeviations(db, scope, keys);
  return articles.map(([key, cells]) => toRow(key, cells, scope, deviations));
}

/** The articles of a page, plus one, by an index on their keys. */
function pageSql(scope: Scope, { after, upto, limit }: PagePart, bind: Bind): string {
  const isLive = filtersDifferences(scope) && !scope.isAll;
  const parts = scopedArticles(scope, bind);
  const of = isLive ? 'live' : 'c';
  const among = (key: string) =>
    [`${key} > ${bind(after)}`, ...(upto === null ? [] : [`${key} <= ${bind(upto)}`])].join(' and ');
  const conditions = [
    among('c.key'),
    ...(isLive ? [mayDiffer(scope)] : []),
    ...foundConditions(scope, bind, {
      differs: `${of}.differs`,
      apart: `${of}.${apartColumn(scope)}`,
      keys: () => among('v.article_key'),
    }),
  ];
  const live = isLive
    ? `cross join lateral (${foldRequested(scope, `v.article_key = c.key and v.store_id = any(${bind(storeIdsOf(scope))}::uuid[])`)}) as live`
    : '';
  return `with ${parts}, page as materialized (
      select c.key, c.store_ids, c.conflicts, c.barcode_key from scoped c ${live} ${whereOf(conditions)}
      order by c.key limit ${bind(limit + 1)}
    )`;
}

/** The stores' values for the articles in `page`, a part of a `with`; `are`: condition on variants `v`. */
function cellsSql(scope: Scope, bind: Bind, are: string): string {
  const ids = bind(storeIdsOf(scope));
  const { attributes } = scope.query;
  const values = attributes.map((attribute) => `'${attribute}', ${COMPARED[attribute].text}`);
  return `folded as (${differencesSql(`${are} and v.store_id = any(${ids}::uuid[])`, attributes)})
    select page.key, page.store_ids, folded.differs, folded.apart_price, folded.apart_cost, folded.apart_compare_at_price,
      page.conflicts | case when exists (
        select from articles o where o.barcode_key = page.barcode_key and o.key <> page.key
      ) then ${CONFLICT_BITS.shared_barcode} else 0 end as conflicts,
      v.store_id, v.id as variant_id, v.product_id, p.title as product_title, v.title as variant_title, v.sku, v.barcode,
      jsonb_build_object(${values.join(', ')}) as values
    from page join folded on folded.key = page.key
    join variants v on v.article_key = page.key and v.store_id = any(${ids}::uuid[])
    join products p on p.id = v.product_id
    order by page.key, array_position(${ids}::uuid[], v.store_id), v.position, v.id`;
}

/** By variant. */
async function readDeviations(
  db: Queryable,
  scope: Scope,
  keys: readonly string[],
): Promise<Map<string, Deviation[]>> {
  const found = new Map<string, Deviation[]>();
  const rules = scope.rules.filter(({ targets }) => targets.length > 0);
  if (rules.length === 0 || keys.length === 0) return found;
  const { text, params } = compose((bind) => {
    const condition = `v.article_key = any(${bind(keys)}::text[])`;
    const storeIds = storeIdsOf(scope);
    return rules
      .map(
        (rule, index) =>
          `select ${index} as rule, d.* from (${deviationsSql(rule, bind, { storeIds, condition })}) as d`,
      )
      .join(' union all ');
  });
  const { rows } = await db.query<DeviationRow & { rule: number }>(text, params);
  for (const { variant_id, rule, expected } of rows) {
    const { id = '', attribute = 'price' } = rules[rule] ?? {};
    const deviation = { rule_id: id, attribute, expected: canonicalValue(attribute, expected) };
    found.set(variant_id, [...(found.get(variant_id) ?? []), deviation]);
  }
  return found;
}

function toRow(
  key: string,
  cells: readonly CellRow[],
  { query, stores }: Scope,
  deviations: ReadonlyMap<string, Deviation[]>,
): CompareRow {
  const [first] = cells;
  const apart = MONEY_ATTRIBUTES.flatMap((attribute) => {
    const percent = first?.[`apart_${attribute}`] ?? null;
    return percent === null ? [] : [[attribute, Number(percent)] as const];
  });
  return {
    key,
    code: first?.sku || first?.barcode || null,
    title: first?.product_title ?? '',
    differs: query.attributes.filter((attribute) => ((first?.differs ?? 0) & bitOf(attribute)) !== 0),
    apart: Object.fromEntries(apart),
    missing_in: stores.flatMap(({ id }) => (first?.store_ids.includes(id) ? [] : [id])),
    conflicts: conflictsOf(first?.conflicts ?? 0),
    cells: cells.map((cell): CompareCell => {
      const { store_id, variant_id, product_id, product_title, variant_title } = cell;
      return {
        store_id,
        variant_id,
        product_id,
        product_title,
        variant_title,
        values: Object.fromEntries(
          query.attributes.map((attribute) => [
            attribute,
            spelled(attribute, cell.values[attribute] ?? null),
          ]),
        ),
        deviations: deviations.get(variant_id) ?? [],
      };
    }),
  };
}

const editable: readonly string[] = EDITABLE_ATTRIBUTES;

function spelled(attribute: ComparedAttribute, value: string | null): string | null {
  return editable.includes(attribute)
    ? canonicalValue(attribute as (typeof EDITABLE_ATTRIBUTES)[number], value)
    : value;
}
