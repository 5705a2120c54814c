import type { CompareRow } from '@storefleet/contract/articles/compare';
import {
  ARTICLE_CONFLICT_LABELS,
  COMPARED_ATTRIBUTE_LABELS,
  type ComparedAttribute,
} from '@storefleet/contract/articles/compared';
import { comparedCell } from '@storefleet/contract/articles/compared-cells';
import { MONEY_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import type { Queryable } from '../../platform/db/database.ts';
import { compose } from '../../platform/db/statements/statement.ts';
import type { Cell } from '../csv/export/csv-writer.ts';
import type { Table, TableChunk } from '../csv/export/table.ts';
import { readArticles } from './rows.ts';
import { foundArticles, type Scope, scopedArticles } from './scope.ts';

/** Articles per read. */
const ARTICLES_PER_CHUNK = 1_000;

type Shape = { readonly today: Date; readonly signal: AbortSignal };

/** One row per article; a column for each store and attribute, preceded by remarks in words. */
export function comparisonTable(db: Queryable, scope: Scope, { today, signal }: Shape): Table {
  let found: Promise<string[]> | undefined;
  const keys = () => (found ??= findKeys(db, scope));
  return {
    name: `comparison-${today.toISOString().slice(0, 10)}`,
    header: headerOf(scope),
    counted: 'row',
    total: async () => (await keys()).length,
    chunks: chunksOf(db, scope, keys, signal),
  };
}

/** In the order of the screen. One scan for the whole file: the keys are then looked up page by page. */
async function findKeys(db: Queryable, scope: Scope): Promise<string[]> {
  if (scope.stores.length === 0) return [];
  const { text, params } = compose(
    (bind) =>
      `with ${scopedArticles(scope, bind)}, ${foundArticles(scope, bind)} select key from found order by key`,
  );
  const { rows } = await db.query<{ key: string }>(text, params);
  return rows.map(({ key }) => key);
}

async function* chunksOf(
  db: Queryable,
  scope: Scope,
  keys: () => Promise<string[]>,
  signal: AbortSignal,
): AsyncGenerator<TableChunk, void, void> {
  const all = await keys();
  for (let start = 0; start < all.length; start += ARTICLES_PER_CHUNK) {
    signal.throwIfAborted();
    const some = all.slice(start, start + ARTICLES_PER_CHUNK);
    const articles = await readArticles(db, scope, some);
    yield { rows: articles.map((article) => cellsOf(article, scope)), done: start + some.length };
  }
}

const isMoney = (attribute: ComparedAttribute) =>
  (MONEY_ATTRIBUTES as readonly ComparedAttribute[]).includes(attribute);
const NUMBERS: readonly ComparedAttribute[] = [...MONEY_ATTRIBUTES, 'weight', 'inventory_quantity', 'margin'];

function headerOf({ stores, query, rules }: Scope): string[] {
  return [
    'Article',
    'Code',
    'Different',
    'Missing in',
    ...(rules.length > 0 ? ['Against a rule'] : []),
    'Doubtful',
    ...stores.flatMap(({ name, currency }) =>
      query.attributes.map((attribute) => {
        const unit = isMoney(attribute) ? ` (${currency})` : attribute === 'margin' ? ' (%)' : '';
        return `${name} · ${COMPARED_ATTRIBUTE_LABELS[attribute]}${unit}`;
      }),
    ),
  ];
}

function cellsOf(article: CompareRow, { stores, query, rules }: Scope): Cell[] {
  const currencies = new Map(stores.map(({ id, currency }) => [id, currency]));
  const held = stores.flatMap((store) =>
    query.attributes.map((attribute) => ({
      store,
      attribute,
      cell: comparedCell(article, store.id, attribute, (id) => currencies.get(id) ?? ''),
    })),
  );
  const different = query.attributes.flatMap((attribute) => {
    const names = held.flatMap((one) =>
      one.attribute === attribute && one.cell.kind === 'held' && one.cell.differs ? [one.store.name] : [],
    );
    return names.length === 0 ? [] : [`${COMPARED_ATTRIBUTE_LABELS[attribute]}: ${names.join(', ')}`];
  });
  const deviating = held.flatMap(({ store, attribute, cell }) =>
    cell.kind === 'missing' || cell.expected === undefined
      ? []
      : [`${COMPARED_ATTRIBUTE_LABELS[attribute]} in ${store.name}: ${cell.expected ?? 'empty'}`],
  );
  const missing = stores.flatMap(({ id, name }) => (article.missing_in.includes(id) ? [name] : []));
  const text = (parts: readonly string[]): Cell => ({ text: parts.join('; ') || null });
  return [
    { text: article.title },
    { text: article.code },
    text(different),
    text(missing),
    ...(rules.length > 0 ? [text(deviating)] : []),
    text(article.conflicts.map((conflict) => ARTICLE_CONFLICT_LABELS[conflict])),
    ...held.map(({ store, attribute, cell }): Cell => {
      if (cell.kind === 'missing') return { text: null };
      const lit = cell.expected !== undefined ? 'wrong' : cell.differs ? 'notable' : undefined;
      const values = article.cells
        .filter(({ store_id }) => store_id === store.id)
        .map(({ values }) => values[attribute] ?? null);
      const distinct = [...new Set(values)];
      if (distinct.length > 1) return { text: distinct.map((value) => value ?? 'empty').join(' | '), lit };
      return NUMBERS.includes(attribute) ? { number: cell.value, lit } : { text: cell.value, lit };
    }),
  ];
}
