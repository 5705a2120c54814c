import type { ResultColumn, SqlValue } from '../engine/engine.ts';
import { invalidObject, sqlError, syntaxError } from '../engine/errors.ts';
import type { Expression, OrderItem, Query, Select, Source } from '../parse/ast.ts';
import { sameName, type Table } from '../store/model.ts';
import type { Row } from '../store/sorted-rows.ts';
import { convert } from '../values/convert.ts';
import { compareKeys, type Key, keyMaker } from '../values/order.ts';
import { commonType, sameType } from '../values/types.ts';
import { accumulator, isAggregate } from './aggregates.ts';
import { findObject, systemView } from './catalogue.ts';
import { compile, compileCondition, keyed } from './expressions.ts';
import { planScan, type Scan } from './scan.ts';
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

export function planQuery(query: Query, context: StatementContext): Relation {
  const [first, ...others] = query.selects;
  if (others.length === 0) return planSelect(first, query.orderBy, context);
  const parts = query.selects.map((select) => planSelect(select, [], context));
  const columns = unionColumns(parts);
  const keys = query.orderBy.map(({ of, isDescending }) => ({
    place: outputPlace(of, columns),
    isDescending,
  }));
  return {
    columns,
    *rows() {
      const rows = parts.flatMap((part) =>
        Iterator.from(part.rows())
          .map((row) =>
            row.map((value, at) => {
              const [from, to] = [part.columns[at]?.type, columns[at]?.type];
              return from === undefined || to === undefined || sameType(from, to)
                ? value
                : convert(value, from, to);
            }),
          )
          .toArray(),
      );
      const makers = keys.map(({ place }) => keyMaker(columns[place]?.type ?? { name: 'int' }));
      const keysOf = (row: SqlValue[]) =>
        keys.map(({ place }, at) => {
          const value = row[place] ?? null;
          return value === null ? null : (makers[at]?.(value) ?? null);
        });
      yield* sorted(rows, keysOf, keys);
    },
  };
}

function unionColumns(parts: readonly Relation[]): ResultColumn[] {
  const [first] = parts;
  if (first === undefined || parts.some(({ columns }) => columns.length !== first.columns.length))
    throw sqlError(
      205,
      'All queries combined using a UNION, INTERSECT or EXCEPT operator must have an equal number of expressions in their target lists.',
    );
  return first.columns.map((column, at) => ({
    name: column.name,
    type: parts.map((part) => part.columns[at]?.type ?? column.type).reduce(commonType),
    nullable: parts.some((part) => part.columns[at]?.nullable ?? true),
  }));
}

function outputPlace(of: Expression, columns: readonly ResultColumn[]): number {
  const name = of.kind === 'column' ? (of.name.at(-1) ?? '') : '';
  const place = columns.findIndex((column) => sameName(column.name, name));
  if (place < 0)
    throw sqlError(
      104,
      'ORDER BY items must appear in the select list if the statement contains a UNION, INTERSECT or EXCEPT operator.',
      15,
    );
  return place;
}

type OpenSource = {
  readonly alias: string;
  readonly columns: readonly ResultColumn[];
  readonly table: Table | null;
  rows(): Iterable<Row>;
};

/** Throws 208 for what is not there. */
function openSource({ name, alias }: Source, context: StatementContext): OpenSource {
  const shown = alias ?? name.at(-1) ?? '';
  const view = systemView(name);
  const numbered = (rows: Iterable<SqlValue[]>): Iterable<Row> =>
    Iterator.from(rows).map((row): Row => [0, ...row]);
  if (view !== undefined)
    return { alias: shown, columns: view.columns, table: null, rows: () => numbered(view.rows(context)) };
  const object = findObject(name, context);
  if (object === null) throw invalidObject(name.join('.'));
  if (object.kind === 'table')
    return { alias: shown, columns: object.columns, table: object, rows: () => object.rows[0].from([]) };
  const relation = planQuery(object.query, context);
  return { alias: shown, columns: relation.columns, table: null, rows: () => numbered(relation.rows()) };
}

type Output = { readonly column: ResultColumn; readonly value: Compiled };

