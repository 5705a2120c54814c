import path from 'node:path';
import type { DatabaseConnection } from '../database-connection.ts';

/** What the server hands its database process when it starts it. */
export type PgliteSettings = {
  /** The folder that holds everything. */
  dataDir: string;
  /** The folder of the socket. */
  socketDir: string;
};

/** What the database process tells the server. */
export type DatabaseProcessMessage = { kind: 'ready' } | { kind: 'failed'; sentence: string };

/** PostgreSQL's clients make the socket's name from the port. */
const SOCKET_PORT = 5432;
export const socketPath = (socketDir: string) => path.join(socketDir, `.s.PGSQL.${SOCKET_PORT}`);
export const pgliteConnection = (socketDir: string): DatabaseConnection => ({
  host: socketDir,
  port: SOCKET_PORT,
  user: 'postgres',
  database: 'postgres',
});
