import { asList, asNode, kindOf, type Node, only } from '../batch/ast.ts';
import { SqlServerError, type SqlType } from '../engine.ts';
import { argumentCount, syntaxError } from '../errors.ts';
import { AGGREGATES, aggregateCall } from './aggregates.ts';
import { convertTo, DEFAULT, type Expression, keyOf } from './expression.ts';
import { translateOrder } from './order.ts';
import type { Scope } from './scope.ts';
import type { Translator } from './translator.ts';

const RANKING = new Set(['ROW_NUMBER', 'RANK', 'DENSE_RANK', 'NTILE']);
const OFFSETS = new Set(['LAG', 'LEAD', 'FIRST_VALUE', 'LAST_VALUE']);
export const WINDOW_FUNCTIONS: ReadonlySet<string> = new Set([...RANKING, ...OFFSETS]);

/** A function with OVER. */
export function translateWindow(
  name: string,
  args: readonly unknown[],
  distinct: boolean,
  over: Node,
  scope: Scope,
  translator: Translator,
): Expression {
  if (!scope.windows)
    throw new SqlServerError({
      number: 4108,
      class: 15,
      message: 'Windowed functions can only appear in the SELECT or ORDER BY clauses.',
    });
  if (distinct)
    throw new SqlServerError({
      number: 10759,
      class: 15,
      message: 'Use of DISTINCT is not allowed with the OVER clause.',
    });
  const [kind, body] = kindOf(over);
  if (kind !== 'WindowSpec') throw syntaxError('over');
  const spec = asNode(body);
  only(spec, ['partition_by', 'order_by', 'window_frame']);
  const order = asList(spec.order_by);
  if (order.length === 0 && WINDOW_FUNCTIONS.has(name))
    throw new SqlServerError({
      number: 4112,
      class: 15,
      message: `The function '${name}' must have an OVER clause with ORDER BY.`,
    });
  if (name === 'STRING_AGG') throw syntaxError('over');
  const values = args.map((arg) => (arg === null ? null : translator.scalar(arg, scope)));
  const partition = asList(spec.partition_by).map((part) => keyOf(translator.scalar(part, scope)));
  const frame = frameOf(name, spec.window_frame ?? null, order.length > 0);
  if (
    AGGREGATES.has(name) &&
    !/^COUNT/.test(name) &&
    frame !== '' &&
    !/BETWEEN UNBOUNDED PRECEDING/.test(frame)
  )
    throw syntaxError('rows');
  const clauses = [
    partition.length === 0 ? '' : `PARTITION BY ${partition.join(',')}`,
    order.length === 0 ? '' : `ORDER BY ${windowOrder(order, scope, translator).join(',')}`,
    frame,
  ];
  const window = ` OVER (${clauses.filter((clause) => clause !== '').join(' ')})`;
  if (AGGREGATES.has(name)) return aggregateCall(name, values, false, window);
  const call = windowCall(name, values);
  return { ...call, sql: call.sql + window };
}

/** `ORDER BY (SELECT NULL)` says that no order is meant; a position is an error. */
function windowOrder(order: readonly unknown[], scope: Scope, translator: Translator): string[] {
  for (const item of order) {
    const [kind] = kindOf(asNode(item).expr);
    if (kind === 'Value')
      throw new SqlServerError({
        number: 5308,
        message:
          'Windowed functions, aggregates and NEXT VALUE FOR functions do not support integer indices as ORDER BY clause expressions.',
      });
  }
  return translateOrder(order, scope, translator);
}

function windowCall(name: string, values: readonly (Expression | null)[]): Expression {
  const given = values.filter((value) => value !== null);
  if (given.length !== values.length) throw syntaxError('*');
  const [value, offset, otherwise] = given;
  if (name === 'NTILE') {
    if (value === undefined || given.length !== 1) throw argumentCount(name, '1');
    return { sql: `ntile(${convertTo(value, { name: 'bigint' }).sql})`, ...counted };
  }
  if (RANKING.has(name)) {
    if (given.length > 0) throw argumentCount(name, '0');
    return { sql: `${name.toLowerCase()}()`, ...counted };
  }
  const most = name === 'LAG' || name === 'LEAD' ? 3 : 1;
  if (value === undefined || given.length > most) throw argumentCount(name, most === 3 ? '1 to 3' : '1');
  const { constant: _constant, ...rest } = value;
  const parts = [value.sql];
  if (offset !== undefined) parts.push(convertTo(offset, { name: 'bigint' }).sql);
  if (otherwise !== undefined) parts.push(convertTo(otherwise, value.type).sql);
  return { ...rest, sql: `${name.toLowerCase()}(${parts.join(',')})`, nullable: true };
}

const BIGINT: SqlType = { name: 'bigint' };
const counted = { type: BIGINT, nullable: true, collation: DEFAULT };

function frameOf(name: string, frame: unknown, ordered: boolean): string {
  if (frame === null) return '';
  if (RANKING.has(name) || name === 'LAG' || name === 'LEAD')
    throw new SqlServerError({
      number: 10752,
      class: 15,
      message: `The function '${name}' may not have a window frame.`,
    });
  if (!ordered)
    throw new SqlServerError({
      number: 10756,
      class: 15,
      message: 'Window frame with ROWS or RANGE must have an ORDER BY clause.',
    });
  const node = asNode(frame);
  const units = String(node.units).toUpperCase();
  if (units !== 'ROWS' && units !== 'RANGE') throw syntaxError(units);
  const start = boundOf(node.start_bound);
  const end = (node.end_bound ?? null) === null ? 'CURRENT ROW' : boundOf(node.end_bound);
  if (units === 'RANGE' && /\d/.test(start + end))
    throw new SqlServerError({
      number: 4194,
      message: 'RANGE is only supported with UNBOUNDED and CURRENT ROW window frame delimiters.',
    });
  return `${units} BETWEEN ${start} AND ${end}`;
}

function boundOf(bound: unknown): string {
  const [kind, body] = kindOf(bound);
  if (kind === 'CurrentRow') return 'CURRENT ROW';
  if (kind !== 'Preceding' && kind !== 'Following') throw syntaxError(kind);
  if ((body ?? null) === null) return `UNBOUNDED ${kind.toUpperCase()}`;
  const [, literal] = kindOf(asNode(asNode(body).Value).value);
  const count = String(asList(literal)[0]);
  if (!/^\d+$/.test(count)) throw syntaxError(count);
  return `${count} ${kind.toUpperCase()}`;
}
