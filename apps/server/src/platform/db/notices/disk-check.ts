import { statfs } from 'node:fs/promises';
import type { Database } from '../database.ts';
import { isDiskFull } from '../errors.ts';

type DiskCheckDeps = { readonly db: Pick<Database, 'transaction'>; readonly dataDir: string };

/** Bytes; with less, nothing useful can be stored. */
const LEAST_ROOM = 1024 * 1024;

/** Sorts more than fits in memory, so PostgreSQL writes a temporary file, but no row and no WAL. */
const WRITE_A_FILE =
  'select count(*) from (select md5(n::text) as text from generate_series(1, 5000) as n order by text) as sorted';

/** Returns a sentence while the disk of the database or of the data folder is full; else null. */
export function createDiskCheck({ db, dataDir }: DiskCheckDeps): () => Promise<string | null> {
  return async () => {
    const folder = await statfs(dataDir).catch(() => null);
    if (folder !== null && folder.bavail * folder.bsize < LEAST_ROOM) {
      return `The disk of DATA_DIR (${dataDir}) is full: make room there.`;
    }
    try {
      await db.transaction(async (tx) => {
        await tx.query("set local work_mem = '64kB'");
        await tx.query(WRITE_A_FILE);
      });
      return null;
    } catch (error) {
      // A database that does not respond has its own check.
      return isDiskFull(error) ? 'The disk of the database is full: make room there.' : null;
    }
  };
}
