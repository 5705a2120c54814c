import { DEFAULT_COLLATION } from './collation.ts';
import { sqlError, typeClash } from './errors.ts';

type Family = 'integer' | 'decimal' | 'float' | 'text' | 'moment' | 'guid' | 'binary';

/**
 * By precedence: of two types, the earlier one wins. With each its number in sys.types, its bytes if fixed,
 * and its total digits, without fractional seconds.
 */
const TYPES = {
  datetimeoffset: ['moment', 43, 5, 26],
  datetime2: ['moment', 42, 3, 19],
  datetime: ['moment', 61, 8, 23],
  smalldatetime: ['moment', 58, 4, 16],
  date: ['moment', 40, 3, 10],
  time: ['moment', 41, 0, 8],
  float: ['float', 62, 8, 53],
  real: ['float', 59, 4, 24],
  decimal: ['decimal', 106, 0, 18],
  numeric: ['decimal', 108, 0, 18],
  money: ['decimal', 60, 8, 19],
  smallmoney: ['decimal', 122, 4, 10],
  bigint: ['integer', 127, 8, 19],
  int: ['integer', 56, 4, 10],
  smallint: ['integer', 52, 2, 5],
  tinyint: ['integer', 48, 1, 3],
  bit: ['integer', 104, 1, 1],
  rowversion: ['binary', 189, 8, 0],
  uniqueidentifier: ['guid', 36, 16, 0],
  nvarchar: ['text', 231, 0, 0],
  nchar: ['text', 239, 0, 0],
  varchar: ['text', 167, 0, 0],
  char: ['text', 175, 0, 0],
  varbinary: ['binary', 165, 0, 0],
  binary: ['binary', 173, 0, 0],
} as const satisfies Record<string, readonly [Family, id: number, bytes: number, digits: number]>;

export type SqlTypeName = keyof typeof TYPES;

export type SqlType = {
  readonly name: SqlTypeName;
  /** In characters or bytes. */
  readonly length?: number | 'max';
  /** For decimal and numeric. */
  readonly precision?: number;
  /** For decimal and numeric, and fractional seconds of time, datetime2 and datetimeoffset. */
  readonly scale?: number;
  /** For characters. Default: the database's. */
  readonly collation?: string;
};

const PRECEDENCE = Object.keys(TYPES);
export const TYPE_NAMES: readonly SqlTypeName[] = PRECEDENCE.filter(isTypeName);

export const INT: SqlType = { name: 'int' };
export const BIGINT: SqlType = { name: 'bigint' };
/** The type of NULL, which converts to any other. */
export const NULL_TYPE: SqlType = { name: 'int' };

export const familyOf = ({ name }: SqlType): Family => TYPES[name][0];
export const isText = (type: SqlType): boolean => familyOf(type) === 'text';
export const isUnicode = (type: SqlType): boolean => type.name === 'nchar' || type.name === 'nvarchar';
const hasLength = (name: SqlTypeName): boolean =>
  TYPES[name][0] === 'text' || name === 'binary' || name === 'varbinary';
const hasFraction = (name: SqlTypeName): boolean =>
  name === 'time' || name === 'datetime2' || name === 'datetimeoffset';
export const isMoney = (type: SqlType): boolean => type.name === 'money' || type.name === 'smallmoney';

/** The smallest and largest value of each integer type. */
export const INTEGER_RANGES: Partial<Record<SqlTypeName, readonly [bigint, bigint]>> = {
  bit: [0n, 1n],
  tinyint: [0n, 255n],
  smallint: [-32_768n, 32_767n],
  int: [-2_147_483_648n, 2_147_483_647n],
  bigint: [-9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n],
};

/** Total digits; for dates and times, the characters of their text. */
export function precisionOf(type: SqlType): number {
  const [, , , digits] = TYPES[type.name];
  const fraction = hasFraction(type.name) && scaleOf(type) > 0 ? scaleOf(type) + 1 : 0;
  return type.precision ?? digits + fraction;
}

/** Its number in sys.types. */
export const typeId = (name: SqlTypeName): number => TYPES[name][1];

/** sys.columns.max_length: bytes, or -1 for `max`. */
export function bytesOf(type: SqlType): number {
  const [family, , bytes] = TYPES[type.name];
  if (hasLength(type.name)) return type.length === 'max' ? -1 : lengthOf(type) * (isUnicode(type) ? 2 : 1);
  if (hasFraction(type.name)) return bytes + timeLength(scaleOf(type));
  return family === 'decimal' && bytes === 0 ? decimalLength(precisionOf(type)) : bytes;
}

/** Bytes of a decimal of that precision, including its sign. */
export function decimalLength(precision: number): number {
  return precision <= 9 ? 5 : precision <= 19 ? 9 : precision <= 28 ? 13 : 17;
}

