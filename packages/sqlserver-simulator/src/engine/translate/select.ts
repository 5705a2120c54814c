import { needsSortKey } from '../../types/compare.ts';
import {
  asList,
  asNode,
  fingerprint,
  identifier,
  isNode,
  kindOf,
  type Node,
  nameParts,
  only,
} from '../batch/ast.ts';
import { SqlServerError } from '../engine.ts';
import { syntaxError } from '../errors.ts';
import { convertTo, type Expression, keyOf, unify } from './expression.ts';
import { translateFrom } from './from.ts';
import { isDescending } from './order.ts';
import { isNamed, notGrouped, Scope } from './scope.ts';
import type { Translator } from './translator.ts';

export type SelectOptions = {
  /** `top`: what the client asked for; elsewhere ORDER BY needs TOP, and a column a name. */
  readonly place: 'top' | 'derived' | 'subquery' | 'exists';
  /** More columns at the end, of what stands in FROM: the rows that UPDATE and DELETE change. */
  readonly extra?: (scope: Scope) => readonly Expression[];
};

export type OutputColumn = Omit<Expression, 'sql'> & { readonly name: string };

/** A query for SQLite: its columns there are called `prefix` + index. */
export type TranslatedSelect = {
  readonly sql: string;
  readonly prefix: string;
  readonly columns: readonly OutputColumn[];
  /** Of `SELECT @a = …`: the variables in the columns' order. */
  readonly assigned: readonly string[];
  /** Of SELECT … INTO. */
  readonly into: readonly string[] | null;
  /** `TOP (n) WITH TIES`: rows beyond the nth are wanted as long as the last columns, `keys` of them, do not change. */
  readonly ties: { readonly count: string; readonly keys: number } | null;
  /** For UPDATE and DELETE: the scope of FROM. */
  readonly scope: Scope;
};

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

/** OFFSET … FETCH as LIMIT … OFFSET. */
function pagingOf(node: Node, translator: Translator, scope: Scope): string {
  if ((node.limit_clause ?? null) === null) {
    if ((node.fetch ?? null) !== null) throw syntaxError('fetch');
    return '';
  }
  const [kind, body] = kindOf(node.limit_clause);
  const limit = asNode(body);
  if (kind !== 'LimitOffset') throw syntaxError('limit');
  only(limit, ['offset'], 'limit');
  const offset = asNode(limit.offset);
  if (offset.rows !== 'Rows' && offset.rows !== 'Row') throw syntaxError('offset');
  const count = (part: unknown, least: 0 | 1): string =>
    `ts_count(${convertTo(translator.scalar(part, scope), { name: 'bigint' }).sql},${least})`;
  let rows = '-1';
  if ((node.fetch ?? null) !== null) {
    const fetch = asNode(node.fetch);
    only(fetch, ['quantity'], 'fetch');
    rows = count(fetch.quantity, 1);
  }
  return ` LIMIT ${rows} OFFSET ${count(offset.value, 0)}`;
}

