import type { SqlType, SqlTypeName } from '../engine/engine.ts';
import { conversionKind } from './conversion-rules.ts';
import { isCharacter, isDecimal, isInteger, isUnicode, lengthOf, precisionOf, scaleOf } from './type.ts';

/** From the one that others are converted to, down: "Data type precedence" of the Transact-SQL reference. */
const precedence: readonly SqlTypeName[] = [
  'xml',
  'datetimeoffset',
  'datetime2',
  'datetime',
  'smalldatetime',
  'date',
  'time',
  'float',
  'real',
  'decimal',
  'numeric',
  'money',
  'smallmoney',
  'bigint',
  'int',
  'smallint',
  'tinyint',
  'bit',
  'ntext',
  'text',
  'image',
  'rowversion',
  'uniqueidentifier',
  'nvarchar',
  'nchar',
  'varchar',
  'char',
  'varbinary',
  'binary',
];
const rank = new Map(precedence.map((name, index) => [name, index]));

/** Negative when the first of the two types takes the other one in. */
export function comparePrecedence(a: SqlType, b: SqlType): number {
  return (rank.get(a.name) ?? 0) - (rank.get(b.name) ?? 0);
}

/**
 * What values of two types become when they meet in a comparison, CASE, COALESCE, UNION or IN: the type of higher
 * precedence, wide enough for both when they are of one family. Null when they clash (error 206).
 */
export function commonType(a: SqlType, b: SqlType): SqlType | null {
  const [high, low] = comparePrecedence(a, b) <= 0 ? [a, b] : [b, a];
  if (conversionKind(low, high) !== 'implicit') return null;
  if (isCharacter(high) && isCharacter(low)) return commonCharacters(high, low);
  if (high.name === 'decimal' || high.name === 'numeric') {
    return isDecimal(low) || isInteger(low) ? commonDecimal(high, low) : high;
  }
  if (high.name === 'datetime2' || high.name === 'datetimeoffset' || high.name === 'time')
    return { name: high.name, scale: Math.max(scaleOf(high), scaleOf(low)) };
  if (high.name === low.name && high.length !== undefined) return longer(high, low);
  if (high.name === 'varbinary' && low.name === 'binary') return longer(high, low);
  return high;
}

function commonCharacters(high: SqlType, low: SqlType): SqlType {
  const length = Math.max(lengthOf(high), lengthOf(low));
  const unicode = isUnicode(high) || isUnicode(low);
  const fixed = high.name === low.name && (high.name === 'char' || high.name === 'nchar');
  const name: SqlTypeName = unicode ? (fixed ? 'nchar' : 'nvarchar') : fixed ? 'char' : 'varchar';
  const limit = unicode ? 4000 : 8000;
  return { name, length: length === Number.POSITIVE_INFINITY ? 'max' : Math.min(length, limit) };
}

/** As many digits before and behind the point as either has; beyond 38 digits those behind the point give way. */
function commonDecimal(a: SqlType, b: SqlType): SqlType {
  const scale = Math.max(scaleOf(a), scaleOf(b));
  const whole = Math.max(precisionOf(a) - scaleOf(a), precisionOf(b) - scaleOf(b));
  const precision = Math.min(38, whole + scale);
  return { name: 'decimal', precision, scale: Math.max(0, Math.min(scale, 38 - whole)) };
}

function longer(high: SqlType, low: SqlType): SqlType {
  const length = Math.max(lengthOf(high), lengthOf(low));
  return { ...high, length: length === Number.POSITIVE_INFINITY ? 'max' : length };
}
