import type { Expression, OrderItem, Query, Select, Source } from '../parse/ast.ts';
import {
  compareAll,
  keyText,
  orderedRows,
  primaryOf,
  type Row,
  sameName,
  type Table,
} from '../store/tables.ts';
import { convert, converter } from '../values/convert.ts';
import { invalidObject, sqlError, syntaxError } from '../values/errors.ts';
import type { Key } from '../values/order.ts';
import type { ResultColumn } from '../values/sql-value.ts';
import { commonType, type SqlType } from '../values/types.ts';
import { accumulator } from './aggregates.ts';
import { findObject, systemView } from './catalogue.ts';
import { compile, compileCondition, keyed } from './expressions.ts';
import {
  type Aggregate,
  type Compiled,
  type Condition,
  type Env,
  NO_ROWS,
  type Relation,
  resolveColumn,
  type Scope,
  type StatementContext,
} from './scope.ts';
import { hashed, seek } from './seek.ts';

export function planQuery(query: Query, context: StatementContext): Relation {
  const parts = query.map((select) => planSelect(select, context));
  const [first] = parts;
  if (first === undefined) throw syntaxError('SELECT');
  return parts.length === 1 ? first : unionOf(first, parts);
}

function unionOf(first: Relation, parts: readonly Relation[]): Relation {
  if (parts.some(({ columns }) => columns.length !== first.columns.length))
    throw sqlError(
      205,
      'All queries combined using a UNION, INTERSECT or EXCEPT operator must have an equal number of expressions in their target lists.',
    );
  const columns = first.columns.map((column, at) => ({
    name: column.name,
    type: parts.map((part) => part.columns[at]?.type ?? column.type).reduce(commonType),
    nullable: parts.some((part) => part.columns[at]?.nullable ?? true),
  }));
  return {
    columns,
    *rows() {
      for (const part of parts)
        for (const row of part.rows())
          yield columns.map(({ type }, at) => convert(row[at] ?? null, part.columns[at]?.type ?? type, type));
    },
  };
}

type OpenSource = {
  readonly alias: string;
  readonly columns: readonly ResultColumn[];
  readonly table: Table | null;
  rows(): Iterable<Row>;
};

/** Throws 208 for an unknown object. */
export function openSource(
  { name, query, json, alias, join }: Source,
  context: StatementContext,
): OpenSource {
  const shown = alias ?? name.at(-1) ?? '';
  const nullable = (columns: readonly ResultColumn[]): readonly ResultColumn[] =>
    join?.isOuter ? columns.map((column) => ({ ...column, nullable: true })) : columns;
  const view = systemView(name);
  if (view !== undefined)
    return { alias: shown, columns: nullable(view.columns), table: null, rows: () => view.rows(context) };
  if (json !== null) return { alias: shown, ...jsonTable(json, context), table: null };
  const isVariable = name[0]?.startsWith('@') ?? false;
  const object = isVariable ? tableVariable(name.join(), context) : (query ?? findObject(name, context));
  if (object === null) throw invalidObject(name.join('.'));
  if ('kind' in object && object.kind === 'table')
    return { alias: shown, columns: nullable(object.columns), table: object, rows: () => object.rows };
  const { columns, rows } = context.planQuery('kind' in object ? object.query : object, context);
  return { alias: shown, columns: nullable(columns), table: null, rows };
}

export function tableVariable(name: string, { tables }: StatementContext): Table {
  const found = tables.get(name);
  if (found === undefined) throw sqlError(1087, `Must declare the table variable "${name}".`, 15, 2);
  return found;
}

/** A path without a value is NULL. */
function jsonTable({ of, columns }: NonNullable<Source['json']>, context: StatementContext) {
  const text = compile(of, { context, sources: [], grouping: null }).get(NO_ROWS);
  const found: unknown[][] = text === null ? [] : JSON.parse(String(text));
  const wide: SqlType = { name: 'nvarchar', length: 'max' };
  const cast = columns.map(({ type }) => converter(wide, type));
  const rows = found.map((row) =>
    columns.map(({ at }, index) => {
      const value = row[at] ?? null;
      return value === null ? null : (cast[index]?.(String(value)) ?? null);
    }),
  );
  return { columns: columns.map((column) => ({ ...column, nullable: true })), rows: () => rows };
}

