import { SqlServerError, type SqlType } from '../engine/engine.ts';
import type { StoredValue } from '../engine/storage.ts';
import type { ArithmeticOperator } from './arithmetic-type.ts';
import { arithmeticOverflow } from './conversion-errors.ts';
import { convertStored } from './convert.ts';
import { type ExactNumber, exactKey, exactOfKey, formatExact, powerOfTen, rescale } from './exact-number.ts';
import { addTicks, DAY_1900, type Moment, TICKS_PER_DAY } from './moment.ts';
import { momentOfStored, storeMoment } from './stored.ts';
import { fitsDecimal } from './to-number.ts';
import { familyOf, integerRanges, isCharacter, isInteger, scaleOf } from './type.ts';

export { type ArithmeticOperator, arithmeticType, avgType, sumType } from './arithmetic-type.ts';

const IMPLICIT = { explicit: false };

/**
 * `a op b` in the stored form of `result`, which is what `arithmeticType` said. NULL when either side is. Throws 8134 for
 * a division by zero, 8115 for a result out of range, and the errors of converting a text.
 */
export function arithmetic(
  op: ArithmeticOperator,
  a: StoredValue,
  aType: SqlType,
  b: StoredValue,
  bType: SqlType,
  result: SqlType,
): StoredValue {
  if (a === null || b === null) return null;
  if (isInteger(result))
    return integers(op, integerOf(a, aType, result), integerOf(b, bType, result), result);
  switch (familyOf(result)) {
    case 'exact':
      return decimals(op, exactOf(a, aType, bType), exactOf(b, bType, aType), result);
    case 'approximate':
      return floats(op, floatOf(a, aType), floatOf(b, bType), result);
    case 'moment':
      return moments(op, a, aType, b, bType, result);
    case 'binary':
      return concatenatedBytes(a, b, result);
    default:
      return concatenated(String(a), String(b), result);
  }
}

function integerOf(value: Exclude<StoredValue, null>, type: SqlType, result: SqlType): bigint {
  return isInteger(type)
    ? BigInt(String(value))
    : BigInt(String(convertStored(value, type, result, IMPLICIT)));
}

function integers(op: ArithmeticOperator, a: bigint, b: bigint, result: SqlType): bigint {
  const value = integerResult(op, a, b);
  const [least, greatest] = integerRanges[result.name] ?? [0n, 0n];
  if (value < least || value > greatest) throw arithmeticOverflow(null, result);
  return value;
}

function integerResult(op: ArithmeticOperator, a: bigint, b: bigint): bigint {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      if (b === 0n) throw divisionByZero();
      return a / b;
    case '%':
      if (b === 0n) throw divisionByZero();
      return a % b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
  }
}

function exactOf(value: Exclude<StoredValue, null>, type: SqlType, other: SqlType): ExactNumber {
  if (isInteger(type)) return { unscaled: BigInt(String(value)), scale: 0 };
  if (familyOf(type) === 'exact') return exactOfKey(String(value));
  const converted = convertStored(value, type, other, IMPLICIT);
  return isInteger(other) ? { unscaled: BigInt(String(converted)), scale: 0 } : exactOfKey(String(converted));
}

function decimals(op: ArithmeticOperator, a: ExactNumber, b: ExactNumber, result: SqlType): string {
  const value = rescale(exactResult(op, a, b, result), scaleOf(result));
  if (!fitsDecimal(value, result)) throw arithmeticOverflow(null, result);
  return exactKey(value);
}

function exactResult(op: ArithmeticOperator, a: ExactNumber, b: ExactNumber, result: SqlType): ExactNumber {
  const scale = Math.max(a.scale, b.scale);
  const [left, right] = [rescale(a, scale).unscaled, rescale(b, scale).unscaled];
  switch (op) {
    case '+':
      return { unscaled: left + right, scale };
    case '-':
      return { unscaled: left - right, scale };
    case '*':
      return { unscaled: a.unscaled * b.unscaled, scale: a.scale + b.scale };
    case '%':
      if (right === 0n) throw divisionByZero();
      return { unscaled: left % right, scale };
    default:
      // The quotient is cut off at the result's scale, not rounded.
      if (right === 0n) throw divisionByZero();
      return { unscaled: (left * powerOfTen(scaleOf(result))) / right, scale: scaleOf(result) };
  }
}

