import path from 'node:path';

/** Where clients connect: the folder of the socket and the port that names it. */
export type DatabaseConnection = { host: string; port: number; user: string; database: string };

/** A line that the database wrote. */
export type DatabaseLog = (level: 'debug' | 'info' | 'warn' | 'error', line: string) => void;

/** Bytes: a socket's address is limited to 108 on Linux and 104 on macOS. */
export const LONGEST_SOCKET_PATH = 100;
/** PostgreSQL's clients derive the socket's name from the port. */
export const SOCKET_PORT = 5432;
export const socketPath = (socketDir: string) => path.join(socketDir, `.s.PGSQL.${SOCKET_PORT}`);

export const socketConnection = (socketDir: string, user: string): DatabaseConnection => ({
  host: socketDir,
  port: SOCKET_PORT,
  user,
  database: 'postgres',
});
