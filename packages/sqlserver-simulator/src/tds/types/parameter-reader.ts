import type { SqlValue } from '../../engine/engine.ts';
import { needCollation } from '../../values/collation.ts';
import { decimalText } from '../../values/decimals.ts';
import { DAYS_TO_1900, momentIn, shifted } from '../../values/moments.ts';
import type { SqlType, SqlTypeName } from '../../values/types.ts';
import { isText, isUnicode } from '../../values/types.ts';
import type { ByteReader } from '../bytes/byte-reader.ts';
import { FIXED_TYPES, MAX_LENGTH, NULL_LENGTH, PLP_NULL, PLP_UNKNOWN_LENGTH, WIRE } from './wire-types.ts';

export type TypedValue = { readonly type: SqlType; readonly value: SqlValue };

/** A type that this server does not take; the message has no way to go on behind it. */
export class UnknownWireTypeError extends Error {
  override readonly name = 'UnknownWireTypeError';

  constructor(wireType: number) {
    super(`Data type 0x${wireType.toString(16).toUpperCase().padStart(2, '0')} is unknown.`);
  }
}

/** The names of types by their identifiers: alone, with the length beside it, and those of many lengths. */
const FIXED = new Map<number, SqlTypeName>();
const NULLABLE = new Map<number, Map<number, SqlTypeName>>();
for (const [key, { wire, nullableWire, length }] of Object.entries(FIXED_TYPES)) {
  const name = key as SqlTypeName;
  if (wire !== null) FIXED.set(wire, name);
  NULLABLE.set(
    nullableWire,
    (NULLABLE.get(nullableWire) ?? new Map<number, SqlTypeName>()).set(length, name),
  );
}

const OTHERS = new Map(
  Object.entries(WIRE).map(([name, wire]) => [wire as number, name as keyof typeof WIRE]),
);

/** TYPE_INFO and the value behind it, as parameters of an RPC have them. Throws UnknownWireTypeError. */
export function readTypedValue(reader: ByteReader): TypedValue {
  const wire = reader.u8();
  const fixed = FIXED.get(wire);
  if (fixed !== undefined) return { type: { name: fixed }, value: FIXED_TYPES[fixed]?.read(reader) ?? null };
  const nullable = NULLABLE.get(wire);
  if (nullable !== undefined) {
    // The greatest length tells the type; the length of the value is the same, or 0 for NULL.
    const declared = reader.u8();
    const name = nullable.get(declared);
    if (name === undefined) throw new UnknownWireTypeError(declared);
    return { type: { name }, value: reader.u8() === 0 ? null : (FIXED_TYPES[name]?.read(reader) ?? null) };
  }
  const name = OTHERS.get(wire);
  switch (name) {
    case undefined:
      throw new UnknownWireTypeError(wire);
    case 'null':
      return { type: { name: 'nvarchar', length: 1 }, value: null };
    case 'decimal':
    case 'numeric':
      return readDecimal(reader, name);
    case 'date':
      return readMoment(reader, { name });
    case 'time':
    case 'datetime2':
    case 'datetimeoffset':
      return readMoment(reader, { name, scale: reader.u8() });
    default:
      return readSized(reader, name);
  }
}

function readDecimal(reader: ByteReader, name: 'decimal' | 'numeric'): TypedValue {
  reader.skip(1); // The greatest length
  const type = { name, precision: reader.u8(), scale: reader.u8() };
  const length = reader.u8();
  if (length === 0) return { type, value: null };
  const isPositive = reader.u8() === 1;
  let magnitude = 0n;
  for (let at = 1; at < length; at += 4) magnitude |= BigInt(reader.u32()) << BigInt((at - 1) * 8);
  return { type, value: decimalText(isPositive ? magnitude : -magnitude, type.scale) };
}

/** Time, date and offset, of which each type has some; those with an offset are sent as UTC. */
function readMoment(reader: ByteReader, type: SqlType): TypedValue {
  const length = reader.u8();
  if (length === 0) return { type, value: null };
  const dateBytes = type.name === 'time' ? 0 : 3;
  const offsetBytes = type.name === 'datetimeoffset' ? 2 : 0;
  const timeBytes = length - dateBytes - offsetBytes;
  const ticks = timeBytes === 0 ? 0 : reader.uint(timeBytes) * 10 ** (7 - (type.scale ?? 7));
  const days = dateBytes === 0 ? DAYS_TO_1900 : reader.uint(dateBytes);
  const offset = offsetBytes === 0 ? null : reader.i16();
  return { type, value: momentIn({ ...shifted({ days, ticks }, offset ?? 0), offset }, type, type) };
}

function readSized(reader: ByteReader, name: SqlTypeName): TypedValue {
  const greatest = reader.u16();
  if (isText({ name })) reader.skip(5); // Collation
  const isMax = greatest === MAX_LENGTH;
  const type: SqlType = {
    name,
    length: isMax ? 'max' : Math.max(1, greatest / (isUnicode({ name }) ? 2 : 1)),
  };
  const bytes = isMax ? readPlp(reader) : readShort(reader);
  if (bytes === null) return { type, value: null };
  // A copy: the message behind the bytes goes.
  if (!isText(type)) return { type, value: Buffer.from(bytes) };
  return { type, value: isUnicode(type) ? bytes.toString('utf16le') : needCollation().decode(bytes) };
}

function readShort(reader: ByteReader): Buffer | null {
  const length = reader.u16();
  return length === NULL_LENGTH ? null : reader.bytes(length);
}

function readPlp(reader: ByteReader): Buffer | null {
  const total = reader.u64();
  if (total === PLP_NULL) return null;
  const chunks: Buffer[] = [];
  for (let length = reader.u32(); length !== 0; length = reader.u32()) chunks.push(reader.bytes(length));
  const bytes = Buffer.concat(chunks);
  return total === PLP_UNKNOWN_LENGTH ? bytes : bytes.subarray(0, Number(total));
}
