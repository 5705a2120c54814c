import { type EngineSession, SqlServerError } from '../engine/engine.ts';
import { faultError } from '../fault-errors.ts';
import { FEATURE, type Login7 } from './login7.ts';
import type { MessageWriter } from './message-writer.ts';
import type { ServerContext } from './server-context.ts';
import {
  DONE,
  writeCollationChange,
  writeDatabaseChange,
  writeDone,
  writeError,
  writeFeatureExtAck,
  writeLanguageChange,
  writeLoginAck,
  writePacketSizeChange,
  writeRouting,
} from './tokens.ts';

const TDS_7_3_B = 0x730b_0003;
const TDS_7_4 = 0x7400_0004;

const LEAST_PACKET_SIZE = 512;
const GREATEST_PACKET_SIZE = 32_767;
export const DEFAULT_PACKET_SIZE = 4096;

/** Throws SqlServerErrors 18456, 18452, 4060 and 17832. */
export function openSession(context: ServerContext, login: Login7): EngineSession {
  if (login.tdsVersion < TDS_7_3_B) {
    throw new SqlServerError({
      number: 17_832,
      class: 20,
      state: 18,
      message: 'The client speaks TDS older than 7.3, which the simulator does not: let it use version 7.4.',
    });
  }
  if (login.isIntegratedSecurity || login.features.includes(FEATURE.federatedAuthentication)) {
    throw new SqlServerError({
      number: 18_452,
      class: 14,
      message:
        'Login failed. The login is from an untrusted domain and cannot be used with Integrated authentication.',
    });
  }
  return context.engine.open({ user: login.user, password: login.password }, login.database);
}

/** The packet size that both sides use from now on. */
export function agreedPacketSize(asked: number): number {
  return asked === 0
    ? DEFAULT_PACKET_SIZE
    : Math.min(Math.max(asked, LEAST_PACKET_SIZE), GREATEST_PACKET_SIZE);
}

export function writeLoginAnswer(
  writer: MessageWriter,
  context: ServerContext,
  { login, database, packetSize }: { login: Login7; database: string; packetSize: number },
): void {
  const { serverName } = context;
  writeDatabaseChange(writer, serverName, { now: database, before: 'master' });
  writeCollationChange(writer);
  writeLanguageChange(writer, serverName);
  writeLoginAck(writer, Math.min(login.tdsVersion, TDS_7_4), context.productVersion);
  writePacketSizeChange(writer, packetSize, DEFAULT_PACKET_SIZE);
  if (context.redirectTo !== null) writeRouting(writer, context.redirectTo);
  // Session recovery and all others are refused by not being named.
  if (login.features.includes(FEATURE.utf8)) {
    writeFeatureExtAck(writer, [{ id: FEATURE.utf8, data: Buffer.from([1]) }]);
  }
  writeDone(writer, 'done', { status: DONE.final });
}

export function writeLoginRefusal(
  writer: MessageWriter,
  context: ServerContext,
  { login, error }: { login: Login7; error: SqlServerError },
): void {
  writeError(writer, context.serverName, error);
  if (error.number === 4060) {
    // The server says both.
    const second = faultError({ kind: 'login_refused' }, { connection: 0, user: login.user, database: '' });
    writeError(writer, context.serverName, second);
  }
  writeDone(writer, 'done', { status: DONE.error });
}