function floatOf(value: Exclude<StoredValue, null>, type: SqlType): number {
  return Number(convertStored(value, type, { name: 'float' }, IMPLICIT));
}

function floats(op: ArithmeticOperator, a: number, b: number, result: SqlType): number {
  if (op === '/' && b === 0) throw divisionByZero();
  const value = op === '+' ? a + b : op === '-' ? a - b : op === '*' ? a * b : a / b;
  const shown = result.name === 'real' ? Math.fround(value) : value;
  if (!Number.isFinite(shown)) throw arithmeticOverflow(null, result);
  return shown;
}

/** Both sides are days since 1900-01-01 with the time of day as their fraction. */
function moments(
  op: ArithmeticOperator,
  a: Exclude<StoredValue, null>,
  aType: SqlType,
  b: Exclude<StoredValue, null>,
  bType: SqlType,
  result: SqlType,
): StoredValue {
  const left = sinceStart(a, aType, result);
  const right = sinceStart(b, bType, result);
  const sign = op === '-' ? -1 : 1;
  const moment = addTicks(
    { day: DAY_1900 + left.day + sign * right.day, ticks: left.ticks, offset: null },
    sign * right.ticks,
  );
  const wide: SqlType = { name: 'datetime2', scale: 7 };
  try {
    return convertStored(storeMoment(moment, wide), wide, result, IMPLICIT);
  } catch (error) {
    if (error instanceof SqlServerError) throw arithmeticOverflow(null, result);
    throw error;
  }
}

function sinceStart(value: Exclude<StoredValue, null>, type: SqlType, result: SqlType): Moment {
  if (familyOf(type) === 'exact' || familyOf(type) === 'approximate') {
    const text =
      familyOf(type) === 'exact' && !isInteger(type) ? formatExact(exactOfKey(String(value))) : value;
    const days = Number(text);
    const whole = Math.floor(days);
    return { day: whole, ticks: Math.round((days - whole) * TICKS_PER_DAY), offset: null };
  }
  const stored = isCharacter(type) ? convertStored(value, type, result, IMPLICIT) : value;
  const moment = momentOfStored(String(stored), isCharacter(type) ? result : type);
  return { ...moment, day: moment.day - DAY_1900 };
}

/** Without `max` on either side a longer text is cut, silently. */
function concatenated(a: string, b: string, result: SqlType): string {
  const text = a + b;
  return typeof result.length === 'number' ? text.slice(0, result.length) : text;
}

function concatenatedBytes(a: StoredValue, b: StoredValue, result: SqlType): Uint8Array {
  const [left, right] = [a, b].map((bytes) => (bytes instanceof Uint8Array ? bytes : new Uint8Array()));
  const bytes = new Uint8Array((left?.length ?? 0) + (right?.length ?? 0));
  bytes.set(left ?? []);
  bytes.set(right ?? [], left?.length ?? 0);
  return typeof result.length === 'number' ? bytes.subarray(0, result.length) : bytes;
}

/** `-value`, of the same type. Throws 8115 for the least integer and 8117 for what has no sign. */
export function negate(value: StoredValue, type: SqlType): StoredValue {
  if (value === null) return null;
  if (isInteger(type)) return integers('-', 0n, BigInt(String(value)), type);
  if (familyOf(type) === 'approximate') return -Number(value);
  if (familyOf(type) !== 'exact')
    throw new SqlServerError({
      number: 8117,
      message: `Operand data type ${type.name} is invalid for minus operator.`,
    });
  const number = exactOfKey(String(value));
  return exactKey({ unscaled: -number.unscaled, scale: number.scale });
}

function divisionByZero(): SqlServerError {
  return new SqlServerError({ number: 8134, message: 'Divide by zero error encountered.' });
}
