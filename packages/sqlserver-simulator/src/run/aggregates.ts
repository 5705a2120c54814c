import type { SqlType, SqlValue } from '../engine/engine.ts';
import { sqlError, syntaxError } from '../engine/errors.ts';
import type { Expression } from '../parse/ast.ts';
import { convert } from '../values/convert.ts';
import { compareKeys, type Key, keyMaker } from '../values/order.ts';
import { BIGINT, familyOf, INT, isMoney, scaleOf } from '../values/types.ts';
import { arithmetic } from './arithmetic.ts';
import type { Aggregate, Compiled, Env, Scope } from './scope.ts';

const NAMES: ReadonlySet<string> = new Set(['COUNT', 'COUNT_BIG', 'SUM', 'AVG', 'MIN', 'MAX']);

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
  if (name === 'COUNT' || of === null) return name === 'COUNT' ? INT : BIGINT;
  if (name === 'COUNT_BIG') return BIGINT;
  if (name === 'MIN' || name === 'MAX') return of.type;
  switch (familyOf(of.type)) {
    case 'integer':
      if (of.type.name !== 'bit') return of.type.name === 'bigint' ? BIGINT : INT;
      break;
    case 'decimal':
      if (isMoney(of.type)) return { name: 'money' };
      return {
        name: 'decimal',
        precision: 38,
        scale: name === 'AVG' ? Math.max(6, scaleOf(of.type)) : scaleOf(of.type),
      };
    case 'float':
      return { name: 'float' };
  }
  throw sqlError(8117, `Operand data type ${of.type.name} is invalid for ${name.toLowerCase()} operator.`);
}

export type Accumulator = { add(env: Env): void; value(): SqlValue };

export function accumulator({ name, of, isDistinct, type }: Aggregate): Accumulator {
  if (of === null) {
    let count = 0;
    return {
      add: () => {
        count += 1;
      },
      value: () => (name === 'COUNT' ? count : BigInt(count)),
    };
  }
  const keyOf = keyMaker(of.type);
  const seen = new Set<Key>();
  const step = stepOf(name, of.type, type, keyOf);
  return {
    add(env) {
      const value = of.get(env);
      if (value === null) return;
      if (isDistinct) {
        const key = keyOf(value);
        if (seen.has(key)) return;
        seen.add(key);
      }
      step.add(value);
    },
    value: step.value,
  };
}

function stepOf(name: string, from: SqlType, type: SqlType, keyOf: (value: NonNullable<SqlValue>) => Key) {
  let count = 0;
  let result: SqlValue = null;
  let key: Key | null = null;
  const plus = name === 'SUM' || name === 'AVG' ? arithmetic('+', type, type) : null;
  return {
    add(value: NonNullable<SqlValue>): void {
      count += 1;
      if (plus !== null) {
        const added = convert(value, from, type);
        result = result === null ? added : convert(plus.apply(result, added), plus.type, type);
      } else if (name === 'MIN' || name === 'MAX') {
        const next = keyOf(value);
        const compared = key === null ? -1 : compareKeys(next, key) * (name === 'MIN' ? 1 : -1);
        if (compared < 0) [result, key] = [value, next];
      }
    },
    value(): SqlValue {
      if (name.startsWith('COUNT')) return name === 'COUNT' ? count : BigInt(count);
      if (name !== 'AVG' || result === null) return result;
      const divided = arithmetic('/', type, BIGINT);
      return convert(divided.apply(result, BigInt(count)), divided.type, type);
    },
  };
}
