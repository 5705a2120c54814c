import type { SqlType, SqlValue } from '../engine/engine.ts';
import { sqlError } from '../engine/errors.ts';
import { convert, messageName, overflow } from '../values/convert.ts';
import { decimalText, exactOf, rescaled } from '../values/decimals.ts';
import {
  commonType,
  decimalType,
  familyOf,
  INTEGER_RANGES,
  isMoney,
  isText,
  lengthOf,
  precisionOf,
  scaleOf,
} from '../values/types.ts';

type Operation = { readonly type: SqlType; readonly apply: (left: SqlValue, right: SqlValue) => SqlValue };

const WORDS: Readonly<Record<string, string>> = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
};

const divideByZero = () => sqlError(8134, 'Divide by zero error encountered.');

/** What an operator makes of two types, and of two values. Throws 402 where it does not take them. */
export function arithmetic(operator: string, left: SqlType, right: SqlType): Operation {
  const type = commonType(left, right);
  if (operator === '+' && isText(type)) {
    const length = lengthOf(left) + lengthOf(right);
    const joined: SqlType = {
      ...type,
      name: type.name === 'nchar' || type.name === 'nvarchar' ? 'nvarchar' : 'varchar',
      length: Number.isFinite(length) ? Math.min(length, 8000) : 'max',
    };
    return { type: joined, apply: strict((a, b) => `${String(a)}${String(b)}`) };
  }
  const family = familyOf(type);
  if (family !== 'integer' && family !== 'decimal' && family !== 'float')
    throw sqlError(
      402,
      `The data types ${messageName(left)} and ${messageName(right)} are incompatible in the ${WORDS[operator]} operator.`,
    );
  const inputs = (work: (a: SqlValue, b: SqlValue) => SqlValue, as: (of: SqlType) => SqlType) =>
    strict((a, b) => work(convert(a, left, as(left)), convert(b, right, as(right))));
  if (family === 'float') {
    return {
      type,
      apply: inputs(
        (a, b) => floatResult(operator, Number(a), Number(b)),
        () => type,
      ),
    };
  }
  if (family === 'integer') {
    const kept: SqlType = type.name === 'bit' ? { name: 'int' } : type;
    return {
      type: kept,
      apply: inputs(
        (a, b) => integerResult(operator, BigInt(String(a)), BigInt(String(b)), kept),
        () => kept,
      ),
    };
  }
  const result = isMoney(type) ? type : decimalResult(operator, left, right);
  // Text takes the type of the number beside it.
  const as = (of: SqlType): SqlType => (familyOf(of) === 'text' ? type : of);
  return { type: result, apply: inputs((a, b) => exactResult(operator, String(a), String(b), result), as) };
}

const strict =
  (work: (left: SqlValue, right: SqlValue) => SqlValue) =>
  (left: SqlValue, right: SqlValue): SqlValue =>
    left === null || right === null ? null : work(left, right);

function floatResult(operator: string, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    default:
      if (right === 0) throw divideByZero();
      return left / right;
  }
}

function integerResult(operator: string, left: bigint, right: bigint, type: SqlType): SqlValue {
  if (operator === '/' && right === 0n) throw divideByZero();
  const results: Readonly<Record<string, () => bigint>> = {
    '+': () => left + right,
    '-': () => left - right,
    '*': () => left * right,
    '/': () => left / right,
  };
  const result = results[operator]?.() ?? 0n;
  const [least, greatest] = INTEGER_RANGES[type.name] ?? [0n, 0n];
  if (result < least || result > greatest) throw overflow(null, type);
  return type.name === 'bigint' ? result : Number(result);
}

/** The rules of precision and scale of the Transact-SQL reference. */
function decimalResult(operator: string, left: SqlType, right: SqlType): SqlType {
  const [p1, s1, p2, s2] = [precisionOf(left), scaleOf(left), precisionOf(right), scaleOf(right)];
  const scale = Math.max(s1, s2);
  if (operator === '*') return decimalType(p1 + p2 + 1, s1 + s2);
  if (operator === '/') {
    const digits = Math.max(6, s1 + p2 + 1);
    return decimalType(p1 - s1 + s2 + digits, digits);
  }
  return decimalType(Math.max(p1 - s1, p2 - s2) + scale + 1, scale);
}

function exactResult(operator: string, left: string, right: string, type: SqlType): string {
  const [a, b] = [exactOf(left), exactOf(right)];
  const scale = Math.max(a.scale, b.scale);
  const [x, y] = [rescaled(a, scale), rescaled(b, scale)];
  const wanted = scaleOf(type);
  if (operator === '/' && y === 0n) throw divideByZero();
  const results: Readonly<Record<string, () => bigint>> = {
    '+': () => rescaled({ unscaled: x + y, scale }, wanted),
    '-': () => rescaled({ unscaled: x - y, scale }, wanted),
    '*': () => rescaled({ unscaled: a.unscaled * b.unscaled, scale: a.scale + b.scale }, wanted),
    '/': () => (x * 10n ** BigInt(wanted)) / y,
  };
  const result = results[operator]?.() ?? 0n;
  const digits = (result < 0n ? -result : result).toString().length;
  if (digits > precisionOf(type)) throw overflow(null, type);
  return decimalText(result, wanted);
}
