import type { Socket } from 'node:net';
import { type EngineSession, SqlServerError } from '../engine/engine.ts';
import { faultError } from '../fault-errors.ts';
import type { DueFault } from '../faults.ts';
import { ClientSession } from './client-session.ts';
import {
  agreedPacketSize,
  DEFAULT_PACKET_SIZE,
  openSession,
  writeLoginAnswer,
  writeLoginRefusal,
} from './login.ts';
import { type Login7, parseLogin7 } from './login7.ts';
import { MessageWriter } from './message-writer.ts';
import { PACKET } from './packets.ts';
import { negotiateEncryption, parsePrelogin, preloginAnswer } from './prelogin.ts';
import { TdsProtocolError } from './protocol-error.ts';
import type { ServerContext } from './server-context.ts';
import { holdOrPause } from './standing-still.ts';
import { Wire } from './wire.ts';

/** How a connection looks from outside. */
export type ConnectionInfo = {
  readonly id: number;
  readonly user: string;
  readonly database: string | null;
  readonly appName: string;
  readonly hostName: string;
  readonly isEncrypted: boolean;
  readonly isReadOnlyIntent: boolean;
  readonly transactionDepth: number;
};

/** One client, from its first byte to its last. */
export class Connection {
  readonly id: number;
  readonly #wire: Wire;
  readonly #context: ServerContext;
  #login: Login7 | null = null;
  #session: EngineSession | null = null;

  constructor(id: number, socket: Socket, context: ServerContext) {
    this.id = id;
    this.#wire = new Wire(socket);
    this.#context = context;
  }

  /** Null until the login has succeeded. */
  get info(): ConnectionInfo | null {
    if (this.#login === null || this.#session === null) return null;
    const { user, appName, hostName, isReadOnlyIntent } = this.#login;
    const { database, transactionDepth } = this.#session;
    const { isEncrypted } = this.#wire;
    return {
      id: this.id,
      user,
      database,
      appName,
      hostName,
      isEncrypted,
      isReadOnlyIntent,
      transactionDepth,
    };
  }

  /** The network fails: the client is told nothing. */
  cut(): void {
    this.#wire.cut();
  }

  /** Serves the client until it has left. */
  async serve(): Promise<void> {
    try {
      const login = await this.#greet();
      if (login !== null) await this.#serveLogin(login);
    } catch (error) {
      if (!(error instanceof TdsProtocolError) && !this.#wire.closed.aborted) throw error;
    } finally {
      this.#session?.close();
      this.#session = null;
      await this.#wire.close();
    }
  }

  /** PRELOGIN, TLS and LOGIN7. Null: the client left, or the two could not agree. */
  async #greet(): Promise<Login7 | null> {
    const first = await this.#wire.next();
    if (first === null) return null;
    if (first.type !== PACKET.prelogin) throw new TdsProtocolError('A connection begins with PRELOGIN.');
    const { encryption, instance } = parsePrelogin(first.payload);
    const agreed = negotiateEncryption(encryption, this.#context.encrypt);
    const { instanceName, productVersion: version } = this.#context;
    const writer = new MessageWriter(this.#wire.output, DEFAULT_PACKET_SIZE);
    const instanceFits = instance === '' || instance.toUpperCase() === instanceName.toUpperCase();
    writer.bytes(preloginAnswer({ version, encryption: agreed.answer, instanceFits }));
    await writer.end();
    if (agreed.extent === 'refused') return null;
    if (agreed.extent !== 'none') this.#wire.startTls(this.#context.tls);
    const second = await this.#wire.next();
    if (second === null) return null;
    if (second.type !== PACKET.login7) throw new TdsProtocolError('PRELOGIN is followed by LOGIN7.');
    if (agreed.extent === 'login') this.#wire.leaveTls();
    return parseLogin7(second.payload);
  }

  async #serveLogin(login: Login7): Promise<void> {
    const context = this.#context;
    const packetSize = agreedPacketSize(login.packetSize);
    const text = `LOGIN ${login.user}`;
    const due = context.faults.due({ target: 'login', database: login.database, text });
    const writer = new MessageWriter(this.#wire.output, DEFAULT_PACKET_SIZE);
    let outcome = 'ok';
    try {
      if (!(await this.#surviveFaults(due, login, text))) {
        outcome = 'cut';
        return;
      }
      this.#session = openSession(context, login);
      this.#login = login;
      writeLoginAnswer(writer, context, { login, database: this.#session.database, packetSize });
    } catch (error) {
      if (!(error instanceof SqlServerError)) throw error;
      outcome = `error ${error.number}`;
      writeLoginRefusal(writer, context, { login, error });
    } finally {
      const at = context.now().toISOString();
      const { database } = login;
      context.log.add({
        at,
        connection: this.id,
        kind: 'login',
        database,
        text,
        parameters: {},
        outcome,
        rows: 0,
      });
    }
    await writer.end();
    if (this.#session === null) return;
    await new ClientSession(this.#wire, context, {
      connection: this.id,
      session: this.#session,
      user: login.user,
      packetSize,
    }).serve();
  }

  /** False: the connection was cut. Throws the error that the login is refused with. */
  async #surviveFaults(due: readonly DueFault[], login: Login7, text: string): Promise<boolean> {
    const about = { connection: this.id, database: login.database, text };
    for (const fault of due) {
      const { action } = fault;
      if (action.kind === 'error' || action.kind === 'login_refused' || action.kind === 'deadlock') {
        throw faultError(action, {
          connection: this.id,
          user: login.user,
          database: login.database ?? 'master',
        });
      }
      const isCut =
        action.kind === 'cut' ||
        (await holdOrPause(fault, about, this.#context.holds, this.#wire.closed)) === 'drop';
      if (!isCut) continue;
      this.#wire.cut();
      return false;
    }
    return true;
  }
}