function planSelect(select: Select, orderBy: readonly OrderItem[], context: StatementContext): Relation {
  const sources = select.from.map((source) => openSource(source, context));
  const joined = select.from.map(({ join }) => join?.isOuter ?? false);
  const shown = sources.map(({ alias, columns }, at) => ({
    alias,
    columns: joined[at] ? columns.map((column) => ({ ...column, nullable: true })) : columns,
  }));
  const plain: Scope = { context, sources: shown, grouping: null };
  const where = select.where === null ? null : compileCondition(select.where, plain);
  const isGrouped =
    select.groupBy.length > 0 || select.items.some((item) => item.kind === 'value' && hasAggregate(item.of));
  const groupColumns = select.groupBy.map((of) => {
    if (of.kind !== 'column') throw syntaxError('GROUP');
    return resolveColumn(of.name, plain);
  });
  const aggregates: Aggregate[] = [];
  const grouping = {
    columns: new Set(groupColumns.map(({ source, place }) => `${source}.${place}`)),
    aggregates,
  };
  const scope: Scope = isGrouped ? { ...plain, grouping } : plain;
  const outputs = select.items.flatMap((item): Output[] => {
    if (item.kind === 'star') return starOutputs(scope);
    const value = compile(item.of, scope);
    const name = item.alias ?? (item.of.kind === 'column' ? (item.of.name.at(-1) ?? '') : '');
    return [{ column: { name, type: value.type, nullable: value.nullable }, value }];
  });
  const order = orderBy.map((item) => ({ ...item, value: orderValue(item.of, outputs, scope) }));
  const rank = select.items
    .map((item) => (item.kind === 'value' && item.of.kind === 'rank' ? item.of.order : null))
    .find((of) => of !== null);
  if (rank !== undefined && (isGrouped || JSON.stringify(rank) !== JSON.stringify(orderBy)))
    throw syntaxError('OVER');

  const [first] = sources;
  const wanted = isGrouped ? groupColumns.map(({ place }) => place) : placesOf(orderBy, scope);
  const scan: Scan | null =
    first?.table && sources.length === 1 ? planScan(first.table, select.where, plain, wanted ?? []) : null;
  const isOrdered =
    scan !== null &&
    wanted !== null &&
    (!isGrouped || sameOrder(placesOf(orderBy, plain), wanted)) &&
    scan.isOrderedBy(wanted);
  const areGroupsTogether = scan?.isOrderedBy(groupColumns.map(({ place }) => place)) ?? false;
  const groupKeys = select.groupBy.map((of) => {
    const value = compile(of, plain);
    return keyed(value, value.type);
  });
  const ons = select.from.map(({ join }) => (join === null ? null : compileCondition(join.on, plain)));
  const top = select.top === null ? null : compile(select.top, plain);

  return {
    columns: outputs.map(({ column }) => column),
    *rows() {
      const limit = top === null ? Number.POSITIVE_INFINITY : topOf(top);
      let envs: Iterable<Env> = joinedRows(scan, sources, ons, joined);
      if (where !== null) envs = filtered(envs, where);
      if (isGrouped) envs = groups(envs, groupKeys, aggregates, areGroupsTogether);
      const keys = order.map(({ value }) => keyed(value, value.type));
      if (order.length > 0 && !isOrdered)
        envs = sorted([...envs], (env) => keys.map((key) => key(env)), order);
      if (rank !== undefined) envs = ranked(envs, (env) => keys.map((key) => key(env)));
      const seen = select.isDistinct ? new Set<string>() : null;
      const outputKeys = outputs.map(({ value }) => keyed(value, value.type));
      let count = 0;
      if (limit <= 0) return;
      for (const env of envs) {
        if (seen !== null) {
          const key = keyText(outputKeys.map((of) => of(env)));
          if (seen.has(key)) continue;
          seen.add(key);
        }
        yield outputs.map(({ value }) => value.get(env));
        count += 1;
        if (count >= limit) return;
      }
    },
  };
}

/** Throws 1060 for a number of rows that is none. */
function topOf(top: Compiled): number {
  const value = top.get(NO_ROWS);
  if (value === null || !/^\d+$/.test(String(value)))
    throw sqlError(
      1060,
      'The number of rows provided for a TOP or FETCH clauses row count parameter must be an integer.',
      15,
    );
  return Number(value);
}

function starOutputs(scope: Scope): Output[] {
  const found = scope.sources.flatMap(({ alias, columns }) =>
    columns.map((column) => ({
      column,
      value: compile({ kind: 'column', name: [alias, column.name] }, scope),
    })),
  );
  if (found.length === 0) throw sqlError(263, 'Must specify table to select from.');
  return found;
}

/** By its alias, or as any expression. */
function orderValue(of: Expression, outputs: readonly Output[], scope: Scope): Compiled {
  const name = of.kind === 'column' && of.name.length === 1 ? of.name[0] : undefined;
  const named = outputs.find(({ column }) => name !== undefined && sameName(column.name, name));
  const at = of.kind === 'literal' && typeof of.value === 'number' ? outputs[of.value - 1] : undefined;
  return (named ?? at)?.value ?? compile(of, scope);
}

/**
 * The places of columns of the only source, in ascending order; null where it is ordered by anything else.
 */
function placesOf(orderBy: readonly OrderItem[], scope: Scope): number[] | null {
  const places = orderBy.map(({ of, isDescending }) =>
    of.kind === 'column' &&
    !isDescending &&
    scope.sources.some(({ columns }) => columns.some(({ name }) => sameName(name, of.name.at(-1) ?? '')))
      ? resolveColumn(of.name, scope).place
      : null,
  );
  return places.includes(null) ? null : places.filter((place) => place !== null);
}

const sameOrder = (order: readonly number[] | null, groups: readonly number[]): boolean =>
  order?.every((place, at) => groups[at] === place) ?? false;

