import { Buffer } from 'node:buffer';
import { SqlServerError, type SqlType } from '../engine/engine.ts';
import type { StoredValue } from '../engine/storage.ts';
import { arithmeticOverflow, errorConverting, truncated } from './conversion-errors.ts';
import { toBinary, toGuid } from './to-binary.ts';
import { toCharacters } from './to-characters.ts';
import { toMoment } from './to-moment.ts';
import { toDecimal, toFloat, toInteger } from './to-number.ts';
import { familyOf, isCharacter, isInteger, lengthOf } from './type.ts';

export { conversionKind } from './conversion-rules.ts';

/**
 * A value of one type in the stored form of another; NULL stays NULL. Throws SQL Server's error when the value cannot
 * become one; whether the types may meet at all is said by `conversionKind`. `style` is CONVERT's third argument. A text
 * that is too long is cut: what writes to a column uses `assignStored`.
 */
export function convertStored(
  value: StoredValue,
  from: SqlType,
  to: SqlType,
  options: { readonly explicit: boolean; readonly style?: number },
): StoredValue {
  if (value === null) return null;
  if (isInteger(to)) return toInteger(value, from, to);
  switch (familyOf(to)) {
    case 'exact':
      return toDecimal(value, from, to);
    case 'approximate':
      return toFloat(value, from, to);
    case 'character':
      return toCharacters(value, from, to, options.style);
    case 'moment':
      return toMoment(value, from, to, options.style);
    case 'guid':
      return from.name === 'uniqueidentifier' ? value : toGuid(value, from, to);
    case 'binary':
      return toBinary(value, from, to, options.style);
    case 'xml':
      if (from.name === 'xml' || isCharacter(from)) return String(value);
      throw errorConverting(from, to);
  }
}

/**
 * The same for INSERT and UPDATE, which cut off nothing but blanks. `table` is the full name, `database.schema.table`.
 */
export function assignStored(
  value: StoredValue,
  from: SqlType,
  to: SqlType,
  target: { readonly table: string; readonly column: string },
): StoredValue {
  if (value === null) return null;
  const length = lengthOf(to);
  if (isCharacter(to) && length !== Number.POSITIVE_INFINITY) {
    const text = isCharacter(from)
      ? String(value)
      : String(convertStored(value, from, { name: to.name, length: 'max' }, { explicit: false }));
    if (text.length > length && text.slice(length).trimEnd().length > 0) {
      if (familyOf(from) === 'exact' || familyOf(from) === 'approximate')
        throw arithmeticOverflow(isInteger(from) ? null : from, to);
      throw truncated(target.table, target.column, text.slice(0, length));
    }
  }
  if (value instanceof Uint8Array && familyOf(to) === 'binary' && value.length > length)
    throw truncated(target.table, target.column, Buffer.from(value.subarray(0, length)).toString('hex'));
  return convertStored(value, from, to, { explicit: false });
}

/** Whether an error is one of a value that cannot be converted, which TRY_CAST and TRY_CONVERT turn into NULL. */
export function isConversionError(error: unknown): boolean {
  return error instanceof SqlServerError && conversionErrorNumbers.has(error.number);
}
const conversionErrorNumbers = new Set([
  220, 232, 234, 235, 241, 242, 244, 245, 248, 293, 295, 8114, 8115, 8169, 8170,
]);
