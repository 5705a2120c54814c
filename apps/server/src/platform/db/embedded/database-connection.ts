/** Where clients connect: the folder of the socket and the port that names it. */
export type DatabaseConnection = { host: string; port: number; user: string; database: string };

/** A line that the database wrote. */
export type DatabaseLog = (level: 'debug' | 'info' | 'warn' | 'error', line: string) => void;
