import type { MappingDataType } from '@storefleet/contract/stores/mssql/mapping-rules';
import { canonicalDecimal, compareDecimals, isDecimal } from '@storefleet/contract/values/money/decimal';
import { quoteIdentifier } from '../identifiers.ts';

/** SQL Server's column types: how to read, bind and name each, and what text it accepts. */

export type ColumnInfo = {
  readonly name: string;
  /** SQL Server's own type, in lower case: an alias type resolves to its base type. */
  readonly type: string;
  /** Bytes; -1 for max. */
  readonly maxLength: number;
  readonly precision: number;
  readonly scale: number;
  readonly nullable: boolean;
  /** Written by SQL Server itself: a computed, identity or rowversion column, or one of a period. */
  readonly isGenerated: boolean;
  /** Whether the user may UPDATE it; also true if the server does not say. */
  readonly mayUpdate: boolean;
  /** Null if the type has none, or it is the database's default. */
  readonly collation: string | null;
  /** Its name in a SELECT, where that is not its own: of a joined table. */
  readonly alias?: string;
};

type Kind = 'characters' | 'long' | 'integer' | 'decimal' | 'money' | 'float' | 'bit' | 'moment' | 'guid';

const TYPES: Readonly<Record<Kind, readonly string[]>> = {
  characters: ['char', 'varchar', 'nchar', 'nvarchar'],
  long: ['text', 'ntext', 'xml', 'json'],
  integer: ['tinyint', 'smallint', 'int', 'bigint'],
  decimal: ['decimal', 'numeric'],
  money: ['money', 'smallmoney'],
  float: ['real', 'float'],
  bit: ['bit'],
  moment: ['date', 'time', 'datetime', 'datetime2', 'smalldatetime', 'datetimeoffset'],
  guid: ['uniqueidentifier'],
};
const KINDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries(TYPES).flatMap(([kind, types]) => types.map((type) => [type, kind as Kind] as const)),
);

/** Whether it holds text, a number, a boolean or a date, rather than binary or spatial data. */
export function isReadable(column: ColumnInfo): boolean {
  return KINDS.has(column.type);
}

/**
 * The column in a SELECT, in a form that the driver returns exactly: by default it reads decimals and money
 * as floats, and drops offsets. Style 2 of money has all four decimals, style 121 of a moment its full
 * fraction and offset.
 */
export function selectExpression(column: ColumnInfo): string {
  const name = quoteIdentifier(column.alias ?? column.name);
  switch (KINDS.get(column.type)) {
    case 'long':
      return `CAST(${name} AS nvarchar(max))`;
    case 'decimal':
      return `CONVERT(varchar(41), ${name})`;
    case 'money':
      return `CONVERT(varchar(25), ${name}, 2)`;
    default:
      return column.type === 'datetimeoffset' ? `CONVERT(varchar(34), ${name}, 121)` : name;
  }
}

/** Converts the result of a `selectExpression` to the exact text of the value. */
export function exactText(value: string, { type }: ColumnInfo): string {
  switch (type) {
    // Padding is not part of the value.
    case 'char':
    case 'nchar':
      return value.replace(/ +$/, '');
    case 'datetimeoffset':
      return value.replace(' ', 'T').replace(' ', '');
    default:
      return value;
  }
}

/**
 * A bound value as the column's type, for comparisons that can use an index. The text must come from the
 * column: a longer one would be truncated.
 */
export function bindExpression(parameter: string, column: ColumnInfo): string {
  switch (KINDS.get(column.type)) {
    case 'characters':
      return `CAST(${collated(parameter, column.collation)} AS ${describeType(column)})`;
    case 'long':
      return `CAST(${parameter} AS nvarchar(max))`;
    default:
      return `CAST(${parameter} AS ${describeType(column)})`;
  }
}

/** A column to compare with one that may have another collation. */
export function nameBeside(other: ColumnInfo, column: ColumnInfo): string {
  const name = quoteIdentifier(column.name);
  const areTexts = [column, other].every(({ type }) => KINDS.get(type) === 'characters');
  return areTexts && column.collation !== other.collation
    ? collated(name, other.collation ?? 'DATABASE_DEFAULT')
    : name;
}

function collated(expression: string, collation: string | null): string {
  return collation === null || !/^\w+$/.test(collation) ? expression : `${expression} COLLATE ${collation}`;
}

/** Whether its numbers are floats: written as text, one might come out as its neighbour. */
export function isFloat({ type }: ColumnInfo): boolean {
  return KINDS.get(type) === 'float';
}

/** What its values are; a time of day is text. */
export function dataTypeOf(column: ColumnInfo): MappingDataType {
  if (isNumber(column)) return 'number';
  if (column.type === 'bit') return 'boolean';
  return KINDS.get(column.type) === 'moment' && column.type !== 'time' ? 'date' : 'string';
}

export function isNumber({ type }: ColumnInfo): boolean {
  const kind = KINDS.get(type);
  return kind === 'integer' || kind === 'decimal' || kind === 'money' || kind === 'float';
}

/** A bound text to store in the column. Text that is too long is not truncated: SQL Server refuses it. */
export function writeExpression(parameter: string, column: ColumnInfo): string {
  const kind = KINDS.get(column.type);
  return kind === 'characters' || kind === 'long'
    ? parameter
    : `CAST(${parameter} AS ${describeType(column)})`;
}

