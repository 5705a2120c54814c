import type { SqlType } from '../engine/engine.ts';
import { comparePrecedence } from './precedence.ts';
import {
  familyOf,
  isCharacter,
  isDecimal,
  isInteger,
  isMoney,
  isNumber,
  isUnicode,
  lengthOf,
  precisionOf,
  scaleOf,
} from './type.ts';

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^';

const isOldMoment = (type: SqlType): boolean => type.name === 'datetime' || type.name === 'smalldatetime';

/** The type of `a op b`; null where SQL Server has no such operator. */
export function arithmeticType(op: ArithmeticOperator, a: SqlType, b: SqlType): SqlType | null {
  if (isCharacter(a) && isCharacter(b)) return op === '+' ? concatenationType(a, b) : null;
  if (familyOf(a) === 'binary' && familyOf(b) === 'binary') {
    if (op !== '+') return null;
    return { name: 'varbinary', length: sumOfLengths(a, b, 8000) };
  }
  if (isOldMoment(a) || isOldMoment(b)) return momentType(op, a, b);
  const left = operandType(a, b);
  const right = operandType(b, a);
  if (!isNumber(left) || !isNumber(right)) return null;
  if (left.name === 'bit' && right.name === 'bit')
    return op === '&' || op === '|' || op === '^' ? left : null;
  const high = comparePrecedence(left, right) <= 0 ? left : right;
  const integers = isInteger(left) && isInteger(right);
  if (op === '&' || op === '|' || op === '^') return integers ? high : null;
  if (op === '%' && familyOf(high) === 'approximate') return null;
  if (high.name === 'decimal' || high.name === 'numeric') return decimalType(op, left, right);
  return high.name === 'smallmoney' ? { name: 'money' } : high;
}

/** A text or binary beside a number is taken for a number of the same type. */
function operandType(type: SqlType, other: SqlType): SqlType {
  return (isCharacter(type) || familyOf(type) === 'binary') && isNumber(other) ? other : type;
}

function sumOfLengths(a: SqlType, b: SqlType, limit: number): number | 'max' {
  const length = lengthOf(a) + lengthOf(b);
  return length === Number.POSITIVE_INFINITY ? 'max' : Math.min(length, limit);
}

function concatenationType(a: SqlType, b: SqlType): SqlType {
  const unicode = isUnicode(a) || isUnicode(b);
  return { name: unicode ? 'nvarchar' : 'varchar', length: sumOfLengths(a, b, unicode ? 4000 : 8000) };
}

/** Only the two old types can be added to and taken from, by days. */
function momentType(op: ArithmeticOperator, a: SqlType, b: SqlType): SqlType | null {
  if (op !== '+' && op !== '-') return null;
  const adds = (type: SqlType): boolean => isOldMoment(type) || isNumber(type) || isCharacter(type);
  if (!adds(a) || !adds(b)) return null;
  return a.name === 'smalldatetime' && b.name !== 'datetime' ? a : { name: 'datetime' };
}

/** "Precision, scale, and length" of the reference. */
function decimalType(op: ArithmeticOperator, a: SqlType, b: SqlType): SqlType {
  const [p1, s1, p2, s2] = [precisionOf(a), scaleOf(a), precisionOf(b), scaleOf(b)];
  const name = 'decimal';
  const whole = Math.max(p1 - s1, p2 - s2);
  switch (op) {
    case '*':
      return shrunk(p1 + p2 + 1, s1 + s2);
    case '/': {
      const scale = Math.max(6, s1 + p2 + 1);
      return shrunk(p1 - s1 + s2 + scale, scale);
    }
    case '%': {
      const scale = Math.max(s1, s2);
      return { name, precision: Math.min(38, Math.min(p1 - s1, p2 - s2) + scale), scale };
    }
    default: {
      const scale = Math.max(s1, s2);
      const precision = scale + whole + 1;
      if (precision <= 38) return { name, precision, scale };
      return { name, precision: 38, scale: Math.max(0, Math.min(scale, 38 - whole)) };
    }
  }
}

/** Beyond 38 digits those behind the point give way, down to six of them. */
function shrunk(precision: number, scale: number): SqlType {
  if (precision <= 38) return { name: 'decimal', precision, scale };
  const whole = precision - scale;
  return {
    name: 'decimal',
    precision: 38,
    scale: whole < 32 ? Math.min(scale, 38 - whole) : Math.min(scale, 6),
  };
}

/** Of SUM; null for what cannot be added up. */
export function sumType(type: SqlType): SqlType | null {
  if (type.name === 'bit') return null;
  if (isInteger(type)) return type.name === 'bigint' ? type : { name: 'int' };
  if (isMoney(type)) return { name: 'money' };
  if (isDecimal(type)) return { name: 'decimal', precision: 38, scale: scaleOf(type) };
  return familyOf(type) === 'approximate' ? { name: 'float' } : null;
}

/** Of AVG, which cuts the mean of integers to an integer. */
export function avgType(type: SqlType): SqlType | null {
  const sum = sumType(type);
  return sum?.name === 'decimal' ? { ...sum, scale: Math.max(6, scaleOf(sum)) } : sum;
}