function mayOrder(order: readonly unknown[], limited: boolean, { place }: SelectOptions): void {
  if (order.length > 0 && !limited && place !== 'top')
    throw new SqlServerError({
      number: 1033,
      class: 15,
      message:
        'The ORDER BY clause is invalid in views, inline functions, derived tables, subqueries, and common table expressions, unless TOP, OFFSET or FOR XML is also specified.',
    });
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

type Item = OutputColumn & { readonly sql: string };

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
  const having = (node.having ?? null) === null ? '' : ` HAVING ${translator.predicate(node.having, scope)}`;
  scope.windows = true;
  const prefix = `r${translator.context.nextId()}_`;
  const distinct = distinctOf(node.distinct);
  const keys = order.map((item) => orderKey(item, items, prefix, distinct, scope, translator));
  if (groups.length === 0 && having !== '') scope.hasAggregate = true;
  if (scope.hasAggregate && groups.length === 0 && scope.bareColumn !== null)
    throw notGrouped(scope.bareColumn);

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

type Top = { readonly count: string; readonly percent: boolean; readonly ties: boolean };

function topOf(node: unknown, scope: Scope, translator: Translator): Top | null {
  if ((node ?? null) === null) return null;
  const top = asNode(node);
  only(top, ['with_ties', 'percent', 'quantity']);
  const [kind, body] = kindOf(top.quantity);
  const value = kind === 'Constant' ? { sql: String(body) } : translator.scalar(body, scope);
  const percent = top.percent === true;
  const typed = 'type' in value ? convertTo(value, { name: percent ? 'float' : 'bigint' }).sql : value.sql;
  return { count: percent ? typed : `ts_count(${typed},0)`, percent, ties: top.with_ties === true };
}

function projectionItems(
  item: unknown,
  scope: Scope,
  assigned: string[],
  translator: Translator,
  options: SelectOptions,
): Item[] {
  const [kind, body] = kindOf(item);
  switch (kind) {
    case 'Wildcard':
      only(asNode(body), ['wildcard_token']);
      if (options.place === 'exists') return [nothing];
      if (scope.sources.length === 0)
        throw new SqlServerError({ number: 263, message: 'Must specify table to select from.' });
      return wildcard(scope, null);
    case 'QualifiedWildcard': {
      const [what, extra] = asList(body);
      only(asNode(extra), ['wildcard_token']);
      const [whatKind, name] = kindOf(what);
      if (whatKind !== 'ObjectName') throw syntaxError('*');
      return wildcard(
        scope,
        nameParts(name).map((part) => part.name),
      );
    }
    case 'UnnamedExpr':
      return [{ ...translator.scalar(body, scope), name: nameOfColumn(body) }];
    case 'ExprWithAlias': {
      const { expr, alias } = asNode(body);
      const { name, quoted } = identifier(alias);
      if (name.startsWith('@') && !quoted) {
        translator.context.variable(name);
        assigned.push(name.toLowerCase());
      }
      return [{ ...translator.scalar(expr, scope), name }];
    }
    default:
      throw syntaxError(kind.toLowerCase());
  }
}

const nothing: Item = {
  sql: '1',
  name: '',
  type: { name: 'int' },
  nullable: false,
  collation: { name: '', strength: 'default' },
};

function nameOfColumn(node: unknown): string {
  const [kind, body] = kindOf(node);
  if (kind === 'Nested') return nameOfColumn(body);
  if (kind === 'Collate') return nameOfColumn(asNode(body).expr);
  const last =
    kind === 'Identifier'
      ? identifier(body)
      : kind === 'CompoundIdentifier'
        ? identifier(asList(body).at(-1))
        : null;
  return last === null || (last.name.startsWith('@') && !last.quoted) ? '' : last.name;
}

function wildcard(scope: Scope, qualifier: readonly string[] | null): Item[] {
  const sources =
    qualifier === null ? scope.sources : scope.sources.filter((source) => isNamed(source, qualifier));
  if (sources.length === 0)
    throw new SqlServerError({
      number: 107,
      class: 15,
      message: `The column prefix '${qualifier?.join('.') ?? ''}' does not match with a table name or alias name used in the query.`,
    });
  return sources.flatMap((source) =>
    source.columns.map(({ name }) => ({ ...scope.resolve([source.name, name]), name })),
  );
}

/** What to order by: `key` names the column of the select list where there is one, `plain` is its expression. */
type OrderKey = { readonly key: string; readonly plain: string; readonly direction: string };

/** A position, a column's new name, or an expression of the query's own columns. */
function orderKey(
  item: unknown,
  items: readonly Item[],
  prefix: string,
  distinct: boolean,
  scope: Scope,
  translator: Translator,
): OrderKey {
  const { expr } = asNode(item);
  const direction = isDescending(item) ? ' DESC' : '';
  const [kind, body] = kindOf(expr);
  const index = positionOf(kind, body, items);
  if (index !== null) {
    const chosen = items[index];
    if (chosen === undefined) throw noPosition(index + 1);
    return { key: keyOf({ ...chosen, sql: `${prefix}${index}` }), plain: keyOf(chosen), direction };
  }
  const value = translator.scalar(expr, scope);
  if (value.constant !== undefined && kind === 'Value')
    throw new SqlServerError({
      number: 408,
      message: `A constant expression was encountered in the ORDER BY list, position 1.`,
    });
  const same = items.findIndex((other) => other.sql === value.sql);
  const plain = keyOf(value);
  if (same >= 0) return { key: keyOf({ ...value, sql: `${prefix}${same}` }), plain, direction };
  if (distinct)
    throw new SqlServerError({
      number: 145,
      class: 15,
      message: 'ORDER BY items must appear in the select list if SELECT DISTINCT is specified.',
    });
  return { key: plain, plain, direction };
}

const noPosition = (position: number): SqlServerError =>
  new SqlServerError({
    number: 108,
    class: 15,
    message: `The ORDER BY position number ${position} is out of range of the number of items in the select list.`,
  });

function positionOf(kind: string, body: unknown, items: readonly { readonly name: string }[]): number | null {
  if (kind === 'Value' && isNode(body)) {
    const [literal, digits] = kindOf(body.value);
    const text = String(asList(digits)[0]);
    if (literal === 'Number' && /^\d+$/.test(text)) {
      const position = Number(text);
      if (position < 1 || position > items.length) throw noPosition(position);
      return position - 1;
    }
  }
  if (kind !== 'Identifier') return null;
  const { name } = identifier(body);
  const index = items.findIndex((item) => item.name.toLowerCase() === name.toLowerCase());
  return index < 0 ? null : index;
}

/** Rows that SQL Server holds equal are one. */
function distinctRows(inner: string, columns: readonly OutputColumn[], prefix: string): string {
  const keyed = columns.map((column, index) => keyOf({ ...column, sql: `${prefix}${index}` }));
  if (!columns.some((column) => needsSortKey(column.type))) return `SELECT DISTINCT * FROM (${inner})`;
  return `SELECT * FROM (${inner}) GROUP BY ${keyed.join(',')}`;
}

function limited(parts: {
  readonly inner: string;
  readonly rest?: string;
  readonly prefix: string;
  readonly columns: readonly OutputColumn[];
  readonly assigned: readonly string[];
  readonly into: readonly string[] | null;
  readonly scope: Scope;
  readonly keys: readonly OrderKey[];
  readonly top: Top | null;
  readonly paging: string;
  readonly options: SelectOptions;
}): TranslatedSelect {
  const { inner, rest = '', prefix, columns, assigned, into, scope, keys, top, paging, options } = parts;
  const result = { prefix, columns, assigned, into, scope, ties: null };
  const orderBy =
    keys.length === 0 ? '' : ` ORDER BY ${keys.map(({ key, direction }) => key + direction).join(',')}`;
  if (top === null) return { ...result, sql: `${inner}${rest}${orderBy}${paging}` };
  if (top.ties && keys.length === 0)
    throw new SqlServerError({
      number: 1062,
      message: 'The TOP N WITH TIES clause is not allowed without a corresponding ORDER BY clause.',
    });
  const count = top.percent ? `(SELECT ts_percent(${top.count},count(*)) FROM (${inner}${rest}))` : top.count;
  if (!top.ties) return { ...result, sql: `${inner}${rest}${orderBy} LIMIT ${count}` };
  if (options.place === 'top' && !top.percent) {
    const hidden = keys.map(({ plain }, index) => `${plain} AS ${prefix}k${index}`);
    const sql = `${inner},${hidden.join(',')}${rest}${orderBy}`;
    if (rest !== '') return { ...result, sql, ties: { count, keys: keys.length } };
  }
  const ranked = `${inner}${rest === '' ? '' : rest}`;
  const names = columns.map((_, index) => `${prefix}${index}`).join(',');
  const over = `rank() OVER (${orderBy.trim()}) AS ${prefix}rank`;
  const sql = `SELECT ${names} FROM (SELECT *,${over} FROM (${ranked})) WHERE ${prefix}rank <= ${count}${orderBy}`;
  return { ...result, sql };
}

function translateSetOperation(node: Node, outer: Scope, translator: Translator): TranslatedSelect {
  only(node, ['op', 'set_quantifier', 'left', 'right']);
  const side = (part: unknown): TranslatedSelect => {
    const [kind] = kindOf(part);
    const body = kind === 'Query' ? asNode(asNode(part).Query) : { body: part };
    return translateQuery(body, outer, { place: 'subquery' }, translator);
  };
  const [left, right] = [side(node.left), side(node.right)];
  if (left.columns.length !== right.columns.length)
    throw new SqlServerError({
      number: 205,
      message:
        'All queries combined using a UNION, INTERSECT or EXCEPT operator must have an equal number of expressions in their target lists.',
    });
  const pairs = left.columns.map((column, index) => {
    const other = right.columns[index] ?? column;
    return unify(
      [
        { ...column, sql: `${left.prefix}${index}` },
        { ...other, sql: `${right.prefix}${index}` },
      ],
      'UNION',
    );
  });
  const prefix = `r${translator.context.nextId()}_`;
  const columns = pairs.map((pair, index): OutputColumn => {
    const [first] = pair;
    const { sql: _sql, constant: _constant, isNull: _isNull, ...rest } = first ?? nothing;
    return { ...rest, name: left.columns[index]?.name ?? '', nullable: pair.some((value) => value.nullable) };
  });
  const rows = (which: 0 | 1, from: string): string =>
    `SELECT ${pairs.map((pair, index) => `${pair[which]?.sql ?? 'NULL'} AS ${prefix}${index}`).join(',')} FROM (${from})`;
  const both = [rows(0, left.sql), rows(1, right.sql)] as const;
  const key = (table: string): string[] =>
    columns.map((column, index) => keyOf({ ...column, sql: `${table}.${prefix}${index}` }));
  const operation = String(node.op);
  const all = node.set_quantifier === 'All';
  const result = { prefix, columns, assigned: left.assigned, into: left.into, ties: null, scope: left.scope };
  if (operation === 'Union') {
    const sql = `${both[0]} UNION ALL ${both[1]}`;
    return { ...result, sql: all ? sql : distinctRows(sql, columns, prefix) };
  }
  if ((operation !== 'Except' && operation !== 'Intersect') || all)
    throw syntaxError(operation.toLowerCase());
  const equal = key('x').map((own, index) => `${own} IS ${key('y')[index] ?? 'NULL'}`);
  const exists = `EXISTS(SELECT 1 FROM (${both[1]}) AS y WHERE ${equal.join(' AND ')})`;
  const kept = `SELECT * FROM (${both[0]}) AS x WHERE ${operation === 'Except' ? 'NOT ' : ''}${exists}`;
  return { ...result, sql: distinctRows(kept, columns, prefix) };
}

/** Behind a set operation ORDER BY knows the result's columns alone. */
function orderSet(set: TranslatedSelect, order: readonly unknown[], paging: string): TranslatedSelect {
  if (order.length === 0) return set;
  const keys = order.map((item) => {
    const [kind, body] = kindOf(asNode(item).expr);
    const index = positionOf(kind, body, set.columns);
    const column = index === null ? undefined : set.columns[index];
    if (column === undefined)
      throw new SqlServerError({
        number: 104,
        class: 15,
        message:
          'ORDER BY items must appear in the select list if the statement contains a UNION, INTERSECT or EXCEPT operator.',
      });
    return keyOf({ ...column, sql: `${set.prefix}${index}` }) + (isDescending(item) ? ' DESC' : '');
  });
  return { ...set, sql: `SELECT * FROM (${set.sql}) ORDER BY ${keys.join(',')}${paging}` };
}

function translateValues(node: Node, scope: Scope, translator: Translator): TranslatedSelect {
  const rows = asList(node.rows).map((row) => {
    const cells = asList(isNode(row) ? row.content : row);
    return cells.map((cell) => translator.scalar(cell, scope));
  });
  const width = rows[0]?.length ?? 0;
  if (rows.some((row) => row.length !== width))
    throw new SqlServerError({
      number: 10709,
      message: 'The number of columns for each row in a table value constructor must be the same.',
    });
  const prefix = `r${translator.context.nextId()}_`;
  const columns: OutputColumn[] = [];
  const unified = Array.from({ length: width }, (_, index) => {
    const cells = unify(
      rows.map((row) => row[index] ?? nothing),
      'VALUES',
    );
    const [first] = cells;
    const nullable = cells.some((cell) => cell.nullable);
    columns.push({
      name: '',
      type: first?.type ?? { name: 'int' },
      collation: first?.collation ?? nothing.collation,
      nullable,
    });
    return cells;
  });
  const lines = rows.map((_, row) => `(${unified.map((cells) => cells[row]?.sql ?? 'NULL').join(',')})`);
  const names = columns.map((_, index) => `column${index + 1} AS ${prefix}${index}`);
  const sql = `SELECT ${names.join(',')} FROM (VALUES ${lines.join(',')})`;
  return { sql, prefix, columns, assigned: [], into: null, ties: null, scope };
}

/** The items of OUTPUT: a list like a SELECT's, of one row. */
export function translateItems(
  items: readonly unknown[],
  scope: Scope,
  translator: Translator,
): readonly Item[] {
  const assigned: string[] = [];
  const translated = items.flatMap((item) =>
    projectionItems(item, scope, assigned, translator, { place: 'top' }),
  );
  if (assigned.length > 0) throw syntaxError('@');
  return translated;
}
