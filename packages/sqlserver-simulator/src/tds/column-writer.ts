import type { ResultColumn, SqlType, SqlValue } from '../engine/engine.ts';
import { needCollation } from '../values/collation.ts';
import { scaledInteger } from '../values/decimals.ts';
import {
  DAYS_TO_1900,
  daysOf,
  momentOf,
  offsetMomentOf,
  shifted,
  TICKS_PER_MINUTE,
  ticksOf,
} from '../values/moments.ts';
import { lengthOf } from '../values/types.ts';
import type { ByteWriter } from './byte-writer.ts';
import { decimalLength, MAX_LENGTH, NULL_LENGTH, PLP_NULL, timeLength, WIRE } from './wire-types.ts';

/** How one column of a result goes over the wire. */
export type ColumnWriter = {
  /** TYPE_INFO (MS-TDS 2.2.5.6). */
  readonly info: (writer: ByteWriter) => void;
  readonly value: (writer: ByteWriter, value: SqlValue) => void;
  /** Bytes that NULL takes in a row; null where the type has no NULL. */
  readonly nullBytes: number | null;
};

type NotNull = Exclude<SqlValue, null>;

/** 1/300 s, the unit of datetime, in ticks of 100 ns. */
const DATETIME_UNITS_PER_DAY = 300 * 86_400;
const TICKS_TO_DATETIME_UNITS = 300 / 10_000_000;

export function columnWriter({ type, nullable }: Pick<ResultColumn, 'type' | 'nullable'>): ColumnWriter {
  switch (type.name) {
    case 'bit':
      return fixed(nullable, WIRE.bit, WIRE.bitN, 1, (writer, value) => writer.u8(value === true ? 1 : 0));
    case 'tinyint':
      return fixed(nullable, WIRE.tinyint, WIRE.intN, 1, (writer, value) => writer.u8(Number(value)));
    case 'smallint':
      return fixed(nullable, WIRE.smallint, WIRE.intN, 2, (writer, value) => writer.i16(Number(value)));
    case 'int':
      return fixed(nullable, WIRE.int, WIRE.intN, 4, (writer, value) => writer.i32(Number(value)));
    case 'bigint':
      return fixed(nullable, WIRE.bigint, WIRE.intN, 8, (writer, value) => writer.i64(integer(value)));
    case 'real':
      return fixed(nullable, WIRE.real, WIRE.floatN, 4, (writer, value) => writer.f32(Number(value)));
    case 'float':
      return fixed(nullable, WIRE.float, WIRE.floatN, 8, (writer, value) => writer.f64(Number(value)));
    case 'smallmoney':
      return fixed(nullable, WIRE.smallmoney, WIRE.moneyN, 4, (writer, value) =>
        writer.i32(Number(scaledInteger(String(value), 4))),
      );
    case 'money':
      return fixed(nullable, WIRE.money, WIRE.moneyN, 8, (writer, value) => {
        // The high half comes first.
        const amount = scaledInteger(String(value), 4);
        writer.i32(Number(amount >> 32n));
        writer.u32(Number(amount & 0xffff_ffffn));
      });
    case 'smalldatetime':
      return fixed(nullable, WIRE.smalldatetime, WIRE.datetimeN, 4, (writer, value) => {
        const { days, ticks } = momentOf(String(value));
        writer.u16(days - DAYS_TO_1900);
        writer.u16(Math.floor(ticks / TICKS_PER_MINUTE));
      });
    case 'datetime':
      return fixed(nullable, WIRE.datetime, WIRE.datetimeN, 8, (writer, value) => {
        const { days, ticks } = momentOf(String(value));
        const units = Math.round(ticks * TICKS_TO_DATETIME_UNITS);
        const isNextDay = units === DATETIME_UNITS_PER_DAY;
        writer.i32(days - DAYS_TO_1900 + (isNextDay ? 1 : 0));
        writer.u32(isNextDay ? 0 : units);
      });
    case 'decimal':
    case 'numeric':
      return decimal(type);
    case 'date':
      return short([WIRE.date], (writer, value) => {
        writer.u8(3);
        writer.uint(daysOf(String(value)), 3);
      });
    case 'time': {
      const scale = type.scale ?? 7;
      return short([WIRE.time, scale], (writer, value) => {
        writer.u8(timeLength(scale));
        time(writer, ticksOf(String(value)), scale);
      });
    }
    case 'datetime2': {
      const scale = type.scale ?? 7;
      return short([WIRE.datetime2, scale], (writer, value) => {
        const { days, ticks } = momentOf(String(value));
        writer.u8(timeLength(scale) + 3);
        time(writer, ticks, scale);
        writer.uint(days, 3);
      });
    }
    case 'datetimeoffset': {
      const scale = type.scale ?? 7;
      return short([WIRE.datetimeoffset, scale], (writer, value) => {
        const { local, offsetMinutes } = offsetMomentOf(String(value));
        const utc = shifted(local, -offsetMinutes);
        writer.u8(timeLength(scale) + 5);
        time(writer, utc.ticks, scale);
        writer.uint(utc.days, 3);
        writer.i16(offsetMinutes);
      });
    }
    case 'uniqueidentifier':
      return short([WIRE.guid, 16], (writer, value) => {
        writer.u8(16);
        writer.bytes(guidBytes(String(value)));
      });
    case 'char':
    case 'varchar': {
      const { wire, encode } = needCollation(type.collation);
      return sized(WIRE[type.name], type, 1, wire, (value) => encode(String(value)));
    }
    case 'nchar':
    case 'nvarchar':
      return type.length === 'max'
        ? sized(WIRE[type.name], type, 2, needCollation(type.collation).wire, ucs2)
        : shortUnicode(WIRE[type.name], type);
    case 'binary':
    case 'varbinary':
      return sized(WIRE[type.name], type, 1, null, binary);
    case 'rowversion':
      return sized(WIRE.binary, { name: 'binary', length: 8 }, 1, null, binary);
  }
}

