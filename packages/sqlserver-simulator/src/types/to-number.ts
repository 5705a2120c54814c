import type { SqlType } from '../engine/engine.ts';
import type { StoredValue } from '../engine/storage.ts';
import {
  arithmeticOverflow,
  conversionFailed,
  errorConverting,
  floatOverflow,
  integerTextOverflow,
  notMoney,
  overflowOfValue,
} from './conversion-errors.ts';
import {
  type ExactNumber,
  exactKey,
  exactOfKey,
  exactOfNumber,
  formatExact,
  parseExact,
  powerOfTen,
  rescale,
  truncate,
} from './exact-number.ts';
import { DAY_1900, TICKS_PER_DAY } from './moment.ts';
import { momentOfStored } from './stored.ts';
import { familyOf, integerRanges, isInteger, isMoney, precisionOf, scaleOf } from './type.ts';

/** To bit and the integers, which cut off what stands behind the point; money alone is rounded. */
export function toInteger(value: Exclude<StoredValue, null>, from: SqlType, to: SqlType): bigint {
  const whole = integerOf(value, from, to);
  if (to.name === 'bit') return whole === 0n ? 0n : 1n;
  const [least, greatest] = integerRanges[to.name] ?? [0n, 0n];
  if (whole >= least && whole <= greatest) return whole;
  switch (familyOf(from)) {
    case 'character':
      throw integerTextOverflow(String(value), from, to);
    case 'approximate':
      throw floatOverflow(to, Number(value));
    default:
      if (!isInteger(from)) throw arithmeticOverflow(from, to);
      throw to.name === 'int' ? arithmeticOverflow(null, to) : overflowOfValue(to, String(whole));
  }
}

function integerOf(value: Exclude<StoredValue, null>, from: SqlType, to: SqlType): bigint {
  if (isInteger(from)) return BigInt(String(value));
  switch (familyOf(from)) {
    case 'exact': {
      const number = exactOfKey(String(value));
      if (to.name === 'bit') return number.unscaled;
      return (isMoney(from) ? rescale(number, 0) : truncate(number, 0)).unscaled;
    }
    case 'approximate': {
      const number = Number(value);
      if (to.name === 'bit') return number === 0 ? 0n : 1n;
      return BigInt(Math.trunc(number));
    }
    case 'moment':
      return BigInt(Math.round(daysSince1900(String(value), from)));
    case 'binary':
      return integerOfBytes(value, to);
    default:
      return integerOfText(String(value), from, to);
  }
}

function integerOfText(written: string, from: SqlType, to: SqlType): bigint {
  const text = written.trim();
  if (to.name === 'bit') {
    const word = text.toLowerCase();
    if (word === 'true') return 1n;
    if (word === 'false') return 0n;
  }
  if (text === '') return 0n;
  if (!/^[+-]?\s*\d+$/.test(text))
    throw to.name === 'bigint' ? errorConverting(from, to) : conversionFailed(written, from, to);
  return BigInt(text.replace(/^\+?\s*/, '').replace(/^-\s+/, '-'));
}

/** The last bytes, as a signed number of the integer's size. */
function integerOfBytes(value: Exclude<StoredValue, null>, to: SqlType): bigint {
  const bytes = value instanceof Uint8Array ? value : new Uint8Array();
  const sizes: Record<string, number> = { bit: 1, tinyint: 1, smallint: 2, int: 4 };
  const size = sizes[to.name] ?? 8;
  let number = 0n;
  for (const byte of bytes.slice(-size)) number = number * 256n + BigInt(byte);
  return to.name === 'tinyint' || to.name === 'bit' ? number : BigInt.asIntN(size * 8, number);
}

/** To decimal, numeric and the moneys, rounded half away from zero; as a key. */
export function toDecimal(value: Exclude<StoredValue, null>, from: SqlType, to: SqlType): string {
  const number = rescale(exactOf(value, from, to), scaleOf(to));
  if (!fitsDecimal(number, to)) throw arithmeticOverflow(from, to);
  return exactKey(number);
}

/** Whether a number at the type's own scale is within its range. */
export function fitsDecimal(number: ExactNumber, type: SqlType): boolean {
  const { unscaled } = number;
  if (type.name === 'smallmoney') return unscaled >= -2_147_483_648n && unscaled <= 2_147_483_647n;
  if (type.name === 'money')
    return unscaled >= -9_223_372_036_854_775_808n && unscaled <= 9_223_372_036_854_775_807n;
  const limit = powerOfTen(precisionOf(type));
  return unscaled < limit && unscaled > -limit;
}

function exactOf(value: Exclude<StoredValue, null>, from: SqlType, to: SqlType): ExactNumber {
  if (isInteger(from)) return { unscaled: BigInt(String(value)), scale: 0 };
  switch (familyOf(from)) {
    case 'exact':
      return exactOfKey(String(value));
    case 'approximate': {
      const number = exactOfNumber(Number(value));
      if (number === null) throw arithmeticOverflow(from, to);
      return number;
    }
    case 'moment':
      return exactOfNumber(daysSince1900(String(value), from)) ?? { unscaled: 0n, scale: 0 };
    case 'binary':
      return { unscaled: integerOfBytes(value, { name: 'bigint' }), scale: 0 };
    default:
      return isMoney(to) ? moneyOfText(String(value), to) : decimalOfText(String(value), from, to);
  }
}

function decimalOfText(written: string, from: SqlType, to: SqlType): ExactNumber {
  const number = parseExact(written.trim());
  if (number === null) throw errorConverting(from, to);
  return number;
}

/** With a currency's sign and separators of thousands; nothing at all is 0. */
function moneyOfText(written: string, to: SqlType): ExactNumber {
  const text = written.trim();
  if (text === '') return { unscaled: 0n, scale: 0 };
  const match = /^([+-]?)\s*\p{Sc}?\s*([+-]?)([\d,]*\.?\d*)$/u.exec(text);
  const sign = match?.[1] || match?.[2] || '';
  const digits = match?.[3]?.replaceAll(',', '') ?? '';
  const number = match === null || (match[1] && match[2]) ? null : parseExact(sign + digits);
  if (number === null) throw notMoney(to);
  return number;
}

/** To float and real. */
export function toFloat(value: Exclude<StoredValue, null>, from: SqlType, to: SqlType): number {
  const number = floatOf(value, from, to);
  if (to.name !== 'real') return number;
  const single = Math.fround(number);
  if (!Number.isFinite(single)) throw floatOverflow(to, number);
  return single;
}

function floatOf(value: Exclude<StoredValue, null>, from: SqlType, to: SqlType): number {
  if (isInteger(from)) return Number(value);
  switch (familyOf(from)) {
    case 'exact':
      return Number(formatExact(exactOfKey(String(value))));
    case 'approximate':
      return Number(value);
    case 'moment':
      return daysSince1900(String(value), from);
    default: {
      const text = String(value).trim();
      if (text === '') return 0;
      if (!/^[+-]?(\d+\.?\d*|\.\d+)([eEdD][+-]?\d+)?$/.test(text)) throw errorConverting(from, to);
      const number = Number(text.replace(/[dD]/, 'e'));
      if (!Number.isFinite(number)) throw arithmeticOverflow(null, to);
      return number;
    }
  }
}

function daysSince1900(stored: string, from: SqlType): number {
  const moment = momentOfStored(stored, from);
  return moment.day - DAY_1900 + moment.ticks / TICKS_PER_DAY;
}
