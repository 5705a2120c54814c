import { inspect } from 'node:util';

/** One sentence for the person who started the server, saying what to do. */
export function describeStartFailure(error: unknown, dataDir: string | null): string {
  if (!(error instanceof Error))
    return `The embedded database did not start: ${inspect(error, { breakLength: Number.POSITIVE_INFINITY })}`;
  const place = dataDir === null ? 'the database' : `the data folder ${dataDir}`;
  const text = `${'code' in error ? error.code : ''} ${error.message}`;
  if (error.name === 'DataFolderInUseError') return error.message;
  if (/ENOSPC|No space left|disk is full|database or disk is full/i.test(text)) {
    return `The disk is full: make room for ${place}, then start again.`;
  }
  if (
    /EACCES|EPERM|EROFS|ENOTDIR|EEXIST|unable to open database file|readonly database|attempt to write a readonly/i.test(
      text,
    )
  ) {
    return `DATA_DIR cannot be written: give this user the right to write to ${place}, or set DATA_DIR to another folder.`;
  }
  return `The embedded database in ${place} did not start: ${error.message}`;
}
