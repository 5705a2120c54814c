import { avgType, sumType } from '../../types/arithmetic.ts';
import { needsSortKey } from '../../types/compare.ts';
import { isCharacter, isUnicode, lengthOf } from '../../types/type.ts';
import { SqlServerError, type SqlType } from '../engine.ts';
import { argumentCount, syntaxError } from '../errors.ts';
import { convertTo, DEFAULT, type Expression, keyOf } from './expression.ts';
import { translateOrder } from './order.ts';
import type { Scope } from './scope.ts';
import { siteNumber } from './sites.ts';
import type { Translator } from './translator.ts';

export const AGGREGATES: ReadonlySet<string> = new Set([
  'COUNT',
  'COUNT_BIG',
  'SUM',
  'AVG',
  'MIN',
  'MAX',
  'STRING_AGG',
]);

/** An aggregate over a query's groups. Throws 147 where it may not stand. */
export function translateAggregate(
  name: string,
  args: readonly unknown[],
  distinct: boolean,
  order: readonly unknown[],
  scope: Scope,
  translator: Translator,
): Expression {
  if (scope.aggregates === 'where')
    throw new SqlServerError({
      number: 147,
      class: 15,
      message:
        'An aggregate may not appear in the WHERE clause unless it is in a subquery contained in a HAVING clause or a select list, and the column being aggregated is an outer reference.',
    });
  if (scope.aggregates === 'inside')
    throw new SqlServerError({
      number: 130,
      class: 15,
      message: 'Cannot perform an aggregate function on an expression containing an aggregate or a subquery.',
    });
  const before = scope.aggregates;
  scope.aggregates = 'inside';
  scope.hasAggregate = true;
  try {
    const values = args.map((arg) => (arg === null ? null : translator.scalar(arg, scope)));
    if (name === 'STRING_AGG') return stringAggregate(values, order, scope, translator);
    if (order.length > 0) throw syntaxError('within');
    return aggregateCall(name, values, distinct);
  } finally {
    scope.aggregates = before;
  }
}

/** The call itself; `over` is a window's OVER clause. A null value stands for `*`. */
export function aggregateCall(
  name: string,
  values: readonly (Expression | null)[],
  distinct: boolean,
  over = '',
): Expression {
  const [value = null] = values;
  if (values.length !== 1) throw argumentCount(name, '1');
  const prefix = distinct ? 'DISTINCT ' : '';
  if (name === 'COUNT' || name === 'COUNT_BIG') {
    const type: SqlType = { name: name === 'COUNT' ? 'int' : 'bigint' };
    const counted = value === null ? '*' : prefix + (distinct ? keyOf(value) : value.sql);
    return { sql: `count(${counted})${over}`, type, nullable: name === 'COUNT', collation: DEFAULT };
  }
  if (value === null) throw syntaxError('*');
  if (name === 'SUM' || name === 'AVG') return totalCall(name, value, prefix, over);
  if (['bit', 'text', 'ntext', 'image', 'xml'].includes(value.type.name))
    throw invalidOperand(value.type, name);
  const { constant: _constant, ...rest } = value;
  const call = needsSortKey(value.type)
    ? `ts_${name.toLowerCase()}(${value.sql},${keyOf(value)})`
    : `${name.toLowerCase()}(${value.sql})`;
  return { ...rest, sql: call + over, nullable: true };
}

function totalCall(name: 'SUM' | 'AVG', value: Expression, prefix: string, over: string): Expression {
  const sum = sumType(value.type);
  const type = name === 'SUM' ? sum : avgType(value.type);
  if (type === null || sum === null) throw invalidOperand(value.type, name);
  const total = `ts_sum_${sum.name}(${prefix}${value.sql})${over}`;
  if (name === 'SUM') return { sql: total, type, nullable: true, collation: DEFAULT };
  const site = siteNumber({ name, types: [sum], result: type, collation: null, style: null });
  const sql = `ts_mean(${total},count(${prefix}${value.sql})${over},${site})`;
  return { sql, type, nullable: true, collation: DEFAULT };
}

const invalidOperand = (type: SqlType, name: string): SqlServerError =>
  new SqlServerError({
    number: 8117,
    message: `Operand data type ${type.name} is invalid for ${name.toLowerCase()} operator.`,
  });

function stringAggregate(
  values: readonly (Expression | null)[],
  order: readonly unknown[],
  scope: Scope,
  translator: Translator,
): Expression {
  const [value = null, separator = null] = values;
  if (value === null || separator === null || values.length !== 2) throw argumentCount('STRING_AGG', '2');
  const unicode = isUnicode(value.type) || !isCharacter(value.type);
  const long = lengthOf(value.type) === Number.POSITIVE_INFINITY;
  const type: SqlType = {
    name: unicode ? 'nvarchar' : 'varchar',
    length: long ? 'max' : unicode ? 4000 : 8000,
  };
  const text = isCharacter(value.type) ? value : convertTo(value, type);
  const by = order.length === 0 ? '' : ` ORDER BY ${translateOrder(order, scope, translator).join(',')}`;
  return {
    sql: `group_concat(${text.sql},${separator.sql}${by})`,
    type,
    nullable: true,
    collation: text.collation,
  };
}