/** As in CREATE TABLE: `nvarchar(50)`, `decimal(10,2)`. */
export function describeType({ type, maxLength, precision, scale }: ColumnInfo): string {
  switch (type) {
    case 'char':
    case 'varchar':
    case 'binary':
    case 'varbinary':
      return `${type}(${maxLength < 0 ? 'max' : maxLength})`;
    case 'nchar':
    case 'nvarchar':
      return `${type}(${maxLength < 0 ? 'max' : maxLength / 2})`;
    case 'decimal':
    case 'numeric':
      return `${type}(${precision},${scale})`;
    case 'time':
    case 'datetime2':
    case 'datetimeoffset':
      return `${type}(${scale})`;
    case 'timestamp':
      return 'rowversion';
    default:
      return type;
  }
}

const INTEGERS: Record<string, readonly [lowest: string, highest: string] | undefined> = {
  tinyint: ['0', '255'],
  smallint: ['-32768', '32767'],
  int: ['-2147483648', '2147483647'],
  bigint: ['-9223372036854775808', '9223372036854775807'],
};

const MONEY: Record<string, readonly [lowest: string, highest: string] | undefined> = {
  money: ['-922337203685477.5808', '922337203685477.5807'],
  smallmoney: ['-214748.3648', '214748.3647'],
};
const MONEY_DECIMALS = 4;

const MOMENTS: Record<string, RegExp | undefined> = {
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d(:\d\d(\.\d{1,7})?)?$/,
  datetime: /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,3})?)?$/,
  smalldatetime: /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d)?$/,
  datetime2: /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,7})?)?)?$/,
  // Without an offset, it would become a moment in UTC.
  datetimeoffset: /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,7})?)?[+-]\d\d:\d\d$/,
};

/**
 * Why a text does not fit the column, worded as the end of a sentence ("… is longer than the 50 characters of
 * the column."), or null. Whatever SQL Server would truncate or round is refused here, before anything is
 * sent.
 */
export function problemOfText(text: string, column: ColumnInfo): string | null {
  const { type, precision, scale } = column;
  const shown = describeType(column);
  switch (KINDS.get(type)) {
    case 'characters': {
      const length = capacity(column);
      return length !== null && text.length > length
        ? `is longer than the ${length} characters of the column`
        : null;
    }
    case 'long':
    case undefined:
      return null;
    case 'integer':
      return !isDecimal(text) || canonicalDecimal(text).includes('.')
        ? `is not a whole number, and the column is ${shown}`
        : outside(text, column);
    case 'decimal': {
      if (!isDecimal(text)) return `is not a number, and the column is ${shown}`;
      const [whole = '', decimals = ''] = canonicalDecimal(text).replace('-', '').split('.');
      if (decimals.length > scale) return `has more than the ${scale} decimals of the column`;
      return whole.replace(/^0+/, '').length > precision - scale ? `is too large for ${shown}` : null;
    }
    case 'money': {
      if (!isDecimal(text)) return `is not a number, and the column is ${shown}`;
      const [, decimals = ''] = canonicalDecimal(text).split('.');
      return decimals.length > MONEY_DECIMALS
        ? `has more than the ${MONEY_DECIMALS} decimals of the column`
        : outside(text, column);
    }
    case 'float':
      return text.trim() === '' || !Number.isFinite(Number(text))
        ? `is not a number, and the column is ${shown}`
        : null;
    case 'bit':
      return /^(true|false|1|0)$/i.test(text) ? null : 'is neither true nor false';
    case 'moment':
      return MOMENTS[type]?.test(text)
        ? null
        : `is not written as ${shown} wants it, such as ${exampleOf(type)}`;
    case 'guid':
      return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? null : `is not a ${shown}`;
  }
}

/** Number of decimals it keeps; Infinity for types without such a limit, such as text. */
export function decimalsOf({ type, scale }: ColumnInfo): number {
  switch (KINDS.get(type)) {
    case 'decimal':
      return scale;
    case 'money':
      return MONEY_DECIMALS;
    case 'integer':
    case 'bit':
      return 0;
    default:
      return Number.POSITIVE_INFINITY;
  }
}

/** A text without a problem in a form SQL Server converts: it does not accept `12.00` as an integer. */
export function textToStore(text: string, { type }: ColumnInfo): string {
  return KINDS.get(type) === 'integer' ? canonicalDecimal(text) : text;
}

/** Maximum number of characters; null for no limit. A varchar holds fewer two-byte characters. */
export function capacity({ type, maxLength }: ColumnInfo): number | null {
  if (maxLength < 0 || KINDS.get(type) !== 'characters') return null;
  return type.startsWith('n') ? maxLength / 2 : maxLength;
}

/** The least and the greatest number it holds; null for a float and for what is no number. */
export function rangeOf({ type, precision, scale }: ColumnInfo): { min: string; max: string } | null {
  if (KINDS.get(type) === 'decimal') {
    const max = `${'9'.repeat(precision - scale) || '0'}${scale > 0 ? `.${'9'.repeat(scale)}` : ''}`;
    return { min: `-${max}`, max };
  }
  const [min, max] = INTEGERS[type] ?? MONEY[type] ?? [];
  return min === undefined || max === undefined ? null : { min, max };
}

function outside(text: string, column: ColumnInfo): string | null {
  const range = rangeOf(column);
  if (range === null) return null;
  return compareDecimals(text, range.min) < 0 || compareDecimals(text, range.max) > 0
    ? `is out of the range of ${describeType(column)}`
    : null;
}

function exampleOf(type: string): string {
  switch (type) {
    case 'date':
      return '2026-11-21';
    case 'time':
      return '09:30:00';
    case 'datetimeoffset':
      return '2026-11-21T09:30:00+01:00';
    default:
      return '2026-11-21T09:30:00';
  }
}

/** Whether it can store a person's value. */
export function isWritable(column: ColumnInfo): boolean {
  return isReadable(column) && !column.isGenerated;
}