/** Types that are sent without a length when they cannot be NULL, and with one byte of it when they can. */
function fixed(
  nullable: boolean,
  wire: number,
  nullableWire: number,
  length: number,
  write: (writer: ByteWriter, value: NotNull) => void,
): ColumnWriter {
  if (nullable) {
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

/** Types with one byte of length, which is 0 for NULL; `write` writes length and value. */
function short(info: readonly number[], write: (writer: ByteWriter, value: NotNull) => void): ColumnWriter {
  const bytes = Buffer.from(info);
  return {
    info: (writer) => writer.bytes(bytes),
    value: (writer, value) => {
      if (value === null) writer.u8(0);
      else write(writer, value);
    },
    nullBytes: 1,
  };
}

function decimal(type: SqlType): ColumnWriter {
  const precision = type.precision ?? 18;
  const scale = type.scale ?? 0;
  const length = decimalLength(precision);
  const wire = type.name === 'decimal' ? WIRE.decimalN : WIRE.numericN;
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

/** Characters and binaries: up to 8000 bytes with two bytes of length, `max` in chunks. */
function sized(
  wire: number,
  type: SqlType,
  unitBytes: number,
  collation: Buffer | null,
  encode: (value: NotNull) => Uint8Array,
): ColumnWriter {
  const isMax = type.length === 'max';
  const length = type.length === 'max' ? MAX_LENGTH : (type.length ?? 1) * unitBytes;
  return {
    info: (writer) => {
      writer.u8(wire);
      writer.u16(length);
      if (collation !== null) writer.bytes(collation);
    },
    value: isMax
      ? (writer, value) => plp(writer, value === null ? null : encode(value))
      : (writer, value) => {
          if (value === null) {
            writer.u16(NULL_LENGTH);
            return;
          }
          const bytes = encode(value);
          writer.u16(bytes.length);
          writer.bytes(bytes);
        },
    nullBytes: isMax ? 8 : 2,
  };
}

/** As `sized`, without a copy in between: most columns are of these types. */
function shortUnicode(wire: number, type: SqlType): ColumnWriter {
  const collation = needCollation(type.collation).wire;
  return {
    info: (writer) => {
      writer.u8(wire);
      writer.u16(lengthOf(type) * 2);
      writer.bytes(collation);
    },
    value: (writer, value) => {
      if (value === null) {
        writer.u16(NULL_LENGTH);
        return;
      }
      const text = String(value);
      writer.u16(text.length * 2);
      writer.ucs2(text);
    },
    nullBytes: 2,
  };
}

/** MS-TDS 2.2.5.2.3: the whole length, chunks with a length each, and an empty one. */
function plp(writer: ByteWriter, bytes: Uint8Array | null): void {
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

function time(writer: ByteWriter, ticks: number, scale: number): void {
  writer.uint(Math.floor(ticks / 10 ** (7 - scale)), timeLength(scale));
}

function integer(value: NotNull): bigint {
  return typeof value === 'bigint' ? value : BigInt(Number(value));
}

function ucs2(value: NotNull): Buffer {
  return Buffer.from(String(value), 'utf16le');
}

function binary(value: NotNull): Buffer {
  if (!Buffer.isBuffer(value)) throw new TypeError('A binary column has a value that is no Buffer.');
  return value;
}

/** The first three groups are little-endian. */
function guidBytes(text: string): Buffer {
  const bytes = Buffer.from(text.replaceAll('-', ''), 'hex');
  bytes.subarray(0, 4).reverse();
  bytes.subarray(4, 6).reverse();
  bytes.subarray(6, 8).reverse();
  return bytes;
}
