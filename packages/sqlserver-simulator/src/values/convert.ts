import type { SqlType, SqlValue } from '../engine/engine.ts';
import { sqlError, typeClash } from '../engine/errors.ts';
import { needCollation } from './collation.ts';
import { decimalText, type Exact, exactOf, rescaled } from './decimals.ts';
import { momentFrom, momentIn, momentStyle } from './moment-texts.ts';
import {
  familyOf,
  INTEGER_RANGES,
  isMoney,
  isUnicode,
  lengthOf,
  NULL_TYPE,
  precisionOf,
  sameType,
  scaleOf,
} from './types.ts';

/** A value that is not NULL, in another type. Throws SQL Server's errors for one that does not fit. */
export type Converter = (value: NonNullable<SqlValue>) => NonNullable<SqlValue>;
type Value = NonNullable<SqlValue>;

const same: Converter = (value) => value;

/**
 * From one type to another, with a style of CONVERT. Text that is too long is cut where it was asked for.
 * Throws 257, 206 or 529 for types between which there is no way.
 */
export function converter(
  from: SqlType,
  to: SqlType,
  { style = 0, explicit = false }: { style?: number; explicit?: boolean } = {},
): Converter {
  if (from === NULL_TYPE || (sameType(from, to) && style === 0)) return same;
  const [source, target] = [familyOf(from), familyOf(to)];
  if (!isAllowed(source, target)) {
    if (!explicit) throw typeClash(messageName(from), messageName(to));
    throw sqlError(
      529,
      `Explicit conversion from data type ${messageName(from)} to ${messageName(to)} is not allowed.`,
      16,
      2,
    );
  }
  switch (target) {
    case 'integer':
      if (source === 'integer' && from.name !== 'bit' && to.name !== 'bit') return integerConverter(from, to);
      return (value) => integerIn(exactIn(value, from, to), from, to, value);
    case 'decimal':
      return (value) => decimalIn(exactIn(value, from, to), from, to);
    case 'float':
      return (value) => floatIn(value, from, to);
    case 'text':
      return textConverter(from, to, style);
    case 'moment':
      return (value) => momentIn(momentFrom(String(value), from, to), from, to);
    case 'guid':
      return (value) => guidIn(String(value));
    case 'binary':
      return (value) => {
        const bytes = Buffer.isBuffer(value)
          ? value
          : Buffer.from(String(value), isUnicode(from) ? 'utf16le' : 'latin1');
        return bytes.subarray(0, lengthOf(to));
      };
  }
}

export function convert(value: SqlValue, from: SqlType, to: SqlType): SqlValue {
  return value === null ? null : converter(from, to)(value);
}

function isAllowed(source: string, target: string): boolean {
  if (source === target || target === 'text') return true;
  if (source === 'text') return true;
  const numbers = ['integer', 'decimal', 'float'];
  return numbers.includes(source) && numbers.includes(target);
}

/** How messages name a type: `decimal` is `numeric` in most of them. */
export function messageName({ name }: SqlType): string {
  if (name === 'decimal') return 'numeric';
  return name === 'rowversion' ? 'timestamp' : name;
}

const errorConverting = (from: SqlType, to: SqlType) =>
  sqlError(8114, `Error converting data type ${messageName(from)} to ${messageName(to)}.`, 16, 5);

export const overflow = (from: SqlType | null, to: SqlType) =>
  sqlError(
    8115,
    `Arithmetic overflow error converting ${from === null ? 'expression' : messageName(from)} to data type ${messageName(to)}.`,
    16,
    from === null ? 2 : 8,
  );

function integerConverter(from: SqlType, to: SqlType): Converter {
  const [least, greatest] = INTEGER_RANGES[to.name] ?? [0n, 0n];
  return (value) => {
    const number = value as number | bigint;
    if (number < least || number > greatest) throw integerOverflow(from, to, String(value));
    return to.name === 'bigint' ? BigInt(number) : Number(number);
  };
}

function integerIn({ unscaled, scale }: Exact, from: SqlType, to: SqlType, given: Value): Value {
  const whole = rescaled({ unscaled, scale }, 0, isMoney(from) ? 'round' : 'cut');
  if (to.name === 'bit') return unscaled !== 0n;
  const [least, greatest] = INTEGER_RANGES[to.name] ?? [0n, 0n];
  if (whole < least || whole > greatest) throw integerOverflow(from, to, String(given));
  return to.name === 'bigint' ? whole : Number(whole);
}

function integerOverflow(from: SqlType, to: SqlType, value: string) {
  const isSmall = to.name === 'tinyint' || to.name === 'smallint';
  if (familyOf(from) !== 'text') {
    return isSmall
      ? sqlError(220, `Arithmetic overflow error for data type ${to.name}, value = ${value}.`)
      : overflow(familyOf(from) === 'decimal' ? from : null, to);
  }
  if (to.name === 'bigint') return errorConverting(from, to);
  const column = to.name === 'tinyint' ? 'an INT1' : to.name === 'smallint' ? 'an INT2' : 'an int';
  return sqlError(
    isSmall ? 244 : 248,
    `The conversion of the ${from.name} value '${value}' overflowed ${column} column.${isSmall ? ' Use a larger integer column.' : ''}`,
  );
}

/** Text becomes a number by the rules of the type that it is to be. */
function exactIn(value: Value, from: SqlType, to: SqlType): Exact {
  switch (familyOf(from)) {
    case 'integer':
      return {
        unscaled: typeof value === 'boolean' ? (value ? 1n : 0n) : BigInt(value as number | bigint),
        scale: 0,
      };
    case 'decimal':
      return exactOf(String(value));
    case 'float':
      return exactOf(String(value));
    default:
      return exactOfText(String(value), from, to);
  }
}

