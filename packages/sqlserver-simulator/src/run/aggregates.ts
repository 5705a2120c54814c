import { decimalText, scaledInteger } from '../values/decimals.ts';
import { sqlError } from '../values/errors.ts';
import { type Key, keyMaker } from '../values/order.ts';
import type { SqlValue } from '../values/sql-value.ts';
import { BIGINT, familyOf, INT, type SqlType, scaleOf } from '../values/types.ts';
import type { Aggregate, Compiled, Env, Scope } from './scope.ts';

/** The value of an aggregate, which its query computes per group. Throws 147 outside of a group. */
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
  if (familyOf(type) === 'integer') return type.name === 'bigint' ? BIGINT : INT;
  if (familyOf(type) === 'decimal') return { name: 'decimal', precision: 38, scale: scaleOf(type) };
  throw sqlError(8117, `Operand data type ${type.name} is invalid for sum operator.`);
}

export function accumulator({ name, of, isDistinct, type }: Aggregate) {
  let count = 0;
  let sum = 0n;
  const scale = scaleOf(type);
  const keyOf = of === null || !isDistinct ? null : keyMaker(of.type);
  const seen = new Set<Key>();
  return {
    add(env: Env): void {
      const value = of === null ? 1 : of.get(env);
      const key = value === null ? null : (keyOf?.(value) ?? null);
      if (value === null || (key !== null && seen.has(key))) return;
      if (key !== null) seen.add(key);
      count += 1;
      if (name === 'SUM') sum += scaledInteger(String(value), scale);
    },
    value(): SqlValue {
      if (name === 'SUM' && count === 0) return null;
      if (type.name === 'decimal') return decimalText(sum, scale);
      const total = name === 'SUM' ? sum : BigInt(count);
      return type === BIGINT ? total : Number(total);
    },
  };
}
