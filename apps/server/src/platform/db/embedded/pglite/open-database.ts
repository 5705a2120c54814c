import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { renameForGood, syncTree } from '../../../sync-files.ts';
import { FOLDERS } from '../kind.ts';
import { SyncedFiles } from './synced-files.ts';

/** Planner and memory settings for one user on a local disk; everything else is PGlite's default. */
const SETTINGS = [
  'shared_buffers=256MB',
  'work_mem=32MB',
  'maintenance_work_mem=128MB',
  'random_page_cost=1.1',
  'jit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'lc_messages=C',
  // The sync method that goes through PGlite's own file system.
  'wal_sync_method=fsync',
];

const options = {
  extensions: { pg_trgm },
  // -F would switch fsync off.
  startParams: [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    ...SETTINGS.flatMap((setting) => ['-c', setting]),
  ],
};

export async function openDatabase(dataDir: string): Promise<PGlite> {
  const folder = path.join(dataDir, FOLDERS.pglite);
  if (!existsSync(folder)) await createDatabaseFolder(folder);
  return openFolder(folder);
}

const openFolder = (folder: string) => PGlite.create({ ...options, fs: new SyncedFiles(folder) });

/** An interrupted first start leaves only the draft, which the next one discards. */
async function createDatabaseFolder(folder: string): Promise<void> {
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const db = await openFolder(draft);
  // The first files are written without fsync.
  await db.close();
  syncTree(draft);
  renameForGood(draft, folder);
}
