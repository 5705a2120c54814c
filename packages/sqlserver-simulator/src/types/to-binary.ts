import { Buffer } from 'node:buffer';
import { SqlServerError, type SqlType } from '../engine/engine.ts';
import type { StoredValue } from '../engine/storage.ts';
import { bytesOfCodePage } from './code-page.ts';
import { errorConverting } from './conversion-errors.ts';
import { exactOfKey, rescale } from './exact-number.ts';
import { fromStored, toStored } from './stored.ts';
import { familyOf, isInteger, isMoney, isUnicode, lengthOf } from './type.ts';

/** The bytes of a value, cut or filled to the declared length: numbers keep their last bytes, all else the first. */
export function toBinary(
  value: Exclude<StoredValue, null>,
  from: SqlType,
  to: SqlType,
  style?: number,
): Uint8Array {
  const bytes = bytesOf(value, from, to, style);
  const length = lengthOf(to);
  const isNumber = familyOf(from) === 'exact';
  if (bytes.length > length)
    return isNumber ? bytes.subarray(bytes.length - length) : bytes.subarray(0, length);
  if (to.name !== 'binary' || bytes.length === length) return bytes;
  const filled = new Uint8Array(length);
  filled.set(bytes, isNumber ? length - bytes.length : 0);
  return filled;
}

const integerSizes: Record<string, number> = { bit: 1, tinyint: 1, smallint: 2, int: 4, bigint: 8 };

function bytesOf(value: Exclude<StoredValue, null>, from: SqlType, to: SqlType, style = 0): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (isInteger(from)) return bigEndian(BigInt(value), integerSizes[from.name] ?? 8);
  switch (familyOf(from)) {
    case 'exact':
      if (!isMoney(from)) throw errorConverting(from, to);
      return bigEndian(rescale(exactOfKey(String(value)), 4).unscaled, from.name === 'smallmoney' ? 4 : 8);
    case 'approximate': {
      const buffer = Buffer.alloc(from.name === 'real' ? 4 : 8);
      if (from.name === 'real') buffer.writeFloatBE(Number(value));
      else buffer.writeDoubleBE(Number(value));
      return buffer;
    }
    case 'guid':
      return bytesOfGuid(String(fromStored(value, from)));
    case 'character':
      return bytesOfText(String(value), from, to, style);
    case 'xml':
      return Buffer.from(String(value), 'utf16le');
    default:
      throw errorConverting(from, to);
  }
}

function bigEndian(value: bigint, size: number): Uint8Array {
  const buffer = Buffer.alloc(8);
  buffer.writeBigInt64BE(BigInt.asIntN(64, value));
  return buffer.subarray(8 - size);
}

function bytesOfText(text: string, from: SqlType, to: SqlType, style: number): Uint8Array {
  if (style === 0) return isUnicode(from) ? Buffer.from(text, 'utf16le') : bytesOfCodePage(text);
  const digits = style === 1 ? /^0x([0-9a-f]*)$/i.exec(text)?.[1] : text;
  if (digits === undefined || digits.length % 2 === 1 || !/^[0-9a-f]*$/i.test(digits))
    throw errorConverting(from, to);
  return Buffer.from(digits, 'hex');
}

/** The first three groups of a uniqueidentifier are kept with their last byte first. */
const guidBytes = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];

function bytesOfGuid(text: string): Uint8Array {
  const written = Buffer.from(text.replaceAll('-', ''), 'hex');
  return Uint8Array.from(guidBytes, (at) => written[at] ?? 0);
}

/** To uniqueidentifier, in the stored form; characters after the thirty-sixth are ignored, as SQL Server does. */
export function toGuid(value: Exclude<StoredValue, null>, from: SqlType, to: SqlType): string {
  if (value instanceof Uint8Array) {
    const kept = new Uint8Array(16);
    kept.set(value.subarray(0, 16));
    const digits = Buffer.from(Uint8Array.from(guidBytes, (at) => kept[at] ?? 0)).toString('hex');
    return String(toStored(digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), to));
  }
  if (familyOf(from) !== 'character') throw errorConverting(from, to);
  const match = /^\{?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i.exec(String(value));
  if (!match?.[1])
    throw new SqlServerError({
      number: 8169,
      state: 2,
      message: 'Conversion failed when converting from a character string to uniqueidentifier.',
    });
  return String(toStored(match[1], to));
}