function hasAggregate(of: Expression): boolean {
  if (of.kind === 'call' && isAggregate(of.name)) return true;
  if (of.kind === 'in query') return false;
  return (
    Object.values(of).some((part) => isExpression(part) && hasAggregate(part)) ||
    (of.kind === 'call' && of.args.some(hasAggregate)) ||
    (of.kind === 'case' && of.branches.flat().some(hasAggregate))
  );
}

function isExpression(part: unknown): part is Expression {
  return typeof part === 'object' && part !== null && 'kind' in part;
}

function* joinedRows(
  scan: Scan | null,
  sources: readonly OpenSource[],
  ons: readonly (Condition | null)[],
  outerJoins: readonly boolean[],
): Generator<Env, void, void> {
  const [first, ...others] = sources;
  if (first === undefined) {
    yield NO_ROWS;
    return;
  }
  // Joined tables are those of the catalogue: few rows, read once.
  const lists = others.map((source) => [...source.rows()]);
  const nothing: Row = [0];
  function* extended(rows: readonly Row[], at: number): Generator<Env, void, void> {
    const list = lists[at - 1];
    if (list === undefined) {
      yield { rows, aggregates: [], rank: 0n };
      return;
    }
    let isMatched = false;
    for (const row of list) {
      const next = [...rows, row];
      if (ons[at]?.({ rows: next, aggregates: [], rank: 0n }) !== true) continue;
      isMatched = true;
      yield* extended(next, at + 1);
    }
    if (!isMatched && outerJoins[at]) yield* extended([...rows, nothing], at + 1);
  }
  for (const row of scan === null ? first.rows() : scan.rows()) {
    if (lists.length === 0) yield { rows: [row], aggregates: [], rank: 0n };
    else yield* extended([row], 1);
  }
}

function* filtered(envs: Iterable<Env>, condition: Condition): Generator<Env, void, void> {
  for (const env of envs) if (condition(env) === true) yield env;
}

const keyText = (keys: readonly (Key | null)[]): string =>
  keys.map((key) => `${typeof key}${String(key)}`).join('\0');

/**
 * One for each group, of which `rows` is the first row. Without a GROUP BY all rows are one group, and so are
 * none.
 */
function* groups(
  envs: Iterable<Env>,
  keys: readonly ((env: Env) => Key | null)[],
  aggregates: readonly Aggregate[],
  areTogether: boolean,
): Generator<Env, void, void> {
  type Group = { readonly env: Env; readonly sums: ReturnType<typeof accumulator>[] };
  const start = (env: Env): Group => ({ env, sums: aggregates.map(accumulator) });
  const ended = ({ env, sums }: Group): Env => ({ ...env, aggregates: sums.map((sum) => sum.value()) });
  const found = new Map<string, Group>();
  if (keys.length === 0) found.set('', start(NO_ROWS));
  for (const env of envs) {
    const key = keys.length === 0 ? '' : keyText(keys.map((of) => of(env)));
    let group = found.get(key);
    if (group === undefined) {
      if (areTogether) {
        for (const before of found.values()) yield ended(before);
        found.clear();
      }
      group = start(env);
      found.set(key, group);
    }
    for (const sum of group.sums) sum.add(env);
  }
  for (const group of found.values()) yield ended(group);
}

function sorted<T>(
  items: readonly T[],
  keysOf: (item: T) => (Key | null)[],
  order: readonly { readonly isDescending: boolean }[],
): T[] {
  if (order.length === 0) return [...items];
  const keyed = items.map((item) => ({ item, keys: keysOf(item) }));
  keyed.sort((left, right) => {
    for (let at = 0; at < order.length; at += 1) {
      const compared = compareKeys(left.keys[at] ?? null, right.keys[at] ?? null);
      if (compared !== 0) return order[at]?.isDescending ? -compared : compared;
    }
    return 0;
  });
  return keyed.map(({ item }) => item);
}

/** DENSE_RANK: rows that are equal in all keys have one number. */
function* ranked(envs: Iterable<Env>, keysOf: (env: Env) => (Key | null)[]): Generator<Env, void, void> {
  let rank = 0n;
  let before: string | null = null;
  for (const env of envs) {
    const keys = keyText(keysOf(env));
    if (keys !== before) rank += 1n;
    before = keys;
    yield { ...env, rank };
  }
}

/** Rows of a table that a condition takes, for UPDATE and DELETE. */
export function matchingRows(table: Table, where: Expression | null, context: StatementContext): Row[] {
  const scope: Scope = {
    context,
    sources: [{ alias: table.name, columns: table.columns }],
    grouping: null,
  };
  const condition = where === null ? null : compileCondition(where, scope);
  const rows: Row[] = [];
  for (const row of planScan(table, where, scope, []).rows())
    if (condition === null || condition({ rows: [row], aggregates: [], rank: 0n }) === true) rows.push(row);
  return rows;
}
