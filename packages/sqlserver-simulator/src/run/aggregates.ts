import type { SqlType, SqlValue } from '../engine/engine.ts';
import { sqlError } from '../engine/errors.ts';
import { convert } from '../values/convert.ts';
import { type Key, keyMaker } from '../values/order.ts';
import { BIGINT, familyOf, INT, isMoney, scaleOf } from '../values/types.ts';
import { arithmetic } from './arithmetic.ts';
import type { Aggregate, Compiled, Env, Scope } from './scope.ts';

/** The value of an aggregate: its query works it out for each group. Throws 147 where there are no groups. */
export function registerAggregate(
  { name, isDistinct }: { readonly name: string; readonly isDistinct: boolean },
  of: Compiled | null,
  grouping: Scope['grouping'],
): Compiled {
  if (grouping === null)
    throw sqlError(
      147,
      'An aggregate may not appear in the WHERE clause unless it is in a subquery contained in a HAVING clause or a select list, and the column being aggregated is an outer reference.',
      15,
    );
  const type = of === null || name !== 'SUM' ? (name === 'COUNT' ? INT : BIGINT) : sumType(of.type);
  const at = grouping.aggregates.push({ name, of, isDistinct, type }) - 1;
  return { type, nullable: name === 'SUM', isConstant: false, get: (env) => env.aggregates?.[at] ?? null };
}

function sumType(type: SqlType): SqlType {
  if (familyOf(type) === 'integer' && type.name !== 'bit') return type.name === 'bigint' ? BIGINT : INT;
  if (familyOf(type) === 'decimal' && !isMoney(type))
    return { name: 'decimal', precision: 38, scale: scaleOf(type) };
  throw sqlError(8117, `Operand data type ${type.name} is invalid for sum operator.`);
}

export type Accumulator = { add(env: Env): void; value(): SqlValue };

export function accumulator({ name, of, isDistinct, type }: Aggregate): Accumulator {
  let count = 0;
  let sum: SqlValue = null;
  const plus = name === 'SUM' ? arithmetic('+', type, type) : null;
  const keyOf = of === null || !isDistinct ? null : keyMaker(of.type);
  const seen = new Set<Key>();
  return {
    add(env) {
      const value = of === null ? 1 : of.get(env);
      if (value === null) return;
      if (keyOf !== null) {
        const key = keyOf(value);
        if (seen.has(key)) return;
        seen.add(key);
      }
      count += 1;
      if (plus === null || of === null) return;
      const added = convert(value, of.type, type);
      sum = sum === null ? added : convert(plus.apply(sum, added), plus.type, type);
    },
    value: () => (name === 'SUM' ? sum : name === 'COUNT' ? count : BigInt(count)),
  };
}
