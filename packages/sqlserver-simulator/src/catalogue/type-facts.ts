import type { SqlType, SqlTypeName } from '../engine/engine.ts';
import { familyOf, isCharacter, isUnicode, precisionOf, scaleOf } from '../types/type.ts';

/** sys.types.system_type_id. */
const ids: Record<SqlTypeName, number> = {
  image: 34,
  text: 35,
  uniqueidentifier: 36,
  date: 40,
  time: 41,
  datetime2: 42,
  datetimeoffset: 43,
  tinyint: 48,
  smallint: 52,
  int: 56,
  smalldatetime: 58,
  real: 59,
  money: 60,
  datetime: 61,
  float: 62,
  ntext: 99,
  bit: 104,
  decimal: 106,
  numeric: 108,
  smallmoney: 122,
  bigint: 127,
  varbinary: 165,
  varchar: 167,
  binary: 173,
  char: 175,
  rowversion: 189,
  nvarchar: 231,
  nchar: 239,
  xml: 241,
};

export const systemTypes: readonly { readonly name: string; readonly type: SqlType; readonly id: number }[] =
  [
    ...(Object.entries(ids) as [SqlTypeName, number][]).map(([name, id]) => ({
      name: catalogueName(name),
      type: widest(name),
      id,
    })),
    { name: 'sysname', type: { name: 'nvarchar', length: 128 } as const, id: 256 },
  ].sort((a, b) => a.id - b.id);

/** As sys.types lists a type that has lengths. */
function widest(name: SqlTypeName): SqlType {
  if (name === 'decimal' || name === 'numeric') return { name, precision: 38, scale: 38 };
  if (isUnicode({ name })) return { name, length: 4000 };
  return familyOf({ name }) === 'character' || familyOf({ name }) === 'binary'
    ? { name, length: 8000 }
    : { name };
}

export function systemTypeId(type: SqlType): number {
  return ids[type.name];
}

/** The catalogue's name: a rowversion is called by its old one. */
export function catalogueName(name: SqlTypeName): string {
  return name === 'rowversion' ? 'timestamp' : name;
}

const fixedSizes: Partial<Record<SqlTypeName, number>> = {
  bit: 1,
  tinyint: 1,
  smallint: 2,
  int: 4,
  bigint: 8,
  money: 8,
  smallmoney: 4,
  float: 8,
  real: 4,
  date: 3,
  datetime: 8,
  smalldatetime: 4,
  uniqueidentifier: 16,
  text: 16,
  ntext: 16,
  image: 16,
  xml: -1,
  rowversion: 8,
};

/** sys.columns.max_length: bytes, -1 for the `max` types. */
export function maxLength(type: SqlType): number {
  const fixed = fixedSizes[type.name];
  if (fixed !== undefined) return fixed;
  if (type.name === 'decimal' || type.name === 'numeric') {
    const precision = precisionOf(type);
    return precision <= 9 ? 5 : precision <= 19 ? 9 : precision <= 28 ? 13 : 17;
  }
  if (familyOf(type) === 'moment') {
    const scale = scaleOf(type);
    const time = scale <= 2 ? 3 : scale <= 4 ? 4 : 5;
    return type.name === 'time' ? time : type.name === 'datetime2' ? time + 3 : time + 5;
  }
  if (type.length === 'max') return -1;
  return (type.length ?? 1) * (isUnicode(type) ? 2 : 1);
}

/** sys.columns.precision. */
export function cataloguePrecision(type: SqlType): number {
  switch (type.name) {
    case 'float':
      return 53;
    case 'real':
      return 24;
    case 'date':
      return 10;
    case 'smalldatetime':
      return 16;
    case 'datetime':
      return 23;
    case 'time':
      return 8 + fractionLength(type);
    case 'datetime2':
      return 19 + fractionLength(type);
    case 'datetimeoffset':
      return 26 + fractionLength(type);
    default:
      return familyOf(type) === 'exact' ? precisionOf(type) : 0;
  }
}

function fractionLength(type: SqlType): number {
  return scaleOf(type) === 0 ? 0 : scaleOf(type) + 1;
}

/** INFORMATION_SCHEMA's CHARACTER_MAXIMUM_LENGTH, of characters and binaries. */
export function characterLength(type: SqlType): number | null {
  switch (type.name) {
    case 'text':
    case 'image':
      return 2_147_483_647;
    case 'ntext':
      return 1_073_741_823;
    case 'xml':
      return -1;
    case 'rowversion':
      return null;
    default:
      if (!isCharacter(type) && familyOf(type) !== 'binary') return null;
      return type.length === 'max' ? -1 : (type.length ?? 1);
  }
}
