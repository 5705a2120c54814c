import { needCollation } from '../../values/collation.ts';
import { scaledInteger } from '../../values/decimals.ts';
import { partsOf, shifted } from '../../values/moments.ts';
import type { ResultColumn, SqlValue } from '../../values/sql-value.ts';
import {
  decimalLength,
  isText,
  isUnicode,
  precisionOf,
  type SqlType,
  scaleOf,
  timeLength,
} from '../../values/types.ts';
import type { ByteWriter } from '../bytes/byte-writer.ts';
import { FIXED_TYPES, MAX_LENGTH, type NotNull, NULL_LENGTH, PLP_NULL, WIRE } from './wire-types.ts';

/** Writes one column of a result. */
export type ColumnWriter = {
  /** TYPE_INFO (MS-TDS 2.2.5.6). */
  readonly info: (writer: ByteWriter) => void;
  readonly value: (writer: ByteWriter, value: SqlValue) => void;
  /** Bytes of NULL in a row; null if the type has no NULL. */
  readonly nullBytes: number | null;
};

export function columnWriter({ type, nullable }: Pick<ResultColumn, 'type' | 'nullable'>): ColumnWriter {
  const { name } = type;
  const fixed = FIXED_TYPES[name];
  if (fixed !== undefined) {
    const { wire, nullableWire, length, write } = fixed;
    if (wire === null || nullable) {
      return short([nullableWire, length], (writer, value) => {
        writer.u8(length);
        write(writer, value);
      });
    }
    return {
      info: (writer) => writer.u8(wire),
      value: (writer, value) => {
        if (value === null) throw new TypeError('A column that was declared NOT NULL has a NULL.');
        write(writer, value);
      },
      nullBytes: null,
    };
  }
  switch (name) {
    case 'decimal':
    case 'numeric':
      return decimal(type, WIRE[name]);
    case 'date':
      return short([WIRE.date], (writer, value) => moment(writer, value, type));
    case 'time':
    case 'datetime2':
    case 'datetimeoffset':
      return short([WIRE[name], scaleOf(type)], (writer, value) => moment(writer, value, type));
    case 'rowversion':
      return sized({ name: 'binary', length: 8 }, WIRE.binary);
    case 'char':
    case 'varchar':
    case 'nchar':
    case 'nvarchar':
    case 'binary':
    case 'varbinary':
      return sized(type, WIRE[name]);
    default:
      throw new TypeError(`Columns of ${name} are not sent.`);
  }
}

/** Types with a length of one byte, which is 0 for NULL; `write` writes length and value. */
function short(info: readonly number[], write: (writer: ByteWriter, value: NotNull) => void): ColumnWriter {
  const bytes = Buffer.from(info);
  return {
    info: (writer) => writer.bytes(bytes),
    value: (writer, value) => (value === null ? writer.u8(0) : write(writer, value)),
    nullBytes: 1,
  };
}

function decimal(type: SqlType, wire: number): ColumnWriter {
  const [precision, scale] = [precisionOf(type), scaleOf(type)];
  const length = decimalLength(precision);
  return short([wire, length, precision, scale], (writer, value) => {
    const number = scaledInteger(String(value), scale);
    let magnitude = number < 0n ? -number : number;
    writer.u8(length);
    writer.u8(number < 0n ? 0 : 1);
    for (let at = 1; at < length; at += 4) {
      writer.u32(Number(magnitude & 0xffff_ffffn));
      magnitude >>= 32n;
    }
  });
}

/** Time, date and offset, as far as the type has them; with an offset they are sent as UTC. */
function moment(writer: ByteWriter, value: NotNull, type: SqlType): void {
  const parts = partsOf(String(value), type);
  const { days, ticks } = shifted(parts, -(parts.offset ?? 0));
  const scale = scaleOf(type);
  const timeBytes = type.name === 'date' ? 0 : timeLength(scale);
  const dateBytes = type.name === 'time' ? 0 : 3;
  writer.u8(timeBytes + dateBytes + (parts.offset === null ? 0 : 2));
  if (timeBytes > 0) writer.uint(Math.floor(ticks / 10 ** (7 - scale)), timeBytes);
  if (dateBytes > 0) writer.uint(days, dateBytes);
  if (parts.offset !== null) writer.i16(parts.offset);
}

/** Characters and binaries: up to 8000 bytes with a two-byte length, `max` in chunks. */
function sized(type: SqlType, wire: number): ColumnWriter {
  const isMax = type.length === 'max';
  const length = type.length === 'max' ? MAX_LENGTH : (type.length ?? 1) * (isUnicode(type) ? 2 : 1);
  const encode = encoderOf(type);
  return {
    info: (writer) => {
      writer.u8(wire);
      writer.u16(length);
      if (isText(type)) writer.bytes(needCollation(type.collation).wire);
    },
    value: (writer, value) => {
      const bytes = value === null ? null : encode(value);
      if (isMax) plp(writer, bytes);
      else {
        writer.u16(bytes?.length ?? NULL_LENGTH);
        writer.bytes(bytes ?? Buffer.alloc(0));
      }
    },
    nullBytes: isMax ? 8 : 2,
  };
}

function encoderOf(type: SqlType): (value: NotNull) => Buffer {
  if (!isText(type)) return binary;
  if (isUnicode(type)) return (value) => Buffer.from(String(value), 'utf16le');
  const { encode } = needCollation(type.collation);
  return (value) => encode(String(value));
}

function binary(value: NotNull): Buffer {
  if (!Buffer.isBuffer(value)) throw new TypeError('A binary column has a value that is no Buffer.');
  return value;
}

/** MS-TDS 2.2.5.2.3: the total length, chunks with their lengths, and an empty one. */
function plp(writer: ByteWriter, bytes: Buffer | null): void {
  if (bytes === null) {
    writer.u64(PLP_NULL);
    return;
  }
  writer.u64(BigInt(bytes.length));
  if (bytes.length > 0) {
    writer.u32(bytes.length);
    writer.bytes(bytes);
  }
  writer.u32(0);
}
