import type { SqlType, SqlTypeName, SqlValue } from '../engine/engine.ts';
import { needCollation } from '../values/collation.ts';
import { decimalText } from '../values/decimals.ts';
import {
  DAYS_TO_1900,
  dateText,
  type Moment,
  momentText,
  offsetMomentText,
  shifted,
  TICKS_PER_MINUTE,
  timeText,
} from '../values/moments.ts';
import type { ByteReader } from './byte-reader.ts';
import { MAX_LENGTH, NULL_LENGTH, PLP_NULL, PLP_UNKNOWN_LENGTH, WIRE } from './wire-types.ts';

export type TypedValue = { readonly type: SqlType; readonly value: SqlValue };

/** A type that this server does not take; the message has no way to go on behind it. */
export class UnknownWireTypeError extends Error {
  override readonly name = 'UnknownWireTypeError';
  readonly wireType: number;

  constructor(wireType: number) {
    super(`Data type 0x${wireType.toString(16).toUpperCase().padStart(2, '0')} is unknown.`);
    this.wireType = wireType;
  }
}

/** TYPE_INFO and the value behind it, as parameters of an RPC have them. Throws UnknownWireTypeError. */
export function readTypedValue(reader: ByteReader): TypedValue {
  const wire = reader.u8();
  switch (wire) {
    case WIRE.null:
      return { type: { name: 'nvarchar', length: 1 }, value: null };
    case WIRE.tinyint:
      return read(reader, 'tinyint', 1);
    case WIRE.bit:
      return read(reader, 'bit', 1);
    case WIRE.smallint:
      return read(reader, 'smallint', 2);
    case WIRE.int:
      return read(reader, 'int', 4);
    case WIRE.bigint:
      return read(reader, 'bigint', 8);
    case WIRE.real:
      return read(reader, 'real', 4);
    case WIRE.float:
      return read(reader, 'float', 8);
    case WIRE.smallmoney:
      return read(reader, 'smallmoney', 4);
    case WIRE.money:
      return read(reader, 'money', 8);
    case WIRE.smalldatetime:
      return read(reader, 'smalldatetime', 4);
    case WIRE.datetime:
      return read(reader, 'datetime', 8);
    case WIRE.bitN:
      return readNullable(reader, { 1: 'bit' });
    case WIRE.intN:
      return readNullable(reader, { 1: 'tinyint', 2: 'smallint', 4: 'int', 8: 'bigint' });
    case WIRE.floatN:
      return readNullable(reader, { 4: 'real', 8: 'float' });
    case WIRE.moneyN:
      return readNullable(reader, { 4: 'smallmoney', 8: 'money' });
    case WIRE.datetimeN:
      return readNullable(reader, { 4: 'smalldatetime', 8: 'datetime' });
    case WIRE.guid:
      return readNullable(reader, { 16: 'uniqueidentifier' });
    case WIRE.decimalN:
    case WIRE.numericN:
      return readDecimal(reader, wire === WIRE.decimalN ? 'decimal' : 'numeric');
    case WIRE.date: {
      const length = reader.u8();
      return { type: { name: 'date' }, value: length === 0 ? null : dateText(reader.uint(length)) };
    }
    case WIRE.time:
    case WIRE.datetime2:
    case WIRE.datetimeoffset:
      return readMoment(reader, wire);
    case WIRE.char:
    case WIRE.varchar:
      return readSized(reader, wire === WIRE.char ? 'char' : 'varchar', needCollation().decode);
    case WIRE.nchar:
    case WIRE.nvarchar:
      return readSized(reader, wire === WIRE.nchar ? 'nchar' : 'nvarchar', fromUcs2);
    case WIRE.binary:
    case WIRE.varbinary:
      return readSized(reader, wire === WIRE.binary ? 'binary' : 'varbinary', copied);
    default:
      throw new UnknownWireTypeError(wire);
  }
}

function read(reader: ByteReader, name: SqlTypeName, length: number): TypedValue {
  return { type: { name }, value: fixedValue(reader, name, length) };
}

/** The greatest length tells the type; the length of the value is the same, or 0 for NULL. */
function readNullable(reader: ByteReader, names: Readonly<Record<number, SqlTypeName>>): TypedValue {
  const declared = reader.u8();
  const name = names[declared];
  if (name === undefined) throw new UnknownWireTypeError(declared);
  const length = reader.u8();
  return { type: { name }, value: length === 0 ? null : fixedValue(reader, name, length) };
}

