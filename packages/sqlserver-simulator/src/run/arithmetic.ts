import { convert, overflow } from '../values/convert.ts';
import { decimalText, type Exact, exactOf, rescaled } from '../values/decimals.ts';
import { sqlError } from '../values/errors.ts';
import type { SqlValue } from '../values/sql-value.ts';
import {
  commonType,
  decimalType,
  familyOf,
  INT,
  INTEGER_RANGES,
  isMoney,
  lengthOf,
  precisionOf,
  type SqlType,
  scaleOf,
} from '../values/types.ts';

type Operation = { readonly type: SqlType; readonly apply: (left: SqlValue, right: SqlValue) => SqlValue };

const VERBS: Record<string, string> = { '+': 'add', '-': 'subtract', '*': 'multiply', '/': 'divide' };

/**
 * Exact numbers, of which only integers can be divided, and + of texts. Throws 8117 for other types, 8134,
 * 8115.
 */
export function arithmetic(operator: string, left: SqlType, right: SqlType): Operation {
  const common = commonType(left, right);
  const family = familyOf(common);
  if (operator === '+' && family === 'text') {
    const length = lengthOf(left) + lengthOf(right);
    return {
      type: { ...common, length: Number.isFinite(length) ? Math.min(length, 8000) : 'max' },
      apply: (a, b) => (a === null || b === null ? null : `${String(a)}${String(b)}`),
    };
  }
  if (family !== 'integer' && (family !== 'decimal' || operator === '/'))
    throw sqlError(8117, `Operand data type ${common.name} is invalid for ${VERBS[operator]} operator.`);
  const kept = common.name === 'bit' ? INT : common;
  const type = family === 'integer' || isMoney(common) ? kept : decimalResult(operator, left, right);
  // A text takes the type of the number next to it.
  const exactIn = (value: SqlValue, of: SqlType): Exact =>
    exactOf(
      String(
        Number.isInteger(value) || typeof value === 'bigint' || familyOf(of) === 'decimal'
          ? value
          : convert(value, of, kept),
      ),
    );
  return {
    type,
    apply(a, b) {
      if (a === null || b === null) return null;
      const result = resultOf(operator, exactIn(a, left), exactIn(b, right), scaleOf(type));
      const [least, greatest] = INTEGER_RANGES[type.name] ?? [];
      const isWithin =
        least === undefined || greatest === undefined
          ? result.toString().replace('-', '').length <= precisionOf(type)
          : result >= least && result <= greatest;
      if (!isWithin) throw overflow(null, type);
      if (family === 'decimal') return decimalText(result, scaleOf(type));
      return type.name === 'bigint' ? result : Number(result);
    },
  };
}

/** Precision and scale by the rules of the Transact-SQL reference. */
function decimalResult(operator: string, left: SqlType, right: SqlType): SqlType {
  const [p1, s1, p2, s2] = [precisionOf(left), scaleOf(left), precisionOf(right), scaleOf(right)];
  if (operator === '*') return decimalType(p1 + p2 + 1, s1 + s2);
  const scale = Math.max(s1, s2);
  return decimalType(Math.max(p1 - s1, p2 - s2) + scale + 1, scale);
}

/** Rounded to the type's fractional digits; integer division truncates. */
function resultOf(operator: string, left: Exact, right: Exact, to: number): bigint {
  if (operator === '*')
    return rescaled({ unscaled: left.unscaled * right.unscaled, scale: left.scale + right.scale }, to);
  const scale = Math.max(left.scale, right.scale);
  const [x, y] = [rescaled(left, scale), rescaled(right, scale)];
  if (operator !== '/') return rescaled({ unscaled: operator === '+' ? x + y : x - y, scale }, to);
  if (y === 0n) throw sqlError(8134, 'Divide by zero error encountered.');
  return x / y;
}
