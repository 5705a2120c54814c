import { asList, asNode, isNode, kindOf, type Node, only } from '../batch/ast.ts';
import { SqlServerError } from '../engine.ts';
import { syntaxError } from '../errors.ts';
import { keyOf, unify } from './expression.ts';
import { distinctRows } from './limits.ts';
import { isDescending } from './order.ts';
import { nothing, positionOf } from './projection.ts';
import type { Scope } from './scope.ts';
import type { OutputColumn, TranslatedSelect } from './selected.ts';
import type { Translator } from './translator.ts';

/** UNION, EXCEPT and INTERSECT. */
export function translateSetOperation(node: Node, outer: Scope, translator: Translator): TranslatedSelect {
  only(node, ['op', 'set_quantifier', 'left', 'right']);
  const side = (part: unknown): TranslatedSelect => {
    const [kind] = kindOf(part);
    const body = kind === 'Query' ? asNode(asNode(part).Query) : { body: part };
    return translator.query(body, outer, { place: 'subquery' });
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
export function orderSet(set: TranslatedSelect, order: readonly unknown[], paging: string): TranslatedSelect {
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

/** VALUES: each column has one type for all rows. */
export function translateValues(node: Node, scope: Scope, translator: Translator): TranslatedSelect {
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
    const isNull = cells.every((cell) => cell.isNull === true);
    columns.push({
      name: '',
      type: first?.type ?? { name: 'int' },
      collation: first?.collation ?? nothing.collation,
      nullable,
      isNull,
    });
    return cells;
  });
  const lines = rows.map((_, row) => `(${unified.map((cells) => cells[row]?.sql ?? 'NULL').join(',')})`);
  const names = columns.map((_, index) => `column${index + 1} AS ${prefix}${index}`);
  const sql = `SELECT ${names.join(',')} FROM (VALUES ${lines.join(',')})`;
  return { sql, prefix, columns, assigned: [], into: null, ties: null, scope };
}
