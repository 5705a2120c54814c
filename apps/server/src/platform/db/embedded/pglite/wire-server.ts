import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { messages, type PGlite } from '@electric-sql/pglite';
import { AnswerReader, FrameReader, isListen, startupAnswer } from './wire-protocol.ts';

/**
 * Speaks the PostgreSQL wire protocol on a local socket for the one backend that PGlite is. The backend is lent
 * to one connection at a time: for a whole request (everything up to Sync, or one simple query), and from BEGIN
 * to the end of a transaction. So the statements of different connections never mix.
 */
export type WireServer = {
  /** Runs something between two transactions, with the backend to itself. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export type WireServerOptions = {
  db: Pick<PGlite, 'query' | 'exec' | 'isInTransaction' | 'runExclusive' | 'execProtocolRawStream'>;
  socketPath: string;
  /** Milliseconds after which a transaction that is left open is rolled back and its connection closed. */
  idleTransactionTimeout?: number;
  /** Called when the backend itself fails: nothing it says afterwards can be trusted. */
  onBackendFailure: (error: unknown) => void;
};

type Connection = { socket: Socket; reader: FrameReader; closed: boolean; listens: boolean };
type Request =
  | { connection: Connection; bytes: Uint8Array; endsWithSync: boolean }
  | { exclusive: () => Promise<void> };

/**
 * After these the backend does not end, as there is nobody to start another one: it answers wrongly or never. A PANIC is what
 * follows where its log has no room left.
 */
const LAST = ['PANIC', 'FATAL'];
/** As its error messages begin; no text holds these bytes. */
const LAST_WORDS = LAST.map((severity) => `S${severity}\0V${severity}\0`);

const SYNC = Uint8Array.of(0x53, 0, 0, 0, 4);

export async function startWireServer(options: WireServerOptions): Promise<WireServer> {
  const { db, socketPath, idleTransactionTimeout = 60_000, onBackendFailure } = options;
  const connections = new Set<Connection>();
  const answers = new AnswerReader();
  const queue: Request[] = [];
  /** The connection whose transaction (or unfinished request) the backend is in. */
  let owner: Connection | null = null;
  let ownerTimer: NodeJS.Timeout | undefined;
  let running = false;
  const { rows } = await db.query<{ version: string }>("select current_setting('server_version') as version");
  const serverVersion = rows[0]?.version ?? '';

  const takeNext = (): Request | undefined => {
    if (!owner) return queue.shift();
    const index = queue.findIndex((request) => 'connection' in request && request.connection === owner);
    return index === -1 ? undefined : queue.splice(index, 1)[0];
  };

  const runRequest = async (request: Request): Promise<void> => {
    if ('exclusive' in request) return request.exclusive();
    const { connection, bytes, endsWithSync } = request;
    const notified: Buffer[] = [];
    if (isListen(bytes)) connection.listens = true;
    await db.runExclusive(() =>
      db.execProtocolRawStream(bytes, {
        onRawData: (data) => {
          const said = Buffer.from(data.buffer, data.byteOffset, data.length);
          if (LAST_WORDS.some((words) => said.includes(words))) onBackendFailure(new Error(said.toString()));
          const { answer, notifications } = answers.push(said);
          if (!connection.closed) connection.socket.write(answer);
          notified.push(...notifications);
        },
      }),
    );
    // The backend listens for all of them, and tells whoever's request it works on.
    const listeners = [...connections].filter(({ listens }) => listens);
    for (const { socket } of listeners) for (const notification of notified) socket.write(notification);
    owner = !endsWithSync || db.isInTransaction() ? connection : null;
  };

  const releaseClosedOwner = async (): Promise<void> => {
    if (!owner?.closed) return;
    await db.runExclusive(() => db.execProtocolRawStream(SYNC, { onRawData: () => {} }));
    if (db.isInTransaction()) await db.exec('rollback');
    owner = null;
  };

  const watchOwner = (): void => {
    clearTimeout(ownerTimer);
    if (!owner) return;
    const idle = owner;
    ownerTimer = setTimeout(() => idle.socket.destroy(), idleTransactionTimeout);
    ownerTimer.unref();
  };

  const drain = async (): Promise<void> => {
    if (running) return;
    running = true;
    clearTimeout(ownerTimer);
    try {
      for (;;) {
        await releaseClosedOwner();
        const request = takeNext();
        if (!request) break;
        await runRequest(request);
        // Lets other sockets, timers and the parent process be heard between two statements.
        if (queue.length > 0) await new Promise((resolve) => setImmediate(resolve));
      }
    } catch (error) {
      onBackendFailure(error);
      return;
    } finally {
      running = false;
    }
    watchOwner();
  };

  const accept = (socket: Socket): void => {
    const connection: Connection = { socket, reader: new FrameReader(), closed: false, listens: false };
    connections.add(connection);
    socket.setNoDelay(true);
    socket.on('data', (chunk) => {
      for (const event of connection.reader.push(chunk)) {
        if (event.kind === 'refuse-encryption') socket.write('N');
        else if (event.kind === 'startup') socket.write(startupAnswer(serverVersion));
        else if (event.kind === 'terminate') socket.end();
        else queue.push({ connection, bytes: event.bytes, endsWithSync: event.endsWithSync });
      }
      void drain();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      connection.closed = true;
      connections.delete(connection);
      for (let index = queue.length - 1; index >= 0; index--) {
        const request = queue[index];
        if (request && 'connection' in request && request.connection === connection) queue.splice(index, 1);
      }
      void drain();
    });
  };

  const server: Server = createServer(accept);
  await rm(socketPath, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, resolve);
  });
  await chmod(socketPath, 0o600);

  const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const failed = (error: unknown) => {
        if (error instanceof messages.DatabaseError && LAST.includes(error.severity ?? ''))
          onBackendFailure(error);
        reject(error);
      };
      queue.push({ exclusive: () => work().then(resolve, failed) });
      void drain();
    });

  return {
    exclusively,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const connection of connections) connection.socket.destroy();
      await closed;
      await exclusively(async () => {});
    },
  };
}
