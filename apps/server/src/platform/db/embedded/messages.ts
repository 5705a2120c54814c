import path from 'node:path';

/** What the server hands its database process when it starts it. */
export type EmbeddedDatabaseSettings = {
  /** The folder that holds everything; null keeps the database in memory. */
  dataDir: string | null;
  /** The folder of the sockets. */
  socketDir: string;
  /** A dump of the database folder to begin with, where there is no database yet. */
  snapshot?: string;
};

/** What the database process tells the server. */
export type DatabaseProcessMessage = { kind: 'ready' } | { kind: 'failed'; sentence: string };

/** PostgreSQL's clients make the socket's name from the port. */
export const SOCKET_PORT = 5432;
export const socketPath = (socketDir: string) => path.join(socketDir, `.s.PGSQL.${SOCKET_PORT}`);
export const controlPath = (socketDir: string) => path.join(socketDir, 'control');

/** Inside the data folder. */
export const DATABASE_FOLDER = 'db';
