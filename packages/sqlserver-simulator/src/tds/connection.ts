import type { Socket } from 'node:net';
import type { Session } from '../engine/session.ts';
import { SqlServerError } from '../values/errors.ts';
import { TdsProtocolError } from './bytes/byte-reader.ts';
import { MessageWriter } from './bytes/message-writer.ts';
import { PACKET } from './bytes/packets.ts';
import { Wire } from './bytes/wire.ts';
import { serveSession } from './client-session.ts';
import { applyFaults } from './due-faults.ts';
import {
  agreedPacketSize,
  DEFAULT_PACKET_SIZE,
  openSession,
  writeLoginAnswer,
  writeLoginRefusal,
} from './login/login.ts';
import { type Login7, parseLogin7 } from './login/login7.ts';
import { negotiateEncryption, parsePrelogin, preloginAnswer } from './login/prelogin.ts';
import type { ServerContext } from './server-context.ts';

/** Public information about a connection. */
export type ConnectionInfo = {
  readonly id: number;
  readonly user: string;
  readonly database: string | null;
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
  #session: Session | null = null;

  constructor(id: number, socket: Socket, context: ServerContext) {
    this.id = id;
    this.#wire = new Wire(socket);
    this.#context = context;
  }

  /** Null before the login has succeeded. */
  get info(): ConnectionInfo | null {
    if (this.#login === null || this.#session === null) return null;
    const { user, isReadOnlyIntent } = this.#login;
    const { database, transaction } = this.#session;
    return {
      id: this.id,
      ...{ user, database, isReadOnlyIntent },
      isEncrypted: this.#wire.isEncrypted,
      transactionDepth: transaction.depth,
    };
  }

  /** Simulates a network failure: the client is not notified. */
  cut(): void {
    this.#wire.cut();
  }

  /** Serves the client until it disconnects. */
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

  /** PRELOGIN, TLS and LOGIN7. Null if the client disconnected, or negotiation failed. */
  async #greet(): Promise<Login7 | null> {
    const first = await this.#wire.next();
    if (first === null) return null;
    if (first.type !== PACKET.prelogin) throw new TdsProtocolError('A connection begins with PRELOGIN.');
    const { encryption, instance } = parsePrelogin(first.payload);
    const agreed = negotiateEncryption(encryption, this.#context.encrypt);
    const { instanceName } = this.#context;
    const writer = new MessageWriter(this.#wire.output, DEFAULT_PACKET_SIZE);
    const instanceFits = instance === '' || instance.toUpperCase() === instanceName.toUpperCase();
    writer.bytes(preloginAnswer({ encryption: agreed.answer, instanceFits }));
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
    const { user, database } = login;
    const packetSize = agreedPacketSize(login.packetSize);
    const text = `LOGIN ${user}`;
    const faulted = { connection: this.id, user, database, text };
    const writer = new MessageWriter(this.#wire.output, DEFAULT_PACKET_SIZE);
    const at = new Date().toISOString();
    let outcome = 'ok';
    try {
      const due = context.faults.due('login', text);
      const { closed } = this.#wire;
      outcome = await applyFaults(due, 'before', faulted, { holds: context.holds, signal: closed });
      if (outcome === 'cut') {
        this.#wire.cut();
        return;
      }
      this.#session = openSession(context, login);
      this.#login = login;
      writeLoginAnswer(writer, context, { login, database: this.#session.database, packetSize });
    } catch (error) {
      if (!(error instanceof SqlServerError)) throw error;
      outcome = `error ${error.number}`;
      writeLoginRefusal(writer, login, error);
    } finally {
      const entry = { at, connection: this.id, kind: 'login', database, text, outcome } as const;
      context.log.add({ ...entry, parameters: {}, rows: 0 });
    }
    await writer.end();
    if (this.#session === null) return;
    const details = { connection: this.id, session: this.#session, user, packetSize };
    await serveSession(this.#wire, context, details);
  }
}
