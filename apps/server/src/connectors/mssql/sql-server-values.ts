import { createRequire } from 'node:module';
import mssql from 'mssql';
import type { SqlColumn, SqlParam, SqlRow, SqlValue } from './sql-server.ts';

/**
 * Values between SQL Server and JSON, exactly. The driver makes floats of decimals and money, and drops the offset of
 * datetimeoffset: 0.1 is a float's neighbour of 0.1 then, and 12345678901234567.89 another number. So these three are
 * read a second time, from the bytes that the driver's own reader has just gone over.
 */

type Metadata = { type: { name: string }; scale?: number };
type Read = { value: unknown; offset: number };
type ReadValue = (buffer: Buffer, offset: number, metadata: Metadata, options: unknown) => Read;

const require = createRequire(import.meta.url);
const reader: { readValue: ReadValue } = require('tedious/lib/value-parser.js');
const readValue = reader.readValue;

reader.readValue = (buffer, offset, metadata, options) => {
  const read = readValue(buffer, offset, metadata, options);
  const exact = EXACT[metadata.type.name];
  if (exact !== undefined && read.value !== null) {
    read.value = exact(buffer.subarray(offset, read.offset), metadata.scale ?? 0);
  }
  return read;
};

type ExactReader = (bytes: Buffer, scale: number) => string;

/** MS-TDS 2.2.5.5.1: a length of one byte comes first, except for the types that are never NULL. */
const EXACT: Record<string, ExactReader | undefined> = {
  DecimalN: (bytes, scale) => decimalText(bytes.subarray(1), scale),
  NumericN: (bytes, scale) => decimalText(bytes.subarray(1), scale),
  Money: (bytes) => moneyText(bytes),
  SmallMoney: (bytes) => moneyText(bytes),
  MoneyN: (bytes) => moneyText(bytes.subarray(1)),
  DateTimeOffset: (bytes, scale) => dateTimeOffsetText(bytes.subarray(1), scale),
};

/** A sign (1 is plus), and the digits as one integer, its lowest byte first. */
function decimalText(bytes: Buffer, scale: number): string {
  const digits = digitsOf(bytes, 1);
  return withPoint(digits, scale, bytes[0] !== 1 && digits !== '0');
}

const MONEY_DECIMALS = 4;

/** Four bytes, or two times four of which the higher half comes first. */
function moneyText(bytes: Buffer): string {
  const units =
    bytes.length === 4
      ? BigInt(bytes.readInt32LE())
      : (BigInt(bytes.readInt32LE()) << 32n) | BigInt(bytes.readUInt32LE(4));
  return withPoint(String(units < 0n ? -units : units), MONEY_DECIMALS, units < 0n);
}

/** The time in UTC in units of its scale, three bytes of days since 0001-01-01, two of minutes east. */
function dateTimeOffsetText(bytes: Buffer, scale: number): string {
  const minutes = bytes.readInt16LE(bytes.length - 2);
  const days = unsigned(bytes.subarray(-5, -2));
  const perSecond = 10n ** BigInt(scale);
  const local = (days * 86_400n + BigInt(minutes) * 60n) * perSecond + unsigned(bytes.subarray(0, -5));
  const perDay = 86_400n * perSecond;
  const date = dayText(Number(local / perDay));
  return `${date}T${timeText(local % perDay, scale)}${offsetText(minutes)}`;
}

const DAY_MS = 86_400_000;
const FIRST_DAY = -719_162;

function dayText(daysSinceYear1: number): string {
  return new Date((daysSinceYear1 + FIRST_DAY) * DAY_MS).toISOString().slice(0, 10);
}

