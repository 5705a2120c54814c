import { scaledInteger } from '../../values/decimals.ts';
import { DAYS_TO_1900, partsOf, TICKS_PER_MINUTE } from '../../values/moments.ts';
import type { SqlValue } from '../../values/sql-value.ts';
import type { SqlTypeName } from '../../values/types.ts';
import type { ByteReader } from '../bytes/byte-reader.ts';
import type { ByteWriter } from '../bytes/byte-writer.ts';

/** MS-TDS 2.2.5.4: identifiers of data types on the wire. */

export type NotNull = Exclude<SqlValue, null>;

/** A type with values of fixed length. */
type FixedType = {
  /** Not nullable: sent without a length. A uniqueidentifier always has one. */
  readonly wire: number | null;
  /** Nullable: sent with its length. */
  readonly nullableWire: number;
  readonly length: number;
  readonly write: (to: ByteWriter, value: NotNull) => void;
  /** Absent if no client binds it. */
  readonly read?: (from: ByteReader) => NotNull;
};

function fixed(
  [wire, nullableWire, length]: readonly [number | null, number, number],
  write: FixedType['write'],
  read?: FixedType['read'],
): FixedType {
  return { wire, nullableWire, length, write, read };
}

/** 1/300 s, the unit of datetime, in ticks of 100 ns. */
const DATETIME_UNITS_PER_TICK = 300 / 10_000_000;

export const FIXED_TYPES: Readonly<Partial<Record<SqlTypeName, FixedType>>> = {
  bit: fixed(
    [0x32, 0x68, 1],
    (to, value) => to.u8(value === true ? 1 : 0),
    (from) => from.u8() !== 0,
  ),
  tinyint: fixed([0x30, 0x26, 1], (to, value) => to.u8(Number(value))),
  smallint: fixed([0x34, 0x26, 2], (to, value) => to.i16(Number(value))),
  int: fixed(
    [0x38, 0x26, 4],
    (to, value) => to.i32(Number(value)),
    (from) => from.i32(),
  ),
  real: fixed([0x3b, 0x6d, 4], (to, value) => to.f32(Number(value))),
  float: fixed(
    [0x3e, 0x6d, 8],
    (to, value) => to.f64(Number(value)),
    (from) => from.f64(),
  ),
  bigint: fixed(
    [0x7f, 0x26, 8],
    (to, value) => to.i64(BigInt(String(value))),
    (from) => from.i64(),
  ),
  smallmoney: fixed([0x7a, 0x6e, 4], (to, value) => to.i32(Number(scaledInteger(String(value), 4)))),
  // The high half of money comes first.
  money: fixed([0x3c, 0x6e, 8], (to, value) => {
    const amount = scaledInteger(String(value), 4);
    to.i32(Number(amount >> 32n));
    to.u32(Number(amount & 0xffff_ffffn));
  }),
  smalldatetime: fixed([0x3a, 0x6f, 4], (to, value) => {
    const { days, ticks } = partsOf(String(value), { name: 'smalldatetime' });
    to.u16(days - DAYS_TO_1900);
    to.u16(Math.floor(ticks / TICKS_PER_MINUTE));
  }),
  datetime: fixed([0x3d, 0x6f, 8], (to, value) => {
    const { days, ticks } = partsOf(String(value), { name: 'datetime' });
    to.i32(days - DAYS_TO_1900);
    to.u32(Math.round(ticks * DATETIME_UNITS_PER_TICK));
  }),
  uniqueidentifier: fixed([null, 0x24, 16], (to, value) =>
    to.bytes(swapped(Buffer.from(String(value).replaceAll('-', ''), 'hex'))),
  ),
};

/** The first three groups of a uniqueidentifier are little-endian. */
function swapped(bytes: Buffer): Buffer {
  bytes.subarray(0, 4).reverse();
  bytes.subarray(4, 6).reverse();
  bytes.subarray(6, 8).reverse();
  return bytes;
}

export const WIRE = {
  // One byte of length.
  date: 0x28,
  time: 0x29,
  datetime2: 0x2a,
  datetimeoffset: 0x2b,
  decimal: 0x6a,
  numeric: 0x6c,
  // Two bytes of length, or chunks (PLP) if the maximum length is FFFF.
  varbinary: 0xa5,
  varchar: 0xa7,
  binary: 0xad,
  char: 0xaf,
  nvarchar: 0xe7,
  nchar: 0xef,
} as const;

/** Declares a value of any length, sent in chunks (PLP). */
export const MAX_LENGTH = 0xffff;
/** NULL, where lengths have two bytes. */
export const NULL_LENGTH = 0xffff;
/** A PLP value that is NULL, and one of unknown length. */
export const PLP_NULL = 0xffff_ffff_ffff_ffffn;
export const PLP_UNKNOWN_LENGTH = 0xffff_ffff_ffff_fffen;
