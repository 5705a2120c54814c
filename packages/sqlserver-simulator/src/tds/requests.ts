import { type IsolationLevel, SqlServerError } from '../engine/engine.ts';
import { ByteReader } from './byte-reader.ts';
import { readTypedValue, type TypedValue, UnknownWireTypeError } from './parameter-reader.ts';
import { TdsProtocolError } from './protocol-error.ts';

/**
 * MS-TDS 2.2.5.3: ALL_HEADERS, in front of every request; what they say does not matter with one request at a
 * time.
 */
function skipHeaders(reader: ByteReader): void {
  const length = reader.u32();
  reader.skip(length - 4);
}

export function parseSqlBatch(payload: Buffer): string {
  const reader = new ByteReader(payload);
  skipHeaders(reader);
  return reader.rest().toString('utf16le');
}

export type RpcParameter = TypedValue & { readonly name: string; readonly isOutput: boolean };

export type RpcCall = {
  /** As the client spells it, without brackets; `sp_executesql` and its like also when called by number. */
  readonly procedure: string;
  readonly parameters: readonly RpcParameter[];
};

/** MS-TDS 2.2.6.6: ProcID. */
const PROCEDURES: Readonly<Record<number, string>> = {
  1: 'sp_cursor',
  2: 'sp_cursoropen',
  3: 'sp_cursorprepare',
  4: 'sp_cursorexecute',
  5: 'sp_cursorprepexec',
  6: 'sp_cursorunprepare',
  7: 'sp_cursorfetch',
  8: 'sp_cursoroption',
  9: 'sp_cursorclose',
  10: 'sp_executesql',
  11: 'sp_prepare',
  12: 'sp_execute',
  13: 'sp_prepexec',
  14: 'sp_prepexecrpc',
  15: 'sp_unprepare',
};

const BY_NUMBER = 0xffff;
/** Between two calls of one message. */
const NEXT_CALL = 0xff;
const OUTPUT = 0x01;

/** MS-TDS 2.2.6.6. Throws a SqlServerError 8009 for a parameter of a type that is not taken. */
export function parseRpc(payload: Buffer): RpcCall[] {
  const reader = new ByteReader(payload);
  skipHeaders(reader);
  const calls: RpcCall[] = [];
  while (!reader.atEnd) {
    const procedure = readProcedure(reader);
    reader.skip(2); // OptionFlags: recompile and metadata, which change no answer
    const parameters: RpcParameter[] = [];
    while (!reader.atEnd && reader.peek() !== NEXT_CALL) {
      parameters.push(readParameter(reader, parameters.length + 1));
    }
    if (!reader.atEnd) reader.skip(1);
    calls.push({ procedure, parameters });
  }
  return calls;
}

function readProcedure(reader: ByteReader): string {
  const length = reader.u16();
  if (length !== BY_NUMBER) return reader.ucs2(length).replace(/^\[(.*)\]$/, '$1');
  const number = reader.u16();
  const name = PROCEDURES[number];
  if (name === undefined) throw new TdsProtocolError(`There is no procedure of number ${number}.`);
  return name;
}

function readParameter(reader: ByteReader, ordinal: number): RpcParameter {
  const name = reader.bVarchar();
  const status = reader.u8();
  try {
    return { name, isOutput: (status & OUTPUT) !== 0, ...readTypedValue(reader) };
  } catch (error) {
    if (!(error instanceof UnknownWireTypeError)) throw error;
    throw new SqlServerError({
      number: 8009,
      message:
        'The incoming tabular data stream (TDS) remote procedure call (RPC) protocol stream is incorrect. ' +
        `Parameter ${ordinal} ("${name}"): ${error.message}`,
    });
  }
}

export type TransactionRequest =
  | { readonly kind: 'begin'; readonly isolation: IsolationLevel | undefined; readonly name: string }
  | {
      readonly kind: 'commit' | 'rollback';
      readonly name: string;
      /** A new transaction starts at once. */
      readonly begins: boolean;
    }
  | { readonly kind: 'save'; readonly name: string };

const ISOLATION: readonly (IsolationLevel | undefined)[] = [
  undefined,
  'read uncommitted',
  'read committed',
  'repeatable read',
  'serializable',
  'snapshot',
];

/** MS-TDS 2.2.6.9. Throws TdsProtocolError for distributed transactions, which are not taken. */
export function parseTransactionRequest(payload: Buffer): TransactionRequest {
  const reader = new ByteReader(payload);
  skipHeaders(reader);
  const type = reader.u16();
  // The length of a name is in bytes.
  const name = (): string => reader.bytes(reader.u8()).toString('utf16le');
  switch (type) {
    case 5:
      return { kind: 'begin', isolation: ISOLATION[reader.u8()], name: name() };
    case 7:
      return { kind: 'commit', name: name(), begins: (reader.u8() & 1) !== 0 };
    case 8:
      return { kind: 'rollback', name: name(), begins: (reader.u8() & 1) !== 0 };
    case 9:
      return { kind: 'save', name: name() };
    default:
      throw new TdsProtocolError(`Transaction manager requests of type ${type} are not taken.`);
  }
}
