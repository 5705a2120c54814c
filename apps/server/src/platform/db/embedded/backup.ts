import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { ArchiveError, packEnd, packFolder, packText, unpack } from '../../archive/tar.ts';
import { KEY_FILE_NAME } from '../../crypto/encryption-key.ts';
import { requestCopy } from './control.ts';
import { isDataFolderLocked, lockDataFolder, readOwner } from './data-lock.ts';
import { DATABASE_FOLDER } from './messages.ts';

/** A sentence for the person at the shell. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const FORMAT = 'storefleet-backup-1';
const MANIFEST = 'backup.json';
/** The last entry: an archive without it was not finished. */
const END_MARK = 'complete';
const NOT_PACKED = new Set(['postmaster.pid', 'postmaster.opts']);

type Manifest = { format: string; createdAt: string; version: string; holdsKey: boolean };

/**
 * Writes the database and the key file into one compressed file that only this user can read. While the server
 * runs, it is asked for a copy of the moment and goes on serving.
 */
export async function backUp(options: {
  dataDir: string;
  file: string;
  version: string;
  now: Date;
}): Promise<void> {
  const { dataDir, file, version, now } = options;
  const database = path.join(dataDir, DATABASE_FOLDER);
  if (!existsSync(database))
    throw new BackupError(`There is no database in ${dataDir}: set DATA_DIR to its folder.`);
  if (existsSync(file)) throw new BackupError(`The file ${file} exists already: choose another name.`);

  const owner = isDataFolderLocked(dataDir) ? readOwner(dataDir) : null;
  if (owner === null) {
    const lock = await lockDataFolder(dataDir);
    try {
      await write(database);
    } finally {
      lock.release();
    }
    return;
  }
  const copy = await mkdtemp(path.join(dataDir, 'backup-'));
  try {
    await requestCopy(owner.socketDir, path.join(copy, DATABASE_FOLDER));
    await write(path.join(copy, DATABASE_FOLDER));
  } finally {
    await rm(copy, { recursive: true, force: true });
  }

  async function write(folder: string): Promise<void> {
    const key = await readFile(path.join(dataDir, KEY_FILE_NAME), 'utf8').catch(() => null);
    const manifest: Manifest = {
      format: FORMAT,
      createdAt: now.toISOString(),
      version,
      holdsKey: key !== null,
    };
    const draft = `${file}.partial`;
    async function* entries() {
      yield* packText(MANIFEST, JSON.stringify(manifest));
      if (key !== null) yield* packText(KEY_FILE_NAME, key);
      yield* packFolder(folder, DATABASE_FOLDER, NOT_PACKED);
      yield* packText(END_MARK, FORMAT);
      yield packEnd();
    }
    try {
      const output = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true });
      await pipeline(Readable.from(entries()), createGzip({ level: 5 }), output);
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }
}

export type RestoreResult = {
  createdAt: string;
  /** Where the database that was there before is now. */
  keptAside: string | null;
  /** False when the backup was made with ENCRYPTION_KEY, which has to be set again. */
  holdsKey: boolean;
};

/** Puts a backup in the place of the database; nothing is touched before the whole file has been read and checked. */
export async function restoreBackup(options: {
  dataDir: string;
  file: string;
  force: boolean;
  now: Date;
}): Promise<RestoreResult> {
  const { dataDir, file, force, now } = options;
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  await mkdir(dataDir, { recursive: true });
  const lock = await lockDataFolder(dataDir);
  const draft = await mkdtemp(path.join(dataDir, 'restore-'));
  try {
    const database = path.join(dataDir, DATABASE_FOLDER);
    if (existsSync(database) && !force) {
      throw new BackupError(
        `There is a database in ${dataDir} already: add --force to put the backup in its place; the present one is kept aside.`,
      );
    }
    const manifest = await unpackAndCheck(file, draft);
    const keptAside = existsSync(database) ? `${database}.before-restore-${stamp(now)}` : null;
    const key = path.join(dataDir, KEY_FILE_NAME);
    if (keptAside !== null) {
      await rename(database, keptAside);
      if (existsSync(key)) await copyFile(key, `${keptAside}.${KEY_FILE_NAME}`);
    }
    if (manifest.holdsKey) await rename(path.join(draft, KEY_FILE_NAME), key);
    await rename(path.join(draft, DATABASE_FOLDER), database);
    return { createdAt: manifest.createdAt, keptAside, holdsKey: manifest.holdsKey };
  } finally {
    await rm(draft, { recursive: true, force: true });
    lock.release();
  }
}

async function unpackAndCheck(file: string, folder: string): Promise<Manifest> {
  try {
    const names = await unpack(createReadStream(file).pipe(createGunzip()), folder);
    const manifest = JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8')) as Manifest;
    if (manifest.format !== FORMAT) throw new ArchiveError('It was made by another version of this program.');
    const expected = [
      END_MARK,
      `${DATABASE_FOLDER}/PG_VERSION`,
      ...(manifest.holdsKey ? [KEY_FILE_NAME] : []),
    ];
    if (!expected.every((name) => names.includes(name))) throw new ArchiveError('It is cut off.');
    return manifest;
  } catch (error) {
    const reason =
      error instanceof ArchiveError ? error.message : 'It is damaged, cut off or no backup at all.';
    throw new BackupError(`${file} cannot be restored: ${reason} Nothing was changed.`, { cause: error });
  }
}

const stamp = (now: Date) => now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