type Output = { readonly column: ResultColumn; readonly value: Compiled };
type Order = readonly { readonly key: (env: Env) => Key | null; readonly isDescending: boolean }[];

function planSelect(select: Select, context: StatementContext): Relation {
  const sources = select.from.map((source) => openSource(source, context));
  const plain: Scope = { context, sources, grouping: null };
  const where = select.where === null ? null : compileCondition(select.where, plain);
  const aggregates: Aggregate[] = [];
  const isGrouped =
    select.groupBy.length > 0 || select.items.some((item) => item !== 'star' && hasAggregate(item.of));
  const scope = isGrouped ? groupedScope(select, plain, aggregates) : plain;
  const outputs = select.items.flatMap((item) => outputsOf(item, scope));
  const order = select.orderBy.map(({ of, isDescending }) => {
    const value = orderValue(of, outputs, scope);
    return { key: keyed(value, value.type), isDescending };
  });
  const groupKeys = select.groupBy.map((of) => compile(of, plain)).map((value) => keyed(value, value.type));
  const isRanked = hasRank(select);
  if (isRanked && isGrouped) throw syntaxError('OVER');
  const table = sources.length === 1 ? (sources[0]?.table ?? null) : null;
  const positions = isGrouped || table === null ? null : positionsOf(select.orderBy, plain);
  const top = select.top === null ? null : compile(select.top, plain);
  return {
    columns: outputs.map(({ column }) => column),
    *rows() {
      const limit = top === null ? Number.POSITIVE_INFINITY : Number(top.get(NO_ROWS));
      const isByKey = table !== null && positions?.every((position, at) => primaryOf(table)[at] === position);
      const ordered =
        table === null || positions === null ? sources[0]?.rows() : orderedRows(table, positions);
      const first = isByKey ? seek(select.where, { at: 0, table }, plain)(NO_ROWS) : ordered;
      let envs: Iterable<Env> = joinedRows(first, sources, select, plain);
      if (where !== null) envs = filtered(envs, where);
      if (isGrouped) envs = groups(envs, groupKeys, aggregates);
      if (positions === null && order.length > 0) envs = sorted([...envs], order);
      if (isRanked) envs = ranked(envs, order);
      let count = 0;
      if (limit === 0) return;
      for (const env of envs) {
        yield outputs.map(({ value }) => value.get(env));
        count += 1;
        if (count >= limit) return;
      }
    },
  };
}

function groupedScope({ groupBy }: Select, plain: Scope, aggregates: Aggregate[]): Scope {
  const columns = groupBy.map((of) => {
    if (of.kind !== 'column') throw syntaxError('GROUP');
    const { source, position } = resolveColumn(of.name, plain);
    return `${source}.${position}`;
  });
  return { ...plain, grouping: { columns: new Set(columns), aggregates } };
}

function hasAggregate(of: Expression): boolean {
  return (
    of.kind === 'aggregate' ||
    Object.values(of).some((part: unknown) => isExpression(part) && hasAggregate(part))
  );
}

const isExpression = (part: unknown): part is Expression =>
  typeof part === 'object' && part !== null && 'kind' in part;

/** DENSE_RANK is supported only in the query's own order. */
function hasRank({ items, orderBy }: Select): boolean {
  const ranks = items.flatMap((item) => (item !== 'star' && item.of.kind === 'rank' ? [item.of.order] : []));
  if (ranks.some((order) => JSON.stringify(order) !== JSON.stringify(orderBy))) throw syntaxError('OVER');
  return ranks.length > 0;
}

function outputsOf(item: Select['items'][number], scope: Scope): Output[] {
  if (item !== 'star') {
    const value = compile(item.of, scope);
    const name = item.alias ?? (item.of.kind === 'column' ? (item.of.name.at(-1) ?? '') : '');
    return [{ column: { name, type: value.type, nullable: value.nullable }, value }];
  }
  return scope.sources.flatMap(({ alias, columns }) =>
    columns.map((column) => ({
      column,
      value: compile({ kind: 'column', name: [alias, column.name] }, scope),
    })),
  );
}