function timeText(units: bigint, scale: number): string {
  const perSecond = 10n ** BigInt(scale);
  const seconds = Number(units / perSecond);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const fraction = scale === 0 ? '' : `.${String(units % perSecond).padStart(scale, '0')}`;
  return parts.map((part) => String(part).padStart(2, '0')).join(':') + fraction;
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const [hours, rest] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
  return `${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}

function unsigned(littleEndian: Buffer): bigint {
  return littleEndian.length === 0 ? 0n : BigInt(`0x${Buffer.from(littleEndian).reverse().toString('hex')}`);
}

/** So many bytes are a safe integer, and most decimals have no more. */
const SAFE_BYTES = 6;

/** The digits of an integer, its lowest byte first. */
function digitsOf(bytes: Buffer, start: number): string {
  let end = bytes.length;
  while (end > start + 1 && bytes[end - 1] === 0) end--;
  const size = end - start;
  return String(size > SAFE_BYTES ? unsigned(bytes.subarray(start, end)) : bytes.readUIntLE(start, size));
}

function withPoint(digits: string, scale: number, isNegative: boolean): string {
  const sign = isNegative ? '-' : '';
  if (scale === 0) return sign + digits;
  const all = digits.padStart(scale + 1, '0');
  return `${sign}${all.slice(0, -scale)}.${all.slice(-scale)}`;
}

/** What the driver tells of a column. */
export type DriverColumn = {
  readonly name: string;
  readonly type: unknown;
  readonly length?: number | undefined;
  readonly precision?: number | undefined;
  readonly scale?: number | undefined;
};

type Converter = (value: unknown) => SqlValue;

/** Makes rows of the driver's lists of values. Columns of one name, or of none, get names of their own. */
export function rowReader(columns: readonly DriverColumn[]): (values: readonly unknown[]) => SqlRow {
  const names = namesOf(columns);
  const converters = columns.map(converterOf);
  return (values) => {
    const row: Record<string, SqlValue> = {};
    let at = 0;
    for (const name of names) {
      const value = values[at];
      row[name] = value === null || value === undefined ? null : (converters[at] ?? scalar)(value);
      at += 1;
    }
    return row;
  };
}

export function namesOf(columns: readonly DriverColumn[]): string[] {
  const taken = new Set<string>();
  return columns.map(({ name }) => {
    const wanted = name === '' || name === '__proto__' ? '(no name)' : name;
    let free = wanted;
    for (let number = 2; taken.has(free); number++) {
      free = `${wanted} (${number})`;
    }
    taken.add(free);
    return free;
  });
}

const { TYPES } = mssql;

function converterOf({ type, scale = 7 }: DriverColumn): Converter {
  switch (type) {
    case TYPES.Date:
      return (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : scalar(value));
    case TYPES.Time:
      return (value) => (value instanceof Date ? momentText(value, scale).slice(11) : scalar(value));
    case TYPES.DateTime2:
      return (value) => (value instanceof Date ? momentText(value, scale) : scalar(value));
    case TYPES.DateTime:
      return (value) => (value instanceof Date ? momentText(value, 3) : scalar(value));
    case TYPES.SmallDateTime:
      return (value) => (value instanceof Date ? momentText(value, 0) : scalar(value));
    case TYPES.Real:
      return (value) => (typeof value === 'number' ? shortestSingle(value) : scalar(value));
    default:
      return scalar;
  }
}

/** The driver keeps what lies beyond milliseconds beside the Date, as a fraction of a second. */
function momentText(date: Date, scale: number): string {
  const beyond = 'nanosecondsDelta' in date ? Number(date.nanosecondsDelta) : 0;
  const ticks = String(date.getUTCMilliseconds() * 10_000 + Math.round(beyond * 1e7)).padStart(7, '0');
  const seconds = date.toISOString().slice(0, 19);
  return scale === 0 ? seconds : `${seconds}.${ticks.slice(0, scale)}`;
}

/** The shortest number that a single-precision float is nearest to: 0.1, not 0.10000000149011612. */
function shortestSingle(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) {
      return short;
    }
  }
  return value;
}

function scalar(value: unknown): SqlValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'bigint':
      return String(value);
  }
  if (Buffer.isBuffer(value)) {
    return `0x${value.toString('hex').toUpperCase()}`;
  }
  return value instanceof Date ? momentText(value, 3) : JSON.stringify(value);
}

/** Columns as a person reads them. */
export function columnsOf(columns: readonly DriverColumn[]): SqlColumn[] {
  const names = namesOf(columns);
  return columns.map((column, at) => ({ name: names[at] ?? '', type: typeText(column) }));
}

const TYPE_NAMES = new Map<unknown, string>(
  Object.entries(TYPES).map(([name, type]) => [type, name.toLowerCase()]),
);
const MAX_LENGTH = 65_535;

function typeText({ type, length, precision, scale }: DriverColumn): string {
  const name = TYPE_NAMES.get(type) ?? 'unknown';
  switch (type) {
    case TYPES.NVarChar:
    case TYPES.NChar:
      return `${name}(${length === MAX_LENGTH || length === undefined ? 'max' : length / 2})`;
    case TYPES.VarChar:
    case TYPES.Char:
    case TYPES.VarBinary:
    case TYPES.Binary:
      return `${name}(${length === MAX_LENGTH || length === undefined ? 'max' : length})`;
    case TYPES.Decimal:
    case TYPES.Numeric:
      return `${name}(${precision},${scale})`;
    case TYPES.DateTime2:
    case TYPES.DateTimeOffset:
    case TYPES.Time:
      return `${name}(${scale})`;
    default:
      return name === 'variant' ? 'sql_variant' : name;
  }
}

const MAX_SIZED_NVARCHAR = 4000;
const MAX_INT = 2_147_483_647;

/**
 * The type that a value is bound as. Texts are declared in two lengths only, so that the server keeps one plan for a
 * statement and not one for every length.
 */
export function parameterType(value: SqlParam) {
  switch (typeof value) {
    case 'boolean':
      return TYPES.Bit;
    case 'bigint':
      return TYPES.BigInt;
    case 'number':
      if (!Number.isSafeInteger(value)) {
        return TYPES.Float;
      }
      return Math.abs(value) > MAX_INT ? TYPES.BigInt : TYPES.Int;
    default:
      return TYPES.NVarChar(
        value !== null && value.length > MAX_SIZED_NVARCHAR ? mssql.MAX : MAX_SIZED_NVARCHAR,
      );
  }
}