/** Bytes of a time of that many fractional digits. */
export function timeLength(scale: number): number {
  return scale <= 2 ? 3 : scale <= 4 ? 4 : 5;
}

/** Fractional digits. */
export function scaleOf(type: SqlType): number {
  if (isMoney(type)) return 4;
  if (type.name === 'datetime') return 3;
  return type.scale ?? (hasFraction(type.name) ? 7 : 0);
}

/** In characters or bytes; infinite for `max`. */
export const lengthOf = (type: SqlType): number =>
  type.length === 'max' ? Number.POSITIVE_INFINITY : (type.length ?? 1);

export const sameType = (left: SqlType, right: SqlType): boolean =>
  left.name === right.name &&
  left.length === right.length &&
  left.precision === right.precision &&
  left.scale === right.scale;

/** A decimal with that precision, at most 38. */
export function decimalType(precision: number, scale: number): SqlType {
  const kept = precision > 38 ? Math.max(Math.min(scale, 6), scale - (precision - 38)) : scale;
  return { name: 'decimal', precision: Math.min(precision, 38), scale: kept };
}

/** The common type of two types. Throws 206 if there is none, 468 for two collations. */
export function commonType(left: SqlType, right: SqlType): SqlType {
  if (left === NULL_TYPE) return right;
  if (right === NULL_TYPE) return left;
  const [first, second] =
    PRECEDENCE.indexOf(left.name) <= PRECEDENCE.indexOf(right.name) ? [left, right] : [right, left];
  const [family, other] = [familyOf(first), familyOf(second)];
  if (family !== other && other !== 'text' && (family === 'guid' || family === 'moment'))
    throw typeClash(left.name, right.name);
  if (first.name === 'decimal' || first.name === 'numeric') {
    if (other !== 'decimal' && other !== 'integer') return first;
    const scale = Math.max(scaleOf(first), scaleOf(second));
    const whole = Math.max(precisionOf(first) - scaleOf(first), precisionOf(second) - scaleOf(second));
    return decimalType(whole + scale, scale);
  }
  if (family === 'moment' && first.scale !== undefined && other === 'moment')
    return { ...first, scale: Math.max(scaleOf(first), scaleOf(second)) };
  if ((family !== 'text' && family !== 'binary') || first.name === 'rowversion' || family !== other)
    return first;
  const length = Math.max(lengthOf(first), lengthOf(second));
  const name = first.name === 'nchar' && second.name === 'varchar' ? 'nvarchar' : first.name;
  return {
    name,
    length: Number.isFinite(length) ? length : 'max',
    ...(family === 'text' && commonCollation(first, second)),
  };
}

/** The non-default collation. */
function commonCollation(left: SqlType, right: SqlType): Pick<SqlType, 'collation'> {
  const [one, two] = [left.collation, right.collation];
  if (one !== undefined && two !== undefined && one.toLowerCase() !== two.toLowerCase())
    throw sqlError(
      468,
      `Cannot resolve the collation conflict between "${one}" and "${two}" in the equal to operation.`,
      16,
      9,
    );
  const collation = one ?? two;
  return collation === undefined ? {} : { collation };
}

export const collationNameOf = (type: SqlType): string => type.collation ?? DEFAULT_COLLATION;

const SYNONYMS: Readonly<Record<string, SqlTypeName>> = {
  integer: 'int',
  dec: 'decimal',
  timestamp: 'rowversion',
  sysname: 'nvarchar',
};

function isTypeName(name: string): name is SqlTypeName {
  return Object.hasOwn(TYPES, name);
}

/** A declared type. Throws 2715 for an unknown one, 1001 for an invalid length. */
export function makeType(written: string, args: readonly (number | 'max')[], isCast = false): SqlType {
  const lower = written.toLowerCase();
  const name = SYNONYMS[lower] ?? lower;
  if (!isTypeName(name))
    throw sqlError(2715, `Column, parameter, or variable #1: Cannot find data type ${written}.`, 16, 3);
  const [first, second] = args;
  if (hasLength(name)) {
    const most = name.startsWith('n') ? 4000 : 8000;
    const isRight = first === 'max' ? name.includes('var') : first !== 0 && (first ?? 1) <= most;
    if (!isRight) throw sqlError(1001, `Line 1: Length or precision specification ${first} is invalid.`, 15);
    return { name, length: first ?? (lower === 'sysname' ? 128 : isCast ? 30 : 1) };
  }
  const digits = Number(first ?? (hasFraction(name) ? 7 : 18));
  if (name === 'decimal' || name === 'numeric') {
    const scale = Number(second ?? 0);
    return { name, precision: digits, scale };
  }
  if (!hasFraction(name)) return { name };
  return { name, scale: digits };
}
