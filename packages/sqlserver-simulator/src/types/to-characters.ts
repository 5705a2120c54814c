import { Buffer } from 'node:buffer';
import { SqlServerError, type SqlType } from '../engine/engine.ts';
import type { StoredValue } from '../engine/storage.ts';
import { inCodePage, textOfCodePage } from './code-page.ts';
import { arithmeticOverflow, invalidStyle } from './conversion-errors.ts';
import { type ExactNumber, exactOfKey, formatExact, rescale, textOfKey } from './exact-number.ts';
import { formatMoment } from './moment-styles.ts';
import { fromStored } from './stored.ts';
import { familyOf, isInteger, isMoney, isUnicode, lengthOf, scaleOf } from './type.ts';

/** The text of any value, cut or filled to the length of the type where SQL Server does so. */
export function toCharacters(
  value: Exclude<StoredValue, null>,
  from: SqlType,
  to: SqlType,
  style?: number,
): string {
  const text = textOf(value, from, to, style);
  const length = lengthOf(to);
  if (text.length > length) return cut(text, from, to, length);
  return to.name === 'char' || to.name === 'nchar' ? text.padEnd(length) : text;
}

function textOf(value: Exclude<StoredValue, null>, from: SqlType, to: SqlType, style?: number): string {
  if (isInteger(from)) return String(value);
  switch (familyOf(from)) {
    case 'exact':
      return isMoney(from)
        ? formatMoney(exactOfKey(String(value)), style)
        : textOfKey(String(value), scaleOf(from));
    case 'approximate':
      return formatFloat(Number(value), from, style);
    case 'moment':
      return formatMoment(String(value), from, to, style);
    case 'guid':
      return String(fromStored(value, from));
    case 'binary':
      return textOfBytes(value instanceof Uint8Array ? value : new Uint8Array(), to, from, style);
    default:
      return isUnicode(to) ? String(value) : inCodePage(String(value));
  }
}

/** Texts, dates and binaries are cut silently by CAST; a number that does not fit is an error, an integer a star. */
function cut(text: string, from: SqlType, to: SqlType, length: number): string {
  switch (familyOf(from)) {
    case 'exact':
      if (isMoney(from))
        throw new SqlServerError({
          number: 234,
          state: 2,
          message: `There is insufficient result space to convert a money value to ${to.name}.`,
        });
      if (!isInteger(from)) throw arithmeticOverflow(from, to);
      if (isUnicode(to) || from.name === 'bigint') throw arithmeticOverflow(null, to);
      return to.name === 'char' ? '*'.padEnd(length) : '*';
    case 'approximate':
      throw arithmeticOverflow(null, to);
    case 'guid':
      throw new SqlServerError({
        number: 8170,
        state: 2,
        message: 'Insufficient result space to convert uniqueidentifier value to char.',
      });
    default:
      return text.slice(0, length);
  }
}

/** Style 0: two digits; 1: with commas too; 2 and 126: four digits. */
function formatMoney(value: ExactNumber, style = 0): string {
  if (style === 2 || style === 126) return formatExact(rescale(value, 4));
  const text = formatExact(rescale(value, 2));
  return style === 1 ? text.replace(/\B(?=(\d{3})+\.)/g, ',') : text;
}

/** Style 0: at most six digits, scientific where they do not do; 1, 2 and 3: scientific with 8, 16 and 17 digits. */
function formatFloat(value: number, from: SqlType, style = 0): string {
  const digits: Record<number, number> = { 1: 8, 2: 16, 3: 17 };
  const fixed = digits[style];
  if (fixed !== undefined) return longExponent(value.toExponential(fixed - 1));
  if (style !== 0 && style !== 126) throw invalidStyle(style, from);
  if (value === 0) return '0';
  const scientific = value.toExponential(5);
  const exponent = Number(scientific.slice(scientific.indexOf('e') + 1));
  if (exponent < -4 || exponent >= 6) return longExponent(scientific.replace(/\.?0+e/, 'e'));
  const text = value.toFixed(Math.max(0, 5 - exponent));
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Exponents have a sign and three digits. */
function longExponent(text: string): string {
  return text.replace(
    /e([+-])(\d+)$/,
    (_, sign: string, digits: string) => `e${sign}${digits.padStart(3, '0')}`,
  );
}

/** Style 0: the bytes are the text; 1 and 2: their hexadecimal digits, with and without 0x. */
function textOfBytes(bytes: Uint8Array, to: SqlType, from: SqlType, style = 0): string {
  const buffer = Buffer.from(bytes);
  switch (style) {
    case 0:
      return isUnicode(to) ? buffer.toString('utf16le') : textOfCodePage(buffer);
    case 1:
      return `0x${buffer.toString('hex').toUpperCase()}`;
    case 2:
      return buffer.toString('hex').toUpperCase();
    default:
      throw invalidStyle(style, from);
  }
}
