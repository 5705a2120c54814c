import { existsSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { renameDurably } from '../../durable-files.ts';
import type { Database, Queryable } from '../database.ts';
import { appliedMigrations, readAllTables } from '../move/move-database.ts';
import { readSequences } from '../move/target.ts';
import { type BackupLine, FORMAT, type Manifest } from './format.ts';

/** The message is a sentence for the person at the shell. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/**
 * Writes one consistent snapshot, and the key if given, into one compressed file that only this user can
 * read; the server may keep running. A database of any kind can be restored from it.
 */
export async function backUp(options: {
  db: Database;
  /** Content of the key file; null if the key is kept elsewhere. */
  key: string | null;
  file: string;
  version: string;
  now: Date;
}): Promise<void> {
  const { db, key, file, version, now } = options;
  if (existsSync(file)) throw new BackupError(`The file ${file} exists already: choose another name.`);
  const draft = `${file}.partial`;
  const about = { format: FORMAT, createdAt: now.toISOString(), version, key };
  const output = (await openDraft(draft)).createWriteStream({ flush: true });
  try {
    await db.transaction((from) =>
      pipeline(Readable.from(textOf(from, about)), createGzip({ level: 5 }), output),
    );
    renameDurably(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** For this one backup, as a second one under the same name would spoil it. */
async function openDraft(draft: string): Promise<FileHandle> {
  try {
    return await open(draft, 'wx', 0o600);
  } catch (error) {
    const folder = path.dirname(draft);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const sentence = {
      EEXIST: `Another backup is being written to ${draft}, or was cut off: wait for it, or delete that file.`,
      ENOENT: `There is no folder ${folder}: make it, or name another one.`,
      ENOTDIR: `There is no folder ${folder}: make it, or name another one.`,
      EACCES: `This user may not write to ${folder}: name another folder.`,
      EROFS: `Nothing can be written to ${folder}: name another folder.`,
    }[code];
    throw sentence === undefined ? error : new BackupError(sentence);
  }
}

async function* textOf(from: Queryable, about: Omit<Manifest, 'migrations'>): AsyncGenerator<string> {
  for await (const line of linesOf(from, about)) yield `${JSON.stringify(line)}\n`;
}

async function* linesOf(from: Queryable, about: Omit<Manifest, 'migrations'>): AsyncGenerator<BackupLine> {
  const tables = readAllTables(from);
  // The first table begins the snapshot that everything is read in.
  let current = await tables.next();
  yield { manifest: { ...about, migrations: await appliedMigrations(from) } };
  for (; !current.done; current = await tables.next()) {
    const { table, total, batches, digest } = current.value;
    yield { table, total };
    for await (const batch of batches) yield { batch };
    yield { digest: await digest() };
  }
  yield { sequences: await readSequences(from) };
  yield { complete: true };
}
