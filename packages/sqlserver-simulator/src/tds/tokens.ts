import { PRODUCT_VERSION, SERVER_NAME } from '../run/version.ts';
import { needCollation } from '../values/collation.ts';
import type { SqlServerError } from '../values/errors.ts';
import type { ByteWriter } from './bytes/byte-writer.ts';

/** MS-TDS 2.2.7: response tokens. */
const TOKEN = {
  returnStatus: 0x79,
  error: 0xaa,
  info: 0xab,
  loginAck: 0xad,
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

const NO_COMMAND = 0;
const SELECT_COMMAND = 0xc1;

export function writeDone(
  writer: ByteWriter,
  kind: 'done' | 'doneProc' | 'doneInProc',
  options: { status: number; rowCount?: number | null; isSelect?: boolean },
): void {
  const { rowCount = null } = options;
  writer.u8(TOKEN[kind]);
  writer.u16(options.status | (rowCount === null ? 0 : DONE.count));
  writer.u16(options.isSelect === true ? SELECT_COMMAND : NO_COMMAND); // CurCmd
  writer.u64(BigInt(rowCount ?? 0));
}

/** The longest text whose token length fits into two bytes. */
const LONGEST_MESSAGE = 30_000;

type Message = Pick<SqlServerError, 'number' | 'state' | 'class' | 'message'>;

export function writeError(writer: ByteWriter, error: Message): void {
  writeMessage(writer, TOKEN.error, error);
}

function writeMessage(
  writer: ByteWriter,
  token: number,
  { number, state, class: severity, message }: Message,
) {
  writer.u8(token);
  writer.withLength(() => {
    writer.i32(number);
    writer.u8(state);
    writer.u8(severity);
    writer.usVarchar(message.slice(0, LONGEST_MESSAGE));
    writer.bVarchar(SERVER_NAME);
    writer.bVarchar(''); // ProcName
    writer.u32(1); // LineNumber: lines are not counted
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

/** MS-TDS 2.2.7.9, type 20: routes the client to another server. */
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

/** The server's information about a new session. Messages 5701 and 5703 have class 0: they are not errors. */
export function writeSessionChanges(
  writer: ByteWriter,
  { database, packetSize, before }: { database: string; packetSize: number; before: number },
): void {
  const info = { number: 5701, state: 2, class: 0, message: `Changed database context to '${database}'.` };
  writeTextChange(writer, CHANGE.database, database, 'master');
  writeMessage(writer, TOKEN.info, info);
  writeBytesChange(writer, CHANGE.collation, needCollation().wire, NOTHING);
  writeTextChange(writer, CHANGE.language, 'us_english', '');
  const message = 'Changed language setting to us_english.';
  writeMessage(writer, TOKEN.info, { number: 5703, state: 1, class: 0, message });
  writeTextChange(writer, CHANGE.packetSize, String(packetSize), String(before));
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

/** MS-TDS 2.2.7.14. */
export function writeLoginAck(writer: ByteWriter, tdsVersion: number): void {
  const [major, minor, build] = PRODUCT_VERSION;
  writer.u8(TOKEN.loginAck);
  writer.withLength(() => {
    writer.u8(1); // Interface: SQL_TSQL
    // Here, unlike in LOGIN7, the version is big-endian.
    writer.u32BigEndian(tdsVersion);
    writer.bVarchar('Microsoft SQL Server');
    for (const part of [major, minor, build >> 8, build & 0xff]) writer.u8(part);
  });
}

export function writeReturnStatus(writer: ByteWriter, status: number): void {
  writer.u8(TOKEN.returnStatus);
  writer.i32(status);
}
