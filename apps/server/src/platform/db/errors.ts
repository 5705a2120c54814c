/** The database is starting, stopping, gone or cut off; the request itself may be fine. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';

  constructor(cause?: unknown) {
    super('The database is not answering. Try again in a moment.', { cause });
  }
}

/** The process is stopping and has closed its connections: a query now is past the deadline. */
export class DatabaseClosedError extends DatabaseUnavailableError {}

/** Node's socket errors; SQLSTATE 08 (connection), 57P0x (shutdown), 53300 (too many connections). */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  '53300',
]);

/** Messages with which node-postgres reports a lost or refused connection without a code. */
const CONNECTION_MESSAGES =
  /connection terminated|connection ended|client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|query read timeout|client was closed|not queryable/i;

export function isConnectionError(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseUnavailableError) return true;
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    // A local socket that is not there yet; any other missing file is unrelated to the database.
    if (code === 'ENOENT' && 'syscall' in cause && cause.syscall === 'connect') return true;
    if (CONNECTION_CODES.has(code) || code.startsWith('08')) return true;
    if (CONNECTION_MESSAGES.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isConnectionError)) return true;
  }
  return false;
}

const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** No room left to store data, in the database or in our own files. */
export function isDiskFull(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && DISK_FULL.has(cause.code)) return true;
  }
  return false;
}

/** The SQLSTATE of a failed statement; null for an error that did not come from the database. */
export function sqlState(error: unknown): string | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code))
      return cause.code;
  }
  return null;
}

/** Whether a unique constraint was violated: the given one, or any. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '23505') {
      return constraint === undefined || ('constraint' in cause && cause.constraint === constraint);
    }
  }
  return false;
}
