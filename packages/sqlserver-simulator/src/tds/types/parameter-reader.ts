import type { SqlValue } from '../../values/sql-value.ts';
import type { SqlType, SqlTypeName } from '../../values/types.ts';
import type { ByteReader } from '../bytes/byte-reader.ts';
import { FIXED_TYPES, MAX_LENGTH, NULL_LENGTH, PLP_NULL, PLP_UNKNOWN_LENGTH, WIRE } from './wire-types.ts';

export type TypedValue = { readonly type: SqlType; readonly value: SqlValue };

/** An unsupported type; the rest of the message cannot be read. */
export class UnknownWireTypeError extends Error {
  override readonly name = 'UnknownWireTypeError';

  constructor(wireType: number) {
    super(`Data type 0x${wireType.toString(16).toUpperCase().padStart(2, '0')} is unknown.`);
  }
}

/**
 * TYPE_INFO and the value of an RPC parameter: texts, and the numbers that FIXED_TYPES can read. Throws
 * UnknownWireTypeError.
 */
export function readTypedValue(reader: ByteReader): TypedValue {
  const wire = reader.u8();
  if (wire === WIRE.nvarchar) return readText(reader);
  // The maximum length determines the type; the value has the same length, or 0 for NULL.
  const declared = reader.u8();
  for (const [name, { nullableWire, length, read }] of Object.entries(FIXED_TYPES)) {
    if (nullableWire === wire && length === declared && read !== undefined)
      return { type: { name: name as SqlTypeName }, value: reader.u8() === 0 ? null : read(reader) };
  }
  throw new UnknownWireTypeError(wire);
}

function readText(reader: ByteReader): TypedValue {
  const greatest = reader.u16();
  reader.skip(5); // Collation
  const isMax = greatest === MAX_LENGTH;
  const bytes = isMax ? readPlp(reader) : readShort(reader);
  return {
    type: { name: 'nvarchar', length: isMax ? 'max' : Math.max(1, greatest / 2) },
    value: bytes?.toString('utf16le') ?? null,
  };
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
