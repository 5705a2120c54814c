import type { Session } from '../../engine/session.ts';
import { type SqlServerError, sqlError } from '../../values/errors.ts';
import type { MessageWriter } from '../bytes/message-writer.ts';
import type { ServerContext } from '../server-context.ts';
import { DONE, writeDone, writeError, writeLoginAck, writeRouting, writeSessionChanges } from '../tokens.ts';
import type { Login7 } from './login7.ts';

const TDS_7_4 = 0x7400_0004;

const LEAST_PACKET_SIZE = 512;
const GREATEST_PACKET_SIZE = 32_767;
export const DEFAULT_PACKET_SIZE = 4096;

/** Throws SqlServerErrors 18456 and 4060. */
export function openSession({ engine }: ServerContext, login: Login7): Session {
  return engine.open({ user: login.user, password: login.password }, login.database);
}

/** The packet size for both sides from now on. */
export function agreedPacketSize(asked: number): number {
  return asked === 0
    ? DEFAULT_PACKET_SIZE
    : Math.min(Math.max(asked, LEAST_PACKET_SIZE), GREATEST_PACKET_SIZE);
}

export function writeLoginAnswer(
  writer: MessageWriter,
  { redirectTo }: ServerContext,
  { login, database, packetSize }: { login: Login7; database: string; packetSize: number },
): void {
  writeSessionChanges(writer, { database, packetSize, before: DEFAULT_PACKET_SIZE });
  writeLoginAck(writer, Math.min(login.tdsVersion, TDS_7_4));
  if (redirectTo !== null) writeRouting(writer, redirectTo);
  writeDone(writer, 'done', { status: DONE.final });
}

export function writeLoginRefusal(writer: MessageWriter, { user }: Login7, error: SqlServerError): void {
  writeError(writer, error);
  // For a missing database the server reports both errors.
  if (error.number === 4060) writeError(writer, sqlError(18_456, `Login failed for user '${user}'.`, 14));
  writeDone(writer, 'done', { status: DONE.error });
}
