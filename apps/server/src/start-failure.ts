import { isConnectionError } from './platform/db/errors.ts';
import { describeRefusal, innermost } from './platform/db/refusal.ts';

/** What the person who starts the server reads when it does not start: a sentence, without a stack trace. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  const place = 'path' in error && typeof error.path === 'string' ? ` (${error.path})` : '';
  if (code === 'EADDRINUSE') {
    const port = 'port' in error ? ` ${error.port}` : '';
    return `Port${port} is in use by another program: stop that one, or set PORT to another number.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return 'HOST is not an address of this machine: set it to 127.0.0.1, or to 0.0.0.0 to be reached from outside.';
  }
  if (code === 'EACCES' && 'syscall' in error && error.syscall === 'listen') {
    return 'PORT is one that this user may not open: set it to a number above 1023.';
  }
  if (code === 'ENOSPC') return `The disk is full${place}: make room, then start again.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `DATA_DIR cannot be written${place}: give this user the right to write there, or set DATA_DIR to another folder.`;
  }
  if (error.name === 'DatabaseUnavailableError') {
    return `The database of DATABASE_URL does not answer: ${reason(error)}.`;
  }
  const refusal = describeRefusal(error);
  if (refusal !== null) return refusal;
  // Errors with a name of their own carry a sentence; anything else is a defect, whose place matters.
  const expected = [
    'ConfigError',
    'MigrationError',
    'EncryptionKeyError',
    'ClockError',
    'EmbeddedDatabaseError',
    'DataFolderInUseError',
    'BackupError',
    'MoveError',
    'AppError',
    'AuthError',
  ];
  if (expected.includes(error.name)) return error.message;
  if (isConnectionError(error)) {
    return `The database has stopped answering (${innermost(error).message}): see that it runs, then try again.`;
  }
  return error.stack ?? error.message;
}

function reason(error: Error): string {
  const cause = error.cause;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message;
  return cause instanceof Error ? cause.message : error.message;
}