function fixedValue(reader: ByteReader, name: SqlTypeName, length: number): SqlValue {
  switch (name) {
    case 'bit':
      return reader.u8() !== 0;
    case 'bigint':
      return reader.i64();
    case 'smallint':
      return reader.i16();
    case 'int':
      return reader.i32();
    case 'real':
      return reader.f32();
    case 'float':
      return reader.f64();
    case 'smallmoney':
      return decimalText(BigInt(reader.i32()), 4);
    case 'money': {
      // The high half comes first.
      const high = BigInt(reader.i32());
      return decimalText((high << 32n) | BigInt(reader.u32()), 4);
    }
    case 'smalldatetime': {
      const days = DAYS_TO_1900 + reader.u16();
      return momentText({ days, ticks: reader.u16() * TICKS_PER_MINUTE });
    }
    case 'datetime': {
      const days = DAYS_TO_1900 + reader.i32();
      // 1/300 s; SQL Server writes them as milliseconds that end in 0, 3 or 7.
      return momentText({ days, ticks: Math.round((reader.u32() * 10) / 3) * 10_000 });
    }
    case 'uniqueidentifier':
      return guidText(reader.bytes(16));
    default:
      return reader.uint(length);
  }
}

function readDecimal(reader: ByteReader, name: 'decimal' | 'numeric'): TypedValue {
  reader.skip(1); // The greatest length
  const precision = reader.u8();
  const scale = reader.u8();
  const type: SqlType = { name, precision, scale };
  const length = reader.u8();
  if (length === 0) return { type, value: null };
  const isPositive = reader.u8() === 1;
  let magnitude = 0n;
  for (let at = 1; at < length; at += 4) magnitude |= BigInt(reader.u32()) << BigInt((at - 1) * 8);
  return { type, value: decimalText(isPositive ? magnitude : -magnitude, scale) };
}

function readMoment(reader: ByteReader, wire: number): TypedValue {
  const scale = reader.u8();
  const length = reader.u8();
  const ticks = (bytes: number): number => reader.uint(bytes) * 10 ** (7 - scale);
  if (wire === WIRE.time) {
    return { type: { name: 'time', scale }, value: length === 0 ? null : timeText(ticks(length)) };
  }
  const isOffset = wire === WIRE.datetimeoffset;
  const type: SqlType = { name: isOffset ? 'datetimeoffset' : 'datetime2', scale };
  if (length === 0) return { type, value: null };
  const time = ticks(length - (isOffset ? 5 : 3));
  const moment: Moment = { days: reader.uint(3), ticks: time };
  if (!isOffset) return { type, value: momentText(moment) };
  const offset = reader.i16();
  return { type, value: offsetMomentText(shifted(moment, offset), offset) };
}

function readSized(
  reader: ByteReader,
  name: 'char' | 'varchar' | 'nchar' | 'nvarchar' | 'binary' | 'varbinary',
  decode: (bytes: Buffer) => string | Buffer,
): TypedValue {
  const greatest = reader.u16();
  const isBinary = name === 'binary' || name === 'varbinary';
  if (!isBinary) reader.skip(5); // Collation
  if (greatest === MAX_LENGTH) {
    const bytes = readPlp(reader);
    return { type: { name, length: 'max' }, value: bytes === null ? null : decode(bytes) };
  }
  const unitBytes = name === 'nchar' || name === 'nvarchar' ? 2 : 1;
  const type: SqlType = { name, length: Math.max(1, greatest / unitBytes) };
  const length = reader.u16();
  return { type, value: length === NULL_LENGTH ? null : decode(reader.bytes(length)) };
}

function readPlp(reader: ByteReader): Buffer | null {
  const total = reader.u64();
  if (total === PLP_NULL) return null;
  const chunks: Buffer[] = [];
  for (let length = reader.u32(); length !== 0; length = reader.u32()) chunks.push(reader.bytes(length));
  const bytes = Buffer.concat(chunks);
  return total === PLP_UNKNOWN_LENGTH ? bytes : bytes.subarray(0, Number(total));
}

function fromUcs2(bytes: Buffer): string {
  return bytes.toString('utf16le');
}

/** Not a view: the message behind it is let go. */
function copied(bytes: Buffer): Buffer {
  return Buffer.from(bytes);
}

/** The first three groups are little-endian. */
function guidText(wire: Buffer): string {
  const bytes = Buffer.from(wire);
  bytes.subarray(0, 4).reverse();
  bytes.subarray(4, 6).reverse();
  bytes.subarray(6, 8).reverse();
  return bytes
    .toString('hex')
    .toUpperCase()
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
