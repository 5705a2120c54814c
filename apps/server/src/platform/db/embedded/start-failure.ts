import { inspect } from 'node:util';

/** Error numbers of WebAssembly's file system interface (WASI), as PGlite reports them. */
const WASI_DISK_FULL = new Set([19, 51]); // EDQUOT, ENOSPC
const WASI_NOT_WRITABLE = new Set([2, 63, 69]); // EACCES, EPERM, EROFS

/** One sentence for the person who started the server, with what to do. */
export function describeStartFailure(error: unknown, dataDir: string): string {
  const place = `the data folder ${dataDir}`;
  if (isDiskFull(error)) return `The disk is full: make room for ${place}, then start again.`;
  if (isNotWritable(error)) {
    return `DATA_DIR cannot be written: give this user the right to write to ${place}, or set DATA_DIR to another folder.`;
  }
  if (!(error instanceof Error))
    return `The embedded database did not start: ${inspect(error, { breakLength: Number.POSITIVE_INFINITY })}`;
  if (error.name === 'DataFolderInUseError') return error.message;
  return `The embedded database in ${place} did not start: ${error.message} If it is damaged, npm run restore FILE --force puts a backup in its place.`;
}

function isDiskFull(error: unknown): boolean {
  return (
    WASI_DISK_FULL.has(wasiNumber(error)) ||
    /ENOSPC|No space left|database or disk is full/i.test(textOf(error))
  );
}

/** For a folder that cannot be created on a read-only disk, Node reports `ENOENT`. */
function isNotWritable(error: unknown): boolean {
  return (
    WASI_NOT_WRITABLE.has(wasiNumber(error)) ||
    /EACCES|EPERM|EROFS|ENOTDIR|EEXIST|^ENOENT.* mkdir |unable to open database file|readonly database|attempt to write a readonly/i.test(
      textOf(error),
    )
  );
}

/** PGlite throws these as plain objects. */
function wasiNumber(error: unknown): number {
  const isWasiError =
    typeof error === 'object' && error !== null && 'name' in error && error.name === 'ErrnoError';
  return isWasiError && 'errno' in error && typeof error.errno === 'number' ? error.errno : 0;
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return `${'code' in error ? error.code : ''} ${error.message}`.trim();
}
