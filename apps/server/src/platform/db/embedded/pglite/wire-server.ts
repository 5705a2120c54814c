import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { messages, type PGlite } from '@electric-sql/pglite';
import { AnswerReader, FrameReader, isListen, startupAnswer } from './wire-protocol.ts';

/**
 * Speaks the PostgreSQL wire protocol on a local socket for PGlite's single backend. One connection at a time
 * gets the backend: for a whole request (everything up to Sync, or one simple query), and from BEGIN to the
 * end of a transaction. So statements of different connections never mix.
 */
export type WireServer = {
  /** Runs work between two transactions, with exclusive use of the backend. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

type WireServerOptions = {
  db: Pick<PGlite, 'query' | 'exec' | 'isInTransaction' | 'runExclusive' | 'execProtocolRawStream'>;
  socketPath: string;
  /** Called when the backend itself fails: nothing it returns afterwards can be trusted. */
  onBackendFailure: (error: unknown) => void;
};

/** Milliseconds after which the connection of a transaction left open is closed. */
const IDLE_TRANSACTION_TIMEOUT = 60_000;

/**
 * After these the backend does not exit, as nobody could start another one: it answers wrongly or never. It
 * PANICs when its log runs out of room.
 */
const LAST = ['PANIC', 'FATAL'];
/** How its error messages begin; these bytes occur in no text. */
const LAST_WORDS = LAST.map((severity) => `S${severity}\0V${severity}\0`);

const SYNC = Uint8Array.of(0x53, 0, 0, 0, 4);

export async function startWireServer(options: WireServerOptions): Promise<WireServer> {
  const { db, socketPath, onBackendFailure } = options;
  const { rows } = await db.query<{ version: string }>("select current_setting('server_version') as version");
  const backend: Backend = { ...options, answers: new AnswerReader(), listeners: new Set(), borrow: queue() };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    serve(socket, backend, rows[0]?.version ?? '').catch(onBackendFailure);
  });
  await rm(socketPath, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, resolve);
  });
  await chmod(socketPath, 0o600);

  const exclusively: WireServer['exclusively'] = async (work) => {
    const giveBack = await backend.borrow();
    try {
      return await work();
    } catch (error) {
      if (error instanceof messages.DatabaseError && LAST.includes(error.severity ?? ''))
        onBackendFailure(error);
      throw error;
    } finally {
      giveBack();
    }
  };
  return {
    exclusively,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
      await exclusively(async () => {});
    },
  };
}

type Backend = WireServerOptions & {
  answers: AnswerReader;
  listeners: Set<Socket>;
  /** Resolves once this caller has the backend; returns the function to release it. */
  borrow: () => Promise<() => void>;
};

/** Grants exclusive use to callers in turn. */
function queue(): Backend['borrow'] {
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = last;
    // Lets sockets, timers and the parent process run between two statements.
    last = promise.then(() => setImmediate());
    await before;
    return resolve;
  };
}

/** Serves one client until it disconnects; rejects if the backend fails. */
async function serve(socket: Socket, backend: Backend, serverVersion: string): Promise<void> {
  const { db, listeners, borrow } = backend;
  const reader = new FrameReader();
  let giveBack: (() => void) | null = null;
  socket.setNoDelay(true);
  socket.on('timeout', () => socket.destroy());
  for await (const chunk of chunksOf(socket)) {
    for (const event of reader.push(chunk)) {
      if (event.kind === 'refuse-encryption') socket.write('N');
      else if (event.kind === 'startup') socket.write(startupAnswer(serverVersion));
      else if (event.kind === 'terminate') socket.end();
      else {
        giveBack ??= await borrow();
        if (socket.destroyed) break;
        socket.setTimeout(0);
        if (isListen(event.bytes)) listeners.add(socket);
        await run(socket, event.bytes, backend);
        if (!event.endsWithSync || db.isInTransaction()) socket.setTimeout(IDLE_TRANSACTION_TIMEOUT);
        else {
          giveBack();
          giveBack = null;
        }
      }
    }
  }
  listeners.delete(socket);
  if (giveBack === null) return;
  await db.runExclusive(() => db.execProtocolRawStream(SYNC, { onRawData: () => {} }));
  if (db.isInTransaction()) await db.exec('rollback');
  giveBack();
}

/** What a client sends until its connection ends, in whatever way. */
async function* chunksOf(socket: Socket): AsyncGenerator<Buffer> {
  try {
    yield* socket;
  } catch {
    // The connection broke: nobody is left to answer.
  }
}

async function run(
  socket: Socket,
  bytes: Uint8Array,
  { db, answers, listeners, onBackendFailure }: Backend,
): Promise<void> {
  const notified: Buffer[] = [];
  await db.runExclusive(() =>
    db.execProtocolRawStream(bytes, {
      onRawData: (data) => {
        const said = Buffer.from(data.buffer, data.byteOffset, data.length);
        if (LAST_WORDS.some((words) => said.includes(words))) onBackendFailure(new Error(said.toString()));
        const { answer, notifications } = answers.push(said);
        if (!socket.destroyed) socket.write(answer);
        notified.push(...notifications);
      },
    }),
  );
  // The backend listens for all of them, and notifies the connection whose request it is running.
  for (const listener of listeners) for (const notification of notified) listener.write(notification);
}
