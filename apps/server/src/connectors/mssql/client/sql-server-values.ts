import { driver } from './connection-config.ts';
import type { SqlColumn, SqlParam, SqlRow, SqlValue } from './sql.ts';

/**
 * Values between SQL Server and JSON. The driver turns decimals and money into floats, and drops the offset
 * of datetimeoffset: our own statements select these as text (`selectExpression`). A person's own SELECT is
 * as exact as the driver, and marks values that are not exact.
 */

/** A column as described by the driver. */
export type DriverColumn = {
  readonly name: string;
  readonly type: unknown;
  readonly length?: number | undefined;
  readonly precision?: number | undefined;
  readonly scale?: number | undefined;
};

type Converter = (value: unknown) => SqlValue;

/** Builds rows from the driver's lists of values. Duplicate and missing column names are replaced. */
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

function namesOf(columns: readonly DriverColumn[]): string[] {
  const taken = new Set<string>();
  return columns.map(({ name }) => {
    const wanted = name === '' || name === '__proto__' ? '(no name)' : name;
    let free = wanted;
    for (let number = 2; taken.has(free); number++) free = `${wanted} (${number})`;
    taken.add(free);
    return free;
  });
}

function converterOf({ type, scale = 7 }: DriverColumn): Converter {
  const { TYPES } = driver();
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
    case TYPES.DateTimeOffset:
      return (value) => (value instanceof Date ? `${momentText(value, scale)}Z` : scalar(value));
    case TYPES.Decimal:
    case TYPES.Numeric:
      return (value) => (typeof value === 'number' ? decimalText(value, scale) : scalar(value));
    case TYPES.Money:
    case TYPES.SmallMoney:
      return (value) => (typeof value === 'number' ? decimalText(value, MONEY_DECIMALS) : scalar(value));
    case TYPES.Real:
      return (value) => (typeof value === 'number' ? shortestSingle(value) : scalar(value));
    default:
      return scalar;
  }
}

const MONEY_DECIMALS = 4;

/** Beyond the safe integers, counted in its last decimal, the driver may have lost digits. */
function decimalText(value: number, scale: number): string {
  return Math.abs(value) * 10 ** scale <= Number.MAX_SAFE_INTEGER ? value.toFixed(scale) : `≈${value}`;
}

/** The driver keeps digits beyond milliseconds next to the Date, as a fraction of a second. */
function momentText(date: Date, scale: number): string {
  const beyond = 'nanosecondsDelta' in date ? Number(date.nanosecondsDelta) : 0;
  const ticks = String(date.getUTCMilliseconds() * 10_000 + Math.round(beyond * 1e7)).padStart(7, '0');
  const seconds = date.toISOString().slice(0, 19);
  return scale === 0 ? seconds : `${seconds}.${ticks.slice(0, scale)}`;
}

/** The shortest number nearest to a single-precision float: 0.1, not 0.10000000149011612. */
function shortestSingle(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
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
  if (Buffer.isBuffer(value)) return `0x${value.toString('hex').toUpperCase()}`;
  return value instanceof Date ? momentText(value, 3) : JSON.stringify(value);
}

/** Columns in readable form. */
export function columnsOf(columns: readonly DriverColumn[]): SqlColumn[] {
  const names = namesOf(columns);
  return columns.map((column, at) => ({ name: names[at] ?? '', type: typeText(column) }));
}

const MAX_LENGTH = 65_535;

function typeText({ type, length, precision, scale }: DriverColumn): string {
  const { TYPES } = driver();
  const name =
    Object.entries(TYPES)
      .find(([, known]) => known === type)?.[0]
      .toLowerCase() ?? 'unknown';
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
 * The type a value is bound as. Texts have only two declared lengths, so that the server keeps one plan per
 * statement, not one per length.
 */
export function parameterType(value: SqlParam) {
  const { TYPES, MAX } = driver();
  switch (typeof value) {
    case 'boolean':
      return TYPES.Bit;
    case 'bigint':
      return TYPES.BigInt;
    case 'number':
      if (!Number.isSafeInteger(value)) return TYPES.Float;
      return Math.abs(value) > MAX_INT ? TYPES.BigInt : TYPES.Int;
    default:
      return TYPES.NVarChar(value !== null && value.length > MAX_SIZED_NVARCHAR ? MAX : MAX_SIZED_NVARCHAR);
  }
}
