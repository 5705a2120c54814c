import { Cursor } from '../parse/cursor.ts';
import { parseType } from '../parse/expressions.ts';
import { convert } from '../values/convert.ts';
import { sqlError } from '../values/errors.ts';
import type { SqlParameter } from '../values/sql-value.ts';
import type { SqlType } from '../values/types.ts';
import { ByteReader, TdsProtocolError } from './bytes/byte-reader.ts';
import { type Message, PACKET } from './bytes/packets.ts';
import { readTypedValue, type TypedValue, UnknownWireTypeError } from './types/parameter-reader.ts';

/** The request in a message. */
export type Request =
  | { readonly kind: 'batch' | 'rpc'; readonly text: string; readonly parameters: readonly SqlParameter[] }
  | {
      readonly kind: 'transaction';
      readonly verb: 'begin' | 'commit' | 'rollback' | 'save';
      readonly name: string;
      /** For the log and faults. */
      readonly text: string;
      readonly parameters: readonly [];
    };

/** Throws SqlServerErrors like the server for invalid requests, TdsProtocolError for anything else. */
export function requestOf({ type, payload }: Message): Request {
  const reader = new ByteReader(payload);
  switch (type) {
    case PACKET.sqlBatch:
      skipHeaders(reader);
      return { kind: 'batch', text: reader.rest().toString('utf16le'), parameters: [] };
    case PACKET.rpc:
      skipHeaders(reader);
      return readCall(reader);
    case PACKET.transactionManager:
      skipHeaders(reader);
      return readTransaction(reader);
    default:
      throw new TdsProtocolError(`Requests of type ${type} are not taken.`);
  }
}

/** MS-TDS 2.2.5.3: ALL_HEADERS, before every request; irrelevant with one request at a time. */
function skipHeaders(reader: ByteReader): void {
  const length = reader.u32();
  reader.skip(length - 4);
}

const BY_NUMBER = 0xffff;
/** By its ProcID (MS-TDS 2.2.6.6), or by name. */
const SP_EXECUTESQL = /^(10|(sys\.)?sp_executesql)$/i;
const OUTPUT = 0x01;

type RpcParameter = TypedValue & { readonly name: string };

/** MS-TDS 2.2.6.6, only sp_executesql. Throws 2812 for any other procedure. */
function readCall(reader: ByteReader): Request {
  const length = reader.u16();
  const procedure = length === BY_NUMBER ? `${reader.u16()}` : reader.ucs2(length);
  if (!SP_EXECUTESQL.test(procedure))
    throw sqlError(2812, `Could not find stored procedure '${procedure}'.`, 16, 62);
  reader.skip(2); // OptionFlags: recompile and metadata, without an effect on results
  const parameters: RpcParameter[] = [];
  while (!reader.atEnd) parameters.push(readParameter(reader, parameters.length + 1));
  const [statement, declarations, ...values] = parameters;
  return {
    kind: 'rpc',
    text: String(statement?.value),
    parameters: bind(String(declarations?.value ?? ''), values),
  };
}

/** Throws 8009 for a parameter of an unsupported type, 8162 for an output parameter. */
function readParameter(reader: ByteReader, ordinal: number): RpcParameter {
  const name = reader.bVarchar();
  const status = reader.u8();
  if ((status & OUTPUT) !== 0)
    throw sqlError(8162, `The simulator returns no output parameters: ${name} cannot be one.`);
  try {
    return { name, ...readTypedValue(reader) };
  } catch (error) {
    if (!(error instanceof UnknownWireTypeError)) throw error;
    throw sqlError(
      8009,
      'The incoming tabular data stream (TDS) remote procedure call (RPC) protocol stream is incorrect. ' +
        `Parameter ${ordinal} ("${name}"): ${error.message}`,
    );
  }
}

type Declaration = { readonly name: string; readonly type: SqlType };

/** `@id int, @price decimal(10,2)`. Throws SqlServerErrors 102 and 2715. */
function parseDeclarations(text: string): Declaration[] {
  if (text.trim() === '') return [];
  const cursor = new Cursor(text);
  const declarations = cursor.list(() => {
    if (cursor.token.kind !== 'variable') throw cursor.unexpected();
    return { name: cursor.take().text, type: parseType(cursor) };
  });
  if (!cursor.isEnd) throw cursor.unexpected();
  return declarations;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** By the names in the declarations, or by position if unnamed. */
function bind(text: string, values: readonly RpcParameter[]): SqlParameter[] {
  const declarations = parseDeclarations(text);
  const bound = values.map((parameter, index) => {
    const declaration =
      parameter.name === ''
        ? declarations[index]
        : declarations.find(({ name }) => isSame(name, parameter.name));
    if (declaration === undefined)
      throw sqlError(8144, 'Procedure or function has too many arguments specified.');
    return asDeclared(declaration, parameter);
  });
  const missing = declarations.find(({ name }) => !bound.some((parameter) => isSame(parameter.name, name)));
  if (missing === undefined) return bound;
  throw sqlError(
    8178,
    `The parameterized query '(${text})' expects the parameter '${missing.name}', which was not supplied.`,
  );
}

/** The sent type may differ from the declared one. */
function asDeclared({ name, type }: Declaration, { type: sent, value }: TypedValue): SqlParameter {
  try {
    return { name, type, value: convert(value, sent, type) };
  } catch {
    // A damaged value may also be an impossible number.
    throw sqlError(8114, `Error converting data type ${sent.name} to ${type.name}.`, 16, 5);
  }
}

/** Supported isolation levels: the connection's own, and READ COMMITTED. */
const ISOLATION_TAKEN: ReadonlySet<number> = new Set([0, 2]);

/** MS-TDS 2.2.6.9. Throws TdsProtocolError for distributed transactions and other isolation levels. */
function readTransaction(reader: ByteReader): Request {
  const type = reader.u16();
  const verb = ({ 5: 'begin', 7: 'commit', 8: 'rollback', 9: 'save' } as const)[type];
  if (verb === undefined)
    throw new TdsProtocolError(`Transaction manager requests of type ${type} are not taken.`);
  if (verb === 'begin' && !ISOLATION_TAKEN.has(reader.u8()))
    throw new TdsProtocolError('The only isolation level that is taken is READ COMMITTED.');
  // The length is in bytes.
  const name = reader.bytes(reader.u8()).toString('utf16le');
  const text = `${verb.toUpperCase()} TRANSACTION ${name}`.trimEnd();
  return { kind: 'transaction', verb, name, text, parameters: [] };
}
