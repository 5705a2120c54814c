import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { renameDurably } from '../../durable-files.ts';
import { connectDatabase, type Database } from '../database.ts';
import { startEmbeddedDatabase } from '../embedded/embedded-database.ts';
import { type DatabaseKind, FOLDERS, kindOfFolder, setAside } from '../embedded/kind.ts';
import { moveDatabase } from './move-database.ts';
import { MoveError } from './target.ts';

/**
 * Moves a PGlite folder to the native database beside it, verified row by row; returns where the old one is
 * kept.
 */
export async function moveToNative(options: {
  dataDir: string;
  migrations: string;
  now: Date;
  print: (line: string) => void;
}): Promise<string> {
  const { dataDir, migrations, now, print } = options;
  const kind = kindOfFolder(dataDir);
  if (kind === null)
    throw new MoveError(`There is no embedded database in ${dataDir}: set DATA_DIR to its folder.`);
  if (kind === 'native') throw new MoveError(`The database in ${dataDir} is a PostgreSQL already.`);
  const draft = await mkdtemp(path.join(dataDir, 'move-'));
  try {
    await withEmbedded(dataDir, 'pglite', async (source) => {
      await withEmbedded(draft, 'native', (target) => moveDatabase({ source, target, migrations, print }));
    });
    const keptAside = setAside(dataDir, 'pglite', 'move', now);
    renameDurably(path.join(draft, FOLDERS.native), path.join(dataDir, FOLDERS.native));
    return keptAside;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function withEmbedded(
  dataDir: string,
  kind: DatabaseKind,
  work: (db: Database) => Promise<unknown>,
): Promise<void> {
  const embedded = await startEmbeddedDatabase({ dataDir, kind });
  const db = connectDatabase({ ...embedded.connection, statementTimeout: 0, maxConnections: 1 });
  try {
    await work(db);
  } finally {
    await db.close();
    await embedded.close();
  }
}
