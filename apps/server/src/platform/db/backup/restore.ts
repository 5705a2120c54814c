import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { KEY_FILE_NAME } from '../../crypto/encryption-key.ts';
import { makeFolder, renameDurably, syncPath } from '../../durable-files.ts';
import { connectDatabase, type Database } from '../database.ts';
import { lockDataFolder } from '../embedded/data-lock.ts';
import { startEmbeddedDatabase } from '../embedded/embedded-database.ts';
import { type DatabaseKind, FOLDERS, kindOfFolder, setAside } from '../embedded/kind.ts';
import { readMigrations } from '../migrate.ts';
import { type Filled, fillDatabase } from '../move/fill-database.ts';
import { MoveError, writeSequences } from '../move/target.ts';
import { BackupError } from './backup.ts';
import { DamagedBackupError, type Manifest, readBackup } from './format.ts';

export type Restored = Filled & { createdAt: string; key: string | null };

/** Restores into an empty database in one transaction: everything, verified by checksums, or nothing. */
export async function restoreInto(options: {
  db: Database;
  file: string;
  migrations: string;
  print: (line: string) => void;
}): Promise<Restored> {
  const { db, file, migrations, print } = options;
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  const backup = readBackup(file);
  try {
    const manifest = await backup.manifest();
    await requireKnownMigrations(manifest, migrations);
    const filled = await db.transaction((into) =>
      fillDatabase(into, {
        migrations,
        upTo: manifest.migrations.length,
        print,
        readAll: async (take) => {
          await take(backup.tables());
          await writeSequences(into, await backup.sequences());
        },
      }),
    );
    return { ...filled, createdAt: manifest.createdAt, key: manifest.key };
  } catch (error) {
    if (!(error instanceof DamagedBackupError || error instanceof MoveError)) throw error;
    throw new BackupError(`${file} cannot be restored: ${error.message} Nothing was changed.`, {
      cause: error,
    });
  } finally {
    backup.close();
  }
}

/** An older backup is restored as is; the next start migrates it to this version. */
async function requireKnownMigrations(manifest: Manifest, migrations: string): Promise<void> {
  const known = await readMigrations(migrations);
  if (manifest.migrations.every((checksum, index) => known[index]?.checksum === checksum)) return;
  throw new DamagedBackupError('It was made by a newer version of this program, or by another one.');
}

type RestoredFolder = Restored & {
  /** Where the previous database is now. */
  keptAside: string | null;
};

/** Replaces the embedded database with a backup, once that has been restored and verified beside it. */
export async function restoreFolder(options: {
  dataDir: string;
  /** Kind of the new database; null for the one that runs here. */
  kind: DatabaseKind | null;
  file: string;
  force: boolean;
  now: Date;
  migrations: string;
  print: (line: string) => void;
}): Promise<RestoredFolder> {
  const { dataDir, kind, file, force, now, migrations, print } = options;
  makeFolder(dataDir);
  const lock = await lockDataFolder(dataDir);
  const draft = await mkdtemp(path.join(dataDir, 'restore-'));
  try {
    const present = kindOfFolder(dataDir);
    if (present !== null && !force) {
      throw new BackupError(
        `There is a database in ${dataDir} already: put the backup in its place with npm run restore -- FILE --force; the present one is kept aside.`,
      );
    }
    const restored = await fillFolder({ dataDir: draft, kind, file, migrations, print });
    const keptAside = present === null ? null : await keepAside(dataDir, present, now);
    const made = kindOfFolder(draft);
    if (made !== null) renameDurably(path.join(draft, FOLDERS[made]), path.join(dataDir, FOLDERS[made]));
    if (restored.key !== null)
      await writeFile(path.join(dataDir, KEY_FILE_NAME), restored.key, { mode: 0o600, flush: true });
    syncPath(dataDir);
    return { ...restored, keptAside };
  } finally {
    await rm(draft, { recursive: true, force: true });
    lock.release();
  }
}

async function fillFolder(options: {
  dataDir: string;
  kind: DatabaseKind | null;
  file: string;
  migrations: string;
  print: (line: string) => void;
}): Promise<Restored> {
  const { dataDir, kind, ...rest } = options;
  const embedded = await startEmbeddedDatabase({ dataDir, kind });
  const db = connectDatabase({ ...embedded.connection, statementTimeout: 0, maxConnections: 1 });
  try {
    return await restoreInto({ db, ...rest });
  } finally {
    await db.close();
    await embedded.close();
  }
}

async function keepAside(dataDir: string, kind: DatabaseKind, now: Date): Promise<string> {
  const folder = setAside(dataDir, kind, 'restore', now);
  const key = await readFile(path.join(dataDir, KEY_FILE_NAME)).catch(() => null);
  if (key !== null) await writeFile(`${folder}.${KEY_FILE_NAME}`, key, { mode: 0o600, flush: true });
  return folder;
}
