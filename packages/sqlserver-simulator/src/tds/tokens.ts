import type { SqlServerError } from '../engine/engine.ts';
import { needCollation } from '../values/collation.ts';
import type { ByteWriter } from './byte-writer.ts';

/** MS-TDS 2.2.7: tokens of an answer. */
const TOKEN = {
  returnStatus: 0x79,
  error: 0xaa,
  info: 0xab,
  returnValue: 0xac,
  loginAck: 0xad,
  featureExtAck: 0xae,
  envChange: 0xe3,
  done: 0xfd,
  doneProc: 0xfe,
  doneInProc: 0xff,
};

/** MS-TDS 2.2.7.6: bits of a DONE's status. */
export const DONE = {
  final: 0x00,
  more: 0x01,
  error: 0x02,
  inTransaction: 0x04,
  count: 0x10,
  attention: 0x20,
} as const;

export type DoneKind = 'done' | 'doneProc' | 'doneInProc';

const NO_COMMAND = 0;
const SELECT_COMMAND = 0xc1;

export function writeDone(
  writer: ByteWriter,
  kind: DoneKind,
  options: { status: number; rowCount?: number | null; isSelect?: boolean },
): void {
  const { rowCount = null } = options;
  writer.u8(TOKEN[kind]);
  writer.u16(options.status | (rowCount === null ? 0 : DONE.count));
  writer.u16(options.isSelect === true ? SELECT_COMMAND : NO_COMMAND); // CurCmd
  writer.u64(BigInt(rowCount ?? 0));
}

type Message = Pick<SqlServerError, 'number' | 'state' | 'class' | 'line' | 'message'>;

/** The longest text whose token a length of two bytes can still tell. */
const LONGEST_MESSAGE = 30_000;

export function writeError(writer: ByteWriter, serverName: string, error: Message): void {
  writeMessage(writer, TOKEN.error, serverName, error);
}

export function writeInfo(
  writer: ByteWriter,
  serverName: string,
  info: { number: number; message: string; class?: number; state?: number },
): void {
  writeMessage(writer, TOKEN.info, serverName, { state: 1, line: 1, class: 0, ...info });
}

function writeMessage(writer: ByteWriter, token: number, serverName: string, message: Message): void {
  writer.u8(token);
  writer.withLength(() => {
    writer.i32(message.number);
    writer.u8(message.state);
    writer.u8(message.class);
    writer.usVarchar(message.message.slice(0, LONGEST_MESSAGE));
    writer.bVarchar(serverName);
    writer.bVarchar(''); // ProcName
    writer.u32(message.line);
  });
}

/** MS-TDS 2.2.7.9: types of ENVCHANGE. */
const CHANGE = {
  database: 1,
  language: 2,
  packetSize: 4,
  collation: 7,
  beginTransaction: 8,
  commitTransaction: 9,
  rollbackTransaction: 10,
  resetConnection: 18,
  routing: 20,
};

function writeTextChange(writer: ByteWriter, type: number, now: string, before: string): void {
  writer.u8(TOKEN.envChange);
  writer.withLength(() => {
    writer.u8(type);
    writer.bVarchar(now);
    writer.bVarchar(before);
  });
}

function writeBytesChange(writer: ByteWriter, type: number, now: Buffer, before: Buffer): void {
  writer.u8(TOKEN.envChange);
  writer.withLength(() => {
    writer.u8(type);
    writer.u8(now.length);
    writer.bytes(now);
    writer.u8(before.length);
    writer.bytes(before);
  });
}

const NOTHING = Buffer.alloc(0);
const PROTOCOL_TCP = 0;

/** MS-TDS 2.2.7.9, type 20: the client is to connect to another server instead. */
export function writeRouting(writer: ByteWriter, { host, port }: { host: string; port: number }): void {
  writer.u8(TOKEN.envChange);
  writer.withLength(() => {
    writer.u8(CHANGE.routing);
    writer.withLength(() => {
      writer.u8(PROTOCOL_TCP);
      writer.u16(port);
      writer.usVarchar(host);
    });
    writer.u16(0);
  });
}

export function writeDatabaseChange(
  writer: ByteWriter,
  serverName: string,
  change: { now: string; before: string },
): void {
  writeTextChange(writer, CHANGE.database, change.now, change.before);
  writeInfo(writer, serverName, {
    number: 5701,
    state: 2,
    message: `Changed database context to '${change.now}'.`,
  });
}

export function writeLanguageChange(writer: ByteWriter, serverName: string): void {
  writeTextChange(writer, CHANGE.language, 'us_english', '');
  writeInfo(writer, serverName, {
    number: 5703,
    message: 'Changed language setting to us_english.',
  });
}

export function writePacketSizeChange(writer: ByteWriter, now: number, before: number): void {
  writeTextChange(writer, CHANGE.packetSize, String(now), String(before));
}

export function writeCollationChange(writer: ByteWriter): void {
  writeBytesChange(writer, CHANGE.collation, needCollation().wire, NOTHING);
}

export function writeTransactionBegun(writer: ByteWriter, descriptor: Buffer): void {
  writeBytesChange(writer, CHANGE.beginTransaction, descriptor, NOTHING);
}

export function writeTransactionEnded(
  writer: ByteWriter,
  how: 'committed' | 'rolled back',
  descriptor: Buffer,
): void {
  const type = how === 'committed' ? CHANGE.commitTransaction : CHANGE.rollbackTransaction;
  writeBytesChange(writer, type, NOTHING, descriptor);
}

export function writeConnectionReset(writer: ByteWriter): void {
  writeBytesChange(writer, CHANGE.resetConnection, NOTHING, NOTHING);
}

/** MS-TDS 2.2.7.14. `version` is `16.0.1000`. */
export function writeLoginAck(writer: ByteWriter, tdsVersion: number, version: string): void {
  const [major = 0, minor = 0, build = 0] = version.split('.').map(Number);
  writer.u8(TOKEN.loginAck);
  writer.withLength(() => {
    writer.u8(1); // Interface: SQL_TSQL
    // Here, unlike in LOGIN7, the version is big-endian.
    writer.u32BigEndian(tdsVersion);
    writer.bVarchar('Microsoft SQL Server');
    writer.u8(major);
    writer.u8(minor);
    writer.u8(build >> 8);
    writer.u8(build & 0xff);
  });
}

/** MS-TDS 2.2.7.11: the features granted, each with its data. */
export function writeFeatureExtAck(
  writer: ByteWriter,
  features: readonly { id: number; data: Buffer }[],
): void {
  writer.u8(TOKEN.featureExtAck);
  for (const { id, data } of features) {
    writer.u8(id);
    writer.u32(data.length);
    writer.bytes(data);
  }
  writer.u8(0xff);
}

export function writeReturnStatus(writer: ByteWriter, status: number): void {
  writer.u8(TOKEN.returnStatus);
  writer.i32(status);
}

/** MS-TDS 2.2.7.19, of a handle: an output parameter of type int. */
export function writeReturnedHandle(writer: ByteWriter, name: string, handle: number): void {
  writer.u8(TOKEN.returnValue);
  writer.u16(0); // ParamOrdinal
  writer.bVarchar(name);
  writer.u8(0x01); // Status: an output parameter
  writer.u32(0); // UserType
  writer.u16(0x01); // Flags: nullable
  writer.u8(0x26); // INTN
  writer.u8(4);
  writer.u8(4);
  writer.i32(handle);
}
