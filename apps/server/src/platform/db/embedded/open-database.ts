import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DATABASE_FOLDER, type EmbeddedDatabaseSettings } from './messages.ts';

/** Planner and memory settings for one user on a local disk; everything else is PGlite's default. */
const START_PARAMETERS = [
  ...PGlite.defaultStartParams,
  ...[
    'shared_buffers=256MB',
    'work_mem=32MB',
    'maintenance_work_mem=128MB',
    'random_page_cost=1.1',
    'jit=off',
    'wal_level=minimal',
    'max_wal_senders=0',
    'lc_messages=C',
  ].flatMap((setting) => ['-c', setting]),
];

const options = { extensions: { pg_trgm }, startParams: START_PARAMETERS };

export async function openDatabase({ dataDir, snapshot }: EmbeddedDatabaseSettings): Promise<PGlite> {
  const begin = async () => ({
    ...options,
    loadDataDir: snapshot ? new Blob([new Uint8Array(await readFile(snapshot))]) : undefined,
  });
  if (dataDir === null) return PGlite.create(await begin());
  const folder = path.join(dataDir, DATABASE_FOLDER);
  if (!existsSync(folder)) await createDatabaseFolder(folder, await begin());
  return PGlite.create(folder, options);
}

/** A first start that is interrupted leaves only the draft behind, which the next one throws away. */
async function createDatabaseFolder(folder: string, begin: PGliteOptions): Promise<void> {
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const db = await PGlite.create(draft, begin);
  await db.close();
  await rename(draft, folder);
}