function exactOfText(text: string, from: SqlType, to: SqlType): Exact {
  const trimmed = text.trim();
  if (isMoney(to)) {
    const digits = trimmed.replace(/^([+-]?)\s*[$€£¥]/, '$1').replaceAll(',', '');
    if (/^[+-]?(\d+\.?\d*|\.\d+)?$/.test(digits)) return exactOf(/\d/.test(digits) ? digits : '0');
    throw to.name === 'money'
      ? sqlError(235, 'Cannot convert a char value to money. The char value has incorrect syntax.')
      : sqlError(293, 'Cannot convert char value to smallmoney. The char value has incorrect syntax.');
  }
  if (familyOf(to) === 'integer') {
    if (to.name === 'bit' && /^(true|false)$/i.test(trimmed))
      return { unscaled: /^true$/i.test(trimmed) ? 1n : 0n, scale: 0 };
    if (/^[+-]?\d*$/.test(trimmed) && !/^[+-]$/.test(trimmed)) return exactOf(trimmed || '0');
    if (to.name === 'bigint') throw errorConverting(from, to);
    throw sqlError(
      245,
      `Conversion failed when converting the ${from.name} value '${text}' to data type ${to.name}.`,
    );
  }
  if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(trimmed)) return exactOf(trimmed);
  throw errorConverting(from, to);
}

function decimalIn(exact: Exact, from: SqlType, to: SqlType): string {
  const scale = scaleOf(to);
  const unscaled = rescaled(exact, scale);
  // Money is an integer of 64 bits, or 32, in ten-thousandths.
  const bits = to.name === 'money' ? 63n : 31n;
  const most = isMoney(to) ? 2n ** bits : 10n ** BigInt(precisionOf(to));
  if (unscaled >= most || unscaled < -most || (unscaled === -most && !isMoney(to)))
    throw overflow(isMoney(to) && familyOf(from) !== 'text' ? null : from, to);
  return decimalText(unscaled, scale);
}

function floatIn(value: Value, from: SqlType, to: SqlType): number {
  const text = String(value).trim();
  const isNumber = familyOf(from) !== 'text' || /^[+-]?(\d+\.?\d*|\.\d+)?(e[+-]?\d+)?$/i.test(text);
  if (!isNumber) throw errorConverting(from, to);
  const number = typeof value === 'boolean' ? Number(value) : Number(text);
  const kept = to.name === 'real' ? Math.fround(number) : number;
  if (Number.isFinite(kept)) return kept;
  throw sqlError(232, `Arithmetic overflow error for type ${to.name}, value = ${number.toFixed(6)}.`, 16, 3);
}

function textConverter(from: SqlType, to: SqlType, style: number): Converter {
  const length = lengthOf(to);
  const isFixed = to.name === 'char' || to.name === 'nchar';
  const collation = isUnicode(to) ? null : needCollation(to.collation);
  const isText = familyOf(from) === 'text';
  return (value) => {
    const written = isText ? String(value) : textOf(value, from, style);
    if (written.length > length && !isText && familyOf(from) !== 'moment' && familyOf(from) !== 'binary')
      throw familyOf(from) === 'guid'
        ? sqlError(8170, 'Insufficient result space to convert uniqueidentifier value to char.', 16, 2)
        : overflow(from, to);
    const cut = written.length > length ? written.slice(0, length) : written;
    const kept = collation === null || isAscii(cut) ? cut : collation.decode(collation.encode(cut));
    return isFixed ? kept.padEnd(length) : kept;
  };
}

/** What is below 0x80 is the same in all code pages. */
function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) >= 0x80) return false;
  return true;
}

function textOf(value: Value, from: SqlType, style: number): string {
  switch (familyOf(from)) {
    case 'moment':
      return momentStyle(String(value), from, style);
    case 'float':
      return floatText(Number(value), from.name === 'real', style);
    case 'decimal':
      if (!isMoney(from) || style === 2) return String(value);
      return decimalText(rescaled(exactOf(String(value)), 2), 2);
    case 'binary': {
      const bytes = value as Buffer;
      return style === 0
        ? bytes.toString('latin1')
        : `${style === 1 ? '0x' : ''}${bytes.toString('hex').toUpperCase()}`;
    }
    default:
      return typeof value === 'boolean' ? (value ? '1' : '0') : String(value);
  }
}

/** Six digits at most, or with style 3 as many as tell it from any other. */
function floatText(value: number, isReal: boolean, style: number): string {
  const size = Math.abs(value);
  const isShort = style !== 3 && (value === 0 || (size < 1e15 && size >= 1e-4));
  if (isShort) return String(Number(value.toPrecision(6)));
  const text =
    style === 3 ? value.toExponential(isReal ? 8 : 16) : value.toExponential(5).replace(/\.?0+e/, 'e');
  return text.replace(
    /e([+-])(\d+)$/,
    (_, sign: string, digits: string) => `e${sign}${digits.padStart(3, '0')}`,
  );
}

function guidIn(text: string): string {
  const digits = text.replace(/^\{?([0-9A-F-]{36}).*$/is, '$1');
  if (/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/i.test(digits)) return digits.toUpperCase();
  throw sqlError(
    8169,
    'Conversion failed when converting from a character string to uniqueidentifier.',
    16,
    2,
  );
}
