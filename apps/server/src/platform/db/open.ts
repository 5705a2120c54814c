import { connectDatabase, type Database } from './database.ts';
import { startEmbeddedDatabase } from './embedded/embedded-database.ts';

export type OpenedDatabase = { db: Database; close(): Promise<void> };

export type OpenOptions = {
  /** A PostgreSQL to use; null for the embedded one. */
  connectionString: string | null;
  /** Connections to it at most. */
  maxConnections?: number;
  dataDir: string;
  /** Told of trouble that is being dealt with. */
  onTrouble: (sentence: string) => void;
};

/** The PostgreSQL of the connection string, or the embedded one. */
export async function openDatabase({
  connectionString,
  maxConnections,
  dataDir,
  onTrouble,
}: OpenOptions): Promise<OpenedDatabase> {
  const onConnectionError = (error: Error) => onTrouble(`A database connection was lost: ${error.message}`);
  if (connectionString !== null) {
    const db = connectDatabase({
      connectionString,
      onConnectionError,
      ...(maxConnections === undefined ? {} : { maxConnections }),
    });
    return { db, close: db.close };
  }
  const embedded = await startEmbeddedDatabase({ dataDir, onRestart: onTrouble });
  const db = connectDatabase({ ...embedded.connection, onConnectionError });
  return {
    db,
    async close() {
      await db.close();
      await embedded.close();
    },
  };
}
