import type { SqlType, SqlTypeName } from '../engine/engine.ts';
import { sqlError, typeClash } from '../engine/errors.ts';
import { DEFAULT_COLLATION } from './collation.ts';

export type Family = 'integer' | 'decimal' | 'float' | 'text' | 'moment' | 'guid' | 'binary';

/** By precedence: the type of two that are combined is the one that comes first. */
const FAMILIES: Record<SqlTypeName, Family> = {
  datetimeoffset: 'moment',
  datetime2: 'moment',
  datetime: 'moment',
  smalldatetime: 'moment',
  date: 'moment',
  time: 'moment',
  float: 'float',
  real: 'float',
  decimal: 'decimal',
  numeric: 'decimal',
  money: 'decimal',
  smallmoney: 'decimal',
  bigint: 'integer',
  int: 'integer',
  smallint: 'integer',
  tinyint: 'integer',
  bit: 'integer',
  rowversion: 'binary',
  uniqueidentifier: 'guid',
  nvarchar: 'text',
  nchar: 'text',
  varchar: 'text',
  char: 'text',
  varbinary: 'binary',
  binary: 'binary',
};
const PRECEDENCE = Object.keys(FAMILIES);

export const INT: SqlType = { name: 'int' };
export const BIGINT: SqlType = { name: 'bigint' };
/** Of NULL, which takes any other. */
export const NULL_TYPE: SqlType = { name: 'int' };

export const familyOf = (type: SqlType): Family => FAMILIES[type.name];
export const isText = (type: SqlType): boolean => FAMILIES[type.name] === 'text';
export const isUnicode = (type: SqlType): boolean => type.name === 'nchar' || type.name === 'nvarchar';
const hasLength = (name: SqlTypeName): boolean =>
  FAMILIES[name] === 'text' || name === 'binary' || name === 'varbinary';
const hasFraction = (name: SqlTypeName): boolean =>
  name === 'time' || name === 'datetime2' || name === 'datetimeoffset';
export const isMoney = (type: SqlType): boolean => type.name === 'money' || type.name === 'smallmoney';

/** Least and greatest value of the integers. */
export const INTEGER_RANGES: Partial<Record<SqlTypeName, readonly [bigint, bigint]>> = {
  bit: [0n, 1n],
  tinyint: [0n, 255n],
  smallint: [-32_768n, 32_767n],
  int: [-2_147_483_648n, 2_147_483_647n],
  bigint: [-9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n],
};

const PRECISIONS: Partial<Record<SqlTypeName, number>> = {
  bit: 1,
  tinyint: 3,
  smallint: 5,
  int: 10,
  bigint: 19,
  money: 19,
  smallmoney: 10,
  float: 53,
  real: 24,
  date: 10,
  datetime: 23,
  smalldatetime: 16,
};

/** Digits in all. */
export const precisionOf = (type: SqlType): number => type.precision ?? PRECISIONS[type.name] ?? 18;

/** Digits behind the point, or of the fraction of a second. */
export function scaleOf(type: SqlType): number {
  if (isMoney(type)) return 4;
  if (type.name === 'datetime') return 3;
  return type.scale ?? (hasFraction(type.name) ? 7 : 0);
}

/** Characters or bytes; of `max` without end. */
export const lengthOf = (type: SqlType): number =>
  type.length === 'max' ? Number.POSITIVE_INFINITY : (type.length ?? 1);

export const sameType = (left: SqlType, right: SqlType): boolean =>
  left.name === right.name &&
  left.length === right.length &&
  left.precision === right.precision &&
  left.scale === right.scale;

/** An exact number of so many digits, and never more than 38. */
export function decimalType(precision: number, scale: number): SqlType {
  const kept = precision > 38 ? Math.max(Math.min(scale, 6), scale - (precision - 38)) : scale;
  return { name: 'decimal', precision: Math.min(precision, 38), scale: kept };
}

/** The type in which two values meet. Throws 206 where none takes both, 468 for two collations. */
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

/** An explicit collation comes first, then a column's, then the default. */
function commonCollation(left: SqlType, right: SqlType): Pick<SqlType, 'collation' | 'isCollated'> {
  const [one, two] = [left.collation, right.collation];
  if (left.isCollated !== right.isCollated) return left.isCollated ? left : right;
  if (one !== undefined && two !== undefined && one.toLowerCase() !== two.toLowerCase())
    throw sqlError(
      468,
      `Cannot resolve the collation conflict between "${one}" and "${two}" in the equal to operation.`,
      16,
      9,
    );
  const collation = one ?? two;
  return collation === undefined ? {} : { collation, ...(left.isCollated && { isCollated: true }) };
}

export const collationNameOf = (type: SqlType): string => type.collation ?? DEFAULT_COLLATION;

const SYNONYMS: Readonly<Record<string, SqlTypeName>> = {
  integer: 'int',
  dec: 'decimal',
  timestamp: 'rowversion',
  sysname: 'nvarchar',
};

const isTypeName = (name: string): name is SqlTypeName => Object.hasOwn(FAMILIES, name);

/** A type as it is declared. Throws 2715 for one that is not here, 1001, 1002 or 2750 for wrong digits. */
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
    if (digits < 1 || digits > 38 || scale > digits)
      throw sqlError(
        2750,
        `Column or parameter #1: Specified column precision ${digits} is greater than the maximum precision of 38.`,
      );
    return { name, precision: digits, scale };
  }
  if (!hasFraction(name)) return { name };
  if (digits > 7) throw sqlError(1002, `Line 1: Specified scale ${digits} is invalid.`, 15);
  return { name, scale: digits };
}