/** By alias, or as any expression. */
function orderValue(of: Expression, outputs: readonly Output[], scope: Scope): Compiled {
  const name = of.kind === 'column' && of.name.length === 1 ? of.name[0] : undefined;
  const named = outputs.find(({ column }) => name !== undefined && sameName(column.name, name));
  return named?.value ?? compile(of, scope);
}

/** The indexes of the order's columns, all ascending; null for any other order. */
function positionsOf(orderBy: readonly OrderItem[], scope: Scope): number[] | null {
  const positions = orderBy.flatMap(({ of, isDescending }) =>
    of.kind === 'column' &&
    !isDescending &&
    scope.sources.some(({ columns }) => columns.some(({ name }) => sameName(name, of.name.at(-1) ?? '')))
      ? resolveColumn(of.name, scope).position
      : [],
  );
  return positions.length < orderBy.length ? null : positions;
}

/** One row per source. Joined tables are looked up by key, other sources by hash. */
export function* joinedRows(
  first: Iterable<Row> | undefined,
  sources: readonly OpenSource[],
  { from }: Pick<Select, 'from'>,
  scope: Scope,
): Generator<Env, void, void> {
  const ons = from.map(({ join }) => (join === null ? null : compileCondition(join.on, scope)));
  const lists = sources.slice(1).map(({ table, columns, rows }, index) => {
    const [at, on] = [index + 1, from[index + 1]?.join?.on ?? null];
    return table === null ? hashed([...rows()], on, { at, columns }, scope) : seek(on, { at, table }, scope);
  });
  function* extended(rows: readonly Row[]): Generator<Env, void, void> {
    const list = lists[rows.length - 1]?.({ rows });
    if (list === undefined) {
      yield { rows };
      return;
    }
    let isMatched = false;
    for (const row of list) {
      const next = [...rows, row];
      if (ons[rows.length]?.({ rows: next }) !== true) continue;
      isMatched = true;
      yield* extended(next);
    }
    if (!isMatched && from[rows.length]?.join?.isOuter) yield* extended([...rows, []]);
  }
  if (first === undefined) yield NO_ROWS;
  for (const row of first ?? []) {
    if (lists.length === 0) yield { rows: [row] };
    else yield* extended([row]);
  }
}

export function* filtered(envs: Iterable<Env>, condition: Condition): Generator<Env, void, void> {
  for (const env of envs) if (condition(env) === true) yield env;
}

/**
 * One per group, with its first row in `rows`. Without GROUP BY, all rows are one group, even if there are
 * none.
 */
function* groups(
  envs: Iterable<Env>,
  keys: readonly ((env: Env) => Key | null)[],
  aggregates: readonly Aggregate[],
): Generator<Env, void, void> {
  const start = (env: Env) => ({ env, sums: aggregates.map(accumulator) });
  const found = new Map<string, ReturnType<typeof start>>();
  if (keys.length === 0) found.set('', start(NO_ROWS));
  for (const env of envs) {
    const key = keyText(keys.map((of) => of(env)));
    const group = found.get(key) ?? start(env);
    found.set(key, group);
    for (const sum of group.sums) sum.add(env);
  }
  for (const { env, sums } of found.values()) yield { ...env, aggregates: sums.map((sum) => sum.value()) };
}

function sorted(envs: readonly Env[], order: Order): Env[] {
  const keyed = envs.map((env) => ({ env, keys: order.map(({ key }) => key(env)) }));
  const isDescending = (at: number): boolean => order[at]?.isDescending ?? false;
  return keyed.sort((left, right) => compareAll(left.keys, right.keys, isDescending)).map(({ env }) => env);
}

/** DENSE_RANK: rows with equal keys have the same number. */
function* ranked(envs: Iterable<Env>, order: Order): Generator<Env, void, void> {
  let rank = 0n;
  let before: string | null = null;
  for (const env of envs) {
    const keys = keyText(order.map(({ key }) => key(env)));
    if (keys !== before) rank += 1n;
    before = keys;
    yield { ...env, rank };
  }
}

/** The rows of a table that match a condition, for UPDATE and DELETE. */
export function matchingRows(table: Table, where: Expression | null, scope: Scope): ReadonlySet<Row> {
  const condition = where === null ? null : compileCondition(where, scope);
  const rows = seek(where, { at: 0, table }, scope)(NO_ROWS);
  return new Set(rows.filter((row) => condition === null || condition({ rows: [row] }) === true));
}
