import path from 'node:path';
import { makeFolder } from '../../durable-files.ts';
import { lockDataFolder } from './data-lock.ts';
import { type DatabaseConnection, type DatabaseLog, socketConnection } from './database-connection.ts';
import { type ChosenDatabase, chooseDatabase, type DatabaseKind, FOLDERS } from './kind.ts';
import { ROLE } from './native/cluster.ts';
import { makeSocketDir, removeSocketDir, startNativeDatabase } from './native/native-database.ts';
import {
  DatabaseProcessError,
  pgliteConnection,
  pgliteSocketDir,
  startPglite,
} from './pglite/pglite-database.ts';
import { describeStartFailure } from './start-failure.ts';
import { supervise } from './supervise.ts';

/** The server's own PostgreSQL, in child processes that end with the server. */
type EmbeddedDatabase = {
  kind: DatabaseKind;
  connection: DatabaseConnection;
  /** A sentence once it has ended unexpectedly and was restarted; null before. */
  notice(): string | null;
  /** Finishes running statements, flushes everything and ends the process. */
  close(): Promise<void>;
};

type EmbeddedDatabaseOptions = {
  dataDir: string;
  /** The kind to use. Null: the one the folder holds, else native where it runs. */
  kind?: DatabaseKind | null;
  /** Called with problems that are being handled. */
  onTrouble?: (sentence: string) => void;
  onLog?: DatabaseLog;
};

/** The database cannot be started; the message is a sentence for a person. */
class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { kind = null, onTrouble = () => {}, onLog = () => {} } = options;
  const dataDir = path.resolve(options.dataDir);
  try {
    makeFolder(dataDir);
    const chosen = chooseDatabase(dataDir, kind);
    if (chosen.kind === 'native') return await openNative(dataDir, chosen, { onTrouble, onLog });
    if (chosen.because !== null) {
      onLog('info', `The embedded database is PGlite: PostgreSQL cannot run here (${chosen.because}).`);
    }
    return await openPglite(dataDir, { onTrouble });
  } catch (error) {
    throw new EmbeddedDatabaseError(describeFailure(dataDir)(error), { cause: error });
  }
}

/** PGlite's process reports its own message. */
const describeFailure = (dataDir: string) => (error: unknown) =>
  error instanceof DatabaseProcessError ? error.message : describeStartFailure(error, dataDir);

type Listeners = { onTrouble: (sentence: string) => void; onLog: DatabaseLog };

async function openNative(
  dataDir: string,
  { binaries, launcher }: Extract<ChosenDatabase, { kind: 'native' }>,
  { onTrouble, onLog }: Listeners,
): Promise<EmbeddedDatabase> {
  const lock = await lockDataFolder(dataDir);
  const socketDir = makeSocketDir(launcher);
  const connection = socketConnection(socketDir, ROLE);
  const folder = path.join(dataDir, FOLDERS.native);
  const clear = () => {
    removeSocketDir(socketDir);
    lock.release();
  };
  try {
    const start = async () => {
      const running = await startNativeDatabase({ folder, binaries, launcher, socketDir, onLog });
      lock.recordOwner({ serverPid: process.pid, databasePid: running.pid, connection });
      return running;
    };
    const supervised = await supervise(start, { onTrouble, describeFailure: describeFailure(dataDir) });
    const close = () => supervised.stop().finally(clear);
    return { kind: 'native', connection, notice: supervised.notice, close };
  } catch (error) {
    clear();
    throw error;
  }
}

/** Its process takes the lock itself, as it may outlive a killed server while still writing. */
async function openPglite(
  dataDir: string,
  { onTrouble }: Pick<Listeners, 'onTrouble'>,
): Promise<EmbeddedDatabase> {
  const socketDir = pgliteSocketDir(dataDir);
  const supervised = await supervise(() => startPglite({ dataDir, socketDir }), {
    onTrouble,
    describeFailure: describeFailure(dataDir),
  });
  const { notice, stop: close } = supervised;
  return { kind: 'pglite', connection: pgliteConnection(socketDir), notice, close };
}
