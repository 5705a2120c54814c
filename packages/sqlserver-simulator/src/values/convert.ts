import { needCollation } from './collation.ts';
import { decimalText, type Exact, exactOf, rescaled } from './decimals.ts';
import { sqlError, typeClash } from './errors.ts';
import { momentFrom, momentIn, momentStyle } from './moments.ts';
import type { SqlValue } from './sql-value.ts';
import {
  familyOf,
  INTEGER_RANGES,
  isMoney,
  isUnicode,
  lengthOf,
  NULL_TYPE,
  precisionOf,
  type SqlType,
  sameType,
  scaleOf,
} from './types.ts';

type Value = NonNullable<SqlValue>;
/** Converts a non-NULL value to another type. Throws SQL Server's errors for an invalid one. */
type Converter = (value: Value) => Value;

/**
 * Converts between types, with a style of CONVERT. Truncates text on explicit conversion. Throws 206 for
 * incompatible types.
 */
export function converter(from: SqlType, to: SqlType, { style = 0 }: { style?: number } = {}): Converter {
  if (from === NULL_TYPE || (sameType(from, to) && style === 0)) return (value) => value;
  const [source, target] = [familyOf(from), familyOf(to)];
  if (!isAllowed(source, target)) throw typeClash(messageName(from), messageName(to));
  switch (target) {
    case 'integer':
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
      return (value) => (value as Buffer).subarray(0, to.name === 'rowversion' ? 8 : lengthOf(to));
  }
}

export function convert(value: SqlValue, from: SqlType, to: SqlType): SqlValue {
  return value === null ? null : converter(from, to)(value);
}

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'float']);

function isAllowed(source: string, target: string): boolean {
  if (source === target) return true;
  if (source === 'binary' || target === 'binary') return false;
  return source === 'text' || target === 'text' || (NUMBERS.has(source) && NUMBERS.has(target));
}

/** The type's name in messages, most of which call `decimal` `numeric`. */
function messageName({ name }: SqlType): string {
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

function integerIn(exact: Exact, from: SqlType, to: SqlType, given: Value): Value {
  if (to.name === 'bit') return exact.unscaled !== 0n;
  const whole = rescaled(exact, 0, isMoney(from) ? 'round' : 'cut');
  const [least, greatest] = INTEGER_RANGES[to.name] ?? [0n, 0n];
  if (whole < least || whole > greatest) throw integerOverflow(from, to, String(given));
  return to.name === 'bigint' ? whole : Number(whole);
}

function integerOverflow(from: SqlType, to: SqlType, value: string) {
  if (familyOf(from) !== 'text') {
    return to.name === 'tinyint' || to.name === 'smallint'
      ? sqlError(220, `Arithmetic overflow error for data type ${to.name}, value = ${value}.`)
      : overflow(familyOf(from) === 'decimal' ? from : null, to);
  }
  return sqlError(
    248,
    `The conversion of the ${from.name} value '${value}' overflowed an ${to.name} column.`,
  );
}

/** Text is parsed by the rules of the target type. */
function exactIn(value: Value, from: SqlType, to: SqlType): Exact {
  if (familyOf(from) === 'text') return exactOfText(String(value), from, to);
  return typeof value === 'boolean' ? { unscaled: value ? 1n : 0n, scale: 0 } : exactOf(String(value));
}

function exactOfText(text: string, from: SqlType, to: SqlType): Exact {
  const trimmed = text.trim();
  if (familyOf(to) === 'integer') {
    // A bit also accepts these two words.
    if (to.name === 'bit' && /^(true|false)$/i.test(trimmed)) return exactOf(/^t/i.test(trimmed) ? '1' : '0');
    if (/^([+-]?\d+)?$/.test(trimmed)) return exactOf(trimmed || '0');
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
  if (familyOf(from) === 'text' && !/^[+-]?(\d+\.?\d*|\.\d+)?(e[+-]?\d+)?$/i.test(text))
    throw errorConverting(from, to);
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
    if (written.length > length && !isText && familyOf(from) !== 'moment') throw overflow(from, to);
    const cut = written.slice(0, length);
    // ASCII is the same in all code pages.
    const isPlain = collation === null || Buffer.byteLength(cut) === cut.length;
    const kept = isPlain ? cut : collation.decode(collation.encode(cut));
    return isFixed ? kept.padEnd(length) : kept;
  };
}

function textOf(value: Value, from: SqlType, style: number): string {
  if (familyOf(from) === 'moment') return momentStyle(String(value), from, style);
  if (familyOf(from) === 'float') return String(Number(Number(value).toPrecision(6)));
  if (isMoney(from) && style !== 2) return decimalText(rescaled(exactOf(String(value)), 2), 2);
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
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
