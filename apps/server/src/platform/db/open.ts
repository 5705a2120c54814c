import { connectDatabase, type Database } from './database.ts';
import { isDataFolderLocked, readOwner } from './embedded/data-lock.ts';
import type { DatabaseLog } from './embedded/database-connection.ts';
import { startEmbeddedDatabase } from './embedded/embedded-database.ts';
import type { DatabaseKind } from './embedded/kind.ts';

export type OpenedDatabase = {
  db: Database;
  /** A sentence for the operator, if there is one. */
  notice(): string | null;
  close(): Promise<void>;
};

export type OpenOptions = {
  /** A PostgreSQL to use; null for the embedded one. */
  connectionString: string | null;
  /** Maximum number of connections to it. */
  maxConnections?: number;
  dataDir: string;
  /** Kind of the embedded database. Null: the one the data folder holds, else the one that runs here. */
  embedded?: DatabaseKind | null;
  /** Called with problems that are being handled. */
  onTrouble: (sentence: string) => void;
  /** Log output of the embedded database. */
  onLog?: DatabaseLog;
};

/** The PostgreSQL of the connection string, or the embedded one. */
export async function openDatabase({
  connectionString,
  maxConnections,
  dataDir,
  embedded: kind = null,
  onTrouble,
  onLog,
}: OpenOptions): Promise<OpenedDatabase> {
  const onConnectionError = (error: Error) => onTrouble(`A database connection was lost: ${error.message}`);
  if (connectionString !== null) {
    const db = connectDatabase({
      connectionString,
      onConnectionError,
      ...(maxConnections === undefined ? {} : { maxConnections }),
    });
    return { db, notice: () => null, close: db.close };
  }
  const embedded = await startEmbeddedDatabase({ dataDir, kind, onTrouble, onLog });
  const db = connectDatabase({
    ...embedded.connection,
    onConnectionError,
  });
  return {
    db,
    notice: embedded.notice,
    async close() {
      await db.close();
      await embedded.close();
    },
  };
}

/**
 * For commands: connects to the embedded database of a running server through its socket, else opens the one
 * the server would. `isServing`: whether a server has it open.
 */
export async function openBesideServer(
  options: OpenOptions,
): Promise<OpenedDatabase & { isServing: boolean }> {
  const owner = options.connectionString === null ? readOwner(options.dataDir) : null;
  if (owner === null || !isDataFolderLocked(options.dataDir)) {
    return { ...(await openDatabase(options)), isServing: false };
  }
  const db = connectDatabase({ ...owner.connection, maxConnections: 2 });
  return { db, notice: () => null, close: db.close, isServing: true };
}
