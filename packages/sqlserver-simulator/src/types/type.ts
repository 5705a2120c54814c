import type { SqlType, SqlTypeName } from '../engine/engine.ts';

export type TypeFamily = 'exact' | 'approximate' | 'character' | 'moment' | 'binary' | 'guid' | 'xml';

const families: Record<SqlTypeName, TypeFamily> = {
  bit: 'exact',
  tinyint: 'exact',
  smallint: 'exact',
  int: 'exact',
  bigint: 'exact',
  decimal: 'exact',
  numeric: 'exact',
  money: 'exact',
  smallmoney: 'exact',
  float: 'approximate',
  real: 'approximate',
  char: 'character',
  varchar: 'character',
  text: 'character',
  nchar: 'character',
  nvarchar: 'character',
  ntext: 'character',
  xml: 'xml',
  date: 'moment',
  time: 'moment',
  datetime: 'moment',
  datetime2: 'moment',
  smalldatetime: 'moment',
  datetimeoffset: 'moment',
  uniqueidentifier: 'guid',
  binary: 'binary',
  varbinary: 'binary',
  image: 'binary',
  rowversion: 'binary',
};

export function isTypeName(name: string): name is SqlTypeName {
  return Object.hasOwn(families, name);
}
export function familyOf(type: SqlType): TypeFamily {
  return families[type.name];
}
export function isCharacter(type: SqlType): boolean {
  return families[type.name] === 'character';
}
/** Characters in UTF-16: two bytes each, and compared by the rules for Unicode. */
export function isUnicode(type: SqlType): boolean {
  return type.name === 'nchar' || type.name === 'nvarchar' || type.name === 'ntext';
}
export function isInteger(type: SqlType): boolean {
  return integerRanges[type.name] !== undefined;
}
/** Exact numbers with digits behind the point: decimal, numeric and the two moneys. */
export function isDecimal(type: SqlType): boolean {
  return families[type.name] === 'exact' && !isInteger(type);
}
export function isMoney(type: SqlType): boolean {
  return type.name === 'money' || type.name === 'smallmoney';
}
export function isNumber(type: SqlType): boolean {
  return families[type.name] === 'exact' || families[type.name] === 'approximate';
}
/** Always as long as declared, filled with blanks or zeros. */
export function isFixedLength(type: SqlType): boolean {
  return (
    type.name === 'char' || type.name === 'nchar' || type.name === 'binary' || type.name === 'rowversion'
  );
}

/** Least and greatest value of the integers; a bit is one here. */
export const integerRanges: Partial<Record<SqlTypeName, readonly [bigint, bigint]>> = {
  bit: [0n, 1n],
  tinyint: [0n, 255n],
  smallint: [-32_768n, 32_767n],
  int: [-2_147_483_648n, 2_147_483_647n],
  bigint: [-9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n],
};

/** Digits in all, of exact numbers: of an integer those of its greatest value. */
export function precisionOf(type: SqlType): number {
  switch (type.name) {
    case 'bit':
      return 1;
    case 'tinyint':
      return 3;
    case 'smallint':
      return 5;
    case 'int':
      return 10;
    case 'bigint':
      return 19;
    case 'money':
      return 19;
    case 'smallmoney':
      return 10;
    default:
      return type.precision ?? 18;
  }
}

/** Digits behind the point, or of the fraction of a second. */
export function scaleOf(type: SqlType): number {
  switch (type.name) {
    case 'money':
    case 'smallmoney':
      return 4;
    case 'decimal':
    case 'numeric':
      return type.scale ?? 0;
    case 'datetime':
      return 3;
    case 'time':
    case 'datetime2':
    case 'datetimeoffset':
      return type.scale ?? 7;
    default:
      return 0;
  }
}

/** Length in characters or bytes as a number: of the `max` types without end. */
export function lengthOf(type: SqlType): number {
  if (type.length === 'max' || type.name === 'text' || type.name === 'ntext' || type.name === 'image')
    return Number.POSITIVE_INFINITY;
  return type.length ?? 1;
}
