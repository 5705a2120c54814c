import { asList, asNode, fingerprint, identifier, kindOf, type Node, nameParts, only } from '../batch/ast.ts';
import { SqlServerError } from '../engine.ts';
import { syntaxError } from '../errors.ts';
import { keyOf } from './expression.ts';
import { translateFrom } from './from.ts';
import { distinctRows, limited, mayOrder, pagingOf, topOf } from './limits.ts';
import { orderKey, projectionItems } from './projection.ts';
import { notGrouped, Scope } from './scope.ts';
import type { SelectOptions, TranslatedSelect } from './selected.ts';
import { orderSet, translateSetOperation, translateValues } from './set-operations.ts';
import type { Translator } from './translator.ts';

/** A query with its CTEs, set operations, ORDER BY and paging. */
export function translateQuery(
  node: Node,
  parent: Scope | null,
  options: SelectOptions,
  translator: Translator,
): TranslatedSelect {
  only(node, ['with', 'body', 'order_by', 'limit_clause', 'fetch']);
  const outer = new Scope(parent);
  addCtes(node.with, outer, translator);
  const order = orderItems(node.order_by);
  const paging = pagingOf(node, translator, outer);
  if (paging !== '' && order.length === 0) throw syntaxError('offset');
  const [kind, body] = kindOf(node.body);
  switch (kind) {
    case 'Select':
      return translateSelect(asNode(body), order, paging, outer, options, translator);
    case 'SetOperation':
      mayOrder(order, paging !== '', options);
      return orderSet(translateSetOperation(asNode(body), outer, translator), order, paging);
    case 'Query':
      if (order.length > 0) throw syntaxError('order');
      return translateQuery(asNode(body), outer, options, translator);
    case 'Values':
      if (order.length > 0) throw syntaxError('order');
      return translateValues(asNode(body), outer, translator);
    default:
      throw syntaxError(kind.toLowerCase());
  }
}

function addCtes(node: unknown, outer: Scope, translator: Translator): void {
  if ((node ?? null) === null) return;
  const list = asNode(node);
  only(list, ['with_token', 'cte_tables']);
  for (const item of asList(list.cte_tables)) {
    const cte = asNode(item);
    only(cte, ['alias', 'query', 'closing_paren_token']);
    const alias = asNode(cte.alias);
    const scope = new Scope(outer.parent);
    scope.ctes.push(...outer.ctes);
    const name = identifier(alias.name).name;
    if (outer.ctes.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      throw new SqlServerError({
        number: 239,
        message: `Duplicate common table expression name '${name}' was specified.`,
      });
    const columns = asList(alias.columns).map((column) => identifier(asNode(column).name).name);
    outer.ctes.push({ name, columns, query: asNode(cte.query), scope });
    translator.query(asNode(cte.query), scope, { place: 'derived' });
  }
}

function orderItems(node: unknown): readonly unknown[] {
  if ((node ?? null) === null) return [];
  const order = asNode(node);
  only(order, ['kind']);
  const [kind, items] = kindOf(order.kind);
  if (kind !== 'Expressions') throw syntaxError('all');
  return asList(items);
}

const SELECT_PARTS = [
  'select_token',
  'flavor',
  'top',
  'top_before_distinct',
  'distinct',
  'projection',
  'into',
  'from',
  'selection',
  'group_by',
  'having',
];

function translateSelect(
  node: Node,
  order: readonly unknown[],
  paging: string,
  outer: Scope,
  options: SelectOptions,
  translator: Translator,
): TranslatedSelect {
  only(node, SELECT_PARTS);
  const top = topOf(node.top, outer, translator);
  if (top !== null && paging !== '')
    throw new SqlServerError({
      number: 10741,
      class: 15,
      message: 'A TOP can not be used in the same query or sub-query as a OFFSET.',
    });
  mayOrder(order, top !== null || paging !== '', options);
  const scope = new Scope(outer);
  const from = translateFrom(asList(node.from), scope, translator);
  const where =
    (node.selection ?? null) === null ? '' : ` WHERE ${translator.predicate(node.selection, scope)}`;
  const groups = groupItems(node.group_by).map((item) => ({ item, value: translator.scalar(item, scope) }));
  if (groups.length > 0)
    scope.grouping = {
      fingerprints: new Set(groups.map(({ item }) => fingerprint(item))),
      columns: new Set(groups.map(({ value }) => value.sql)),
    };
  scope.aggregates = 'allowed';
  scope.windows = true;
  const assigned: string[] = [];
  const items = asList(node.projection).flatMap((item) =>
    projectionItems(item, scope, assigned, translator, options),
  );
  for (const value of options.extra?.(scope) ?? []) items.push({ ...value, name: '' });
  if (assigned.length > 0 && assigned.length !== items.length)
    throw new SqlServerError({
      number: 141,
      class: 15,
      message:
        'A SELECT statement that assigns a value to a variable must not be combined with data-retrieval operations.',
    });
  scope.windows = false;
  scope.clause = 'HAVING clause';
  const having = (node.having ?? null) === null ? '' : ` HAVING ${translator.predicate(node.having, scope)}`;
  scope.windows = true;
  const prefix = `r${translator.context.nextId()}_`;
  const distinct = distinctOf(node.distinct);
  scope.clause = 'ORDER BY clause';
  const keys = order.map((item) => orderKey(item, items, prefix, distinct, scope, translator));
  if (groups.length === 0 && having !== '') scope.hasAggregate = true;
  if (scope.hasAggregate && groups.length === 0 && scope.bareColumn !== null)
    throw notGrouped(scope.bareColumn, 'select list');

  const into = (node.into ?? null) === null ? null : intoOf(asNode(node.into));
  const groupBy = groups.length === 0 ? '' : ` GROUP BY ${groups.map(({ value }) => keyOf(value)).join(',')}`;
  const list = items.map(({ sql }, index) => `${sql} AS ${prefix}${index}`);
  const rest = `${from === '' ? '' : ` FROM ${from}`}${where}${groupBy}${having}`;
  const columns = items.map(({ sql: _sql, ...column }) => column);
  const base = { prefix, columns, assigned, into, scope };
  if (distinct) {
    const inner = `SELECT ${list.join(',')}${rest}`;
    return limited({ ...base, inner: distinctRows(inner, columns, prefix), keys, top, paging, options });
  }
  return limited({ ...base, inner: `SELECT ${list.join(',')}`, rest, keys, top, paging, options });
}

function distinctOf(distinct: unknown): boolean {
  if ((distinct ?? null) === null || distinct === 'All') return false;
  if (distinct !== 'Distinct') throw syntaxError('on');
  return true;
}

function intoOf(node: Node): string[] {
  only(node, ['name']);
  return nameParts(node.name).map((part) => part.name);
}

function groupItems(node: unknown): readonly unknown[] {
  const [kind, body] = kindOf(node);
  if (kind !== 'Expressions') throw syntaxError('all');
  const [items, modifiers] = asList(body);
  if (asList(modifiers).length > 0) throw syntaxError('with');
  for (const item of asList(items)) {
    const [itemKind] = kindOf(item);
    if (itemKind === 'Value')
      throw new SqlServerError({
        number: 164,
        class: 15,
        message: 'Each GROUP BY expression must contain at least one column that is not an outer reference.',
      });
  }
  return asList(items);
}
