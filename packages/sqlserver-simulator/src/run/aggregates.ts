import type { SqlType, SqlValue } from '../engine/engine.ts';
import { sqlError, syntaxError } from '../engine/errors.ts';
import type { Expression } from '../parse/ast.ts';
import { convert } from '../values/convert.ts';
import { type Key, keyMaker } from '../values/order.ts';
import { BIGINT, familyOf, INT, isMoney, scaleOf } from '../values/types.ts';
import { arithmetic } from './arithmetic.ts';
import type { Aggregate, Compiled, Env, Scope } from './scope.ts';

const NAMES: ReadonlySet<string> = new Set(['COUNT', 'COUNT_BIG', 'SUM']);

export const isAggregate = (name: string): boolean => NAMES.has(name);

/** The value of an aggregate: its query works it out for each group. Throws 147 where there are no groups. */
export function registerAggregate(
  { name, isDistinct, isStar }: Extract<Expression, { kind: 'call' }>,
  of: Compiled | null,
  grouping: Scope['grouping'],
): Compiled {
  if (grouping === null)
    throw sqlError(
      147,
      'An aggregate may not appear in the WHERE clause unless it is in a subquery contained in a HAVING clause or a select list, and the column being aggregated is an outer reference.',
      15,
    );
  if ((of === null) !== isStar || (isStar && !name.startsWith('COUNT'))) throw syntaxError(')');
  const type = typeOf(name, of);
  const at = grouping.aggregates.push({ name, of, isDistinct, type }) - 1;
  return {
    type,
    nullable: !name.startsWith('COUNT'),
    isConstant: false,
    get: (env) => env.aggregates[at] ?? null,
  };
}

function typeOf(name: string, of: Compiled | null): SqlType {
  if (name !== 'SUM' || of === null) return name === 'COUNT' ? INT : BIGINT;
  const family = familyOf(of.type);
  if (family === 'integer' && of.type.name !== 'bit') return of.type.name === 'bigint' ? BIGINT : INT;
  if (family === 'decimal' && !isMoney(of.type))
    return { name: 'decimal', precision: 38, scale: scaleOf(of.type) };
  throw sqlError(8117, `Operand data type ${of.type.name} is invalid for sum operator.`);
}

export type Accumulator = { add(env: Env): void; value(): SqlValue };

export function accumulator({ name, of, isDistinct, type }: Aggregate): Accumulator {
  let count = 0;
  let sum: SqlValue = null;
  const plus = arithmetic('+', type, type);
  const keyOf = of === null ? null : keyMaker(of.type);
  const seen = new Set<Key>();
  return {
    add(env) {
      const value = of === null ? 1 : of.get(env);
      if (value === null) return;
      if (isDistinct && keyOf !== null) {
        const key = keyOf(value);
        if (seen.has(key)) return;
        seen.add(key);
      }
      count += 1;
      if (name !== 'SUM' || of === null) return;
      const added = convert(value, of.type, type);
      sum = sum === null ? added : convert(plus.apply(sum, added), plus.type, type);
    },
    value: () => (name === 'SUM' ? sum : name === 'COUNT' ? count : BigInt(count)),
  };
}
