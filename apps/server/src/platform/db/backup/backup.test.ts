import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createDataFolder,
  MIGRATIONS,
  openTestDatabase,
  type TestDatabase,
} from '@storefleet/test-support/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_FILE_NAME } from '../../crypto/encryption-key.ts';
import { type DatabaseKind, kindOfFolder } from '../embedded/kind.ts';
import { digestTable } from '../move/copy-table.ts';
import { moveToNative } from '../move/move-to-native.ts';
import { listTables } from '../move/tables.ts';
import { openDatabase } from '../open.ts';
import { BackupError, backUp } from './backup.ts';
import { restoreFolder, restoreInto } from './restore.ts';

const now = new Date('2026-01-15T09:00:00Z');
const KEY = 'a key of 32 bytes in base64\n';
let folder: string;
let dataDir: string;
let running: TestDatabase;
let backup: string;
let moment: object;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sf-test-'));
  dataDir = path.join(folder, 'data');
  running = await createDataFolder(dataDir);
  await running.query(`insert into settings (key, value, created_at, updated_at)
    select 'many.' || n, repeat(chr(8364), n % 200), now(), now() from generate_series(1, 6000) as n`);
  backup = path.join(folder, 'monday.backup');
  moment = await digests(running);
  await backUp({ db: running, key: KEY, file: backup, version: '1.0.0', now });
  await running.query("delete from settings where key like 'many.1%'");
});
afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true, force: true });
});

/** Row count and checksum of every table. */
async function digests(db: Pick<TestDatabase, 'query'>): Promise<object> {
  const found: Record<string, object> = {};
  for (const table of await listTables(db)) found[table.name] = await digestTable(db, table);
  return found;
}

const print = () => {};
const restoreTo = (name: string, { file = backup, force = false, kind = null as DatabaseKind | null } = {}) =>
  restoreFolder({ dataDir: path.join(folder, name), kind, file, force, now, migrations: MIGRATIONS, print });

async function contentOf(name: string): Promise<object> {
  const { db, close } = await openDatabase({
    connectionString: null,
    dataDir: path.join(folder, name),
    onTrouble: () => {},
  });
  return digests(db).finally(close);
}

describe('a backup', () => {
  it('is readable by this user only, and never overwrites a file', async () => {
    expect((await stat(backup)).mode & 0o777).toBe(0o600);
    const again = backUp({ db: running, key: null, file: backup, version: '1.0.0', now });
    await expect(again).rejects.toThrow('exists already');
  });

  it('says where it cannot be written, and leaves one alone that is being written', async () => {
    const to = (file: string) => backUp({ db: running, key: null, file, version: '1.0.0', now });
    const nowhere = path.join(folder, 'no-such-folder');
    await expect(to(path.join(nowhere, 'tuesday'))).rejects.toThrow(`There is no folder ${nowhere}`);
    await expect(to(path.join(backup, 'tuesday'))).rejects.toThrow(`There is no folder ${backup}`);
    const draft = path.join(folder, 'tuesday.partial');
    await writeFile(draft, 'half a backup');
    await expect(to(path.join(folder, 'tuesday'))).rejects.toThrow(`is being written to ${draft}`);
    expect(await readFile(draft, 'utf8')).toBe('half a backup');
    await rm(draft);
  });

  it('restores its snapshot into a new folder, with its key', async () => {
    expect(await restoreTo('native')).toMatchObject({ createdAt: now.toISOString(), keptAside: null });
    expect(await contentOf('native')).toEqual(moment);
    expect(await readFile(path.join(folder, 'native', KEY_FILE_NAME), 'utf8')).toBe(KEY);
  });

  it('restores into PGlite, whose content is compared when it has moved', async () => {
    expect(await restoreTo('pglite', { kind: 'pglite' })).toMatchObject({ keptAside: null });
    expect(kindOfFolder(path.join(folder, 'pglite'))).toBe('pglite');
  });

  it('restores into an empty PostgreSQL, and into no other', async () => {
    const target = await openTestDatabase();
    const restore = () => restoreInto({ db: target, file: backup, migrations: MIGRATIONS, print });
    await expect(restore()).rejects.toThrow('holds a Storefleet already');
    await target.query('drop schema public cascade; create schema public');
    expect(await restore()).toMatchObject({ key: KEY });
    expect(await digests(target)).toEqual(moment);
  });
});

it('a PGlite folder moves to PostgreSQL, row by row, and is kept aside', async () => {
  // The one that was restored above: making another takes longer than to move it.
  const keptAside = await moveToNative({
    dataDir: path.join(folder, 'pglite'),
    migrations: MIGRATIONS,
    now,
    print,
  });
  expect(kindOfFolder(path.join(folder, 'pglite'))).toBe('native');
  expect(await contentOf('pglite')).toEqual(moment);
  expect(await readdir(keptAside)).toContain('PG_VERSION');
});

describe('restoring', () => {
  it('keeps aside what it replaces, and replaces only on request', async () => {
    await expect(restoreTo('native')).rejects.toThrow('npm run restore -- FILE --force');
    const { keptAside } = await restoreTo('native', { force: true });
    expect(await readdir(keptAside ?? '')).toContain('PG_VERSION');
    expect(await contentOf('native')).toEqual(moment);
  });

  it('refuses a folder in use by a server', async () => {
    await expect(restoreTo('data', { force: true })).rejects.toThrow('is in use by another running server');
  });

  it('touches nothing if the file is truncated, damaged, of an older version or no backup', async () => {
    const bytes = await readFile(backup);
    const bad = {
      cut: bytes.subarray(0, bytes.length - 5_000),
      damaged: Buffer.concat([bytes.subarray(0, 5_000), Buffer.alloc(64), bytes.subarray(5_064)]),
      text: Buffer.from('not a backup'),
    };
    for (const [name, content] of Object.entries(bad)) {
      const file = path.join(folder, name);
      await writeFile(file, content);
      const attempt = restoreTo('untouched', { file });
      await expect(attempt).rejects.toBeInstanceOf(BackupError);
      await expect(attempt).rejects.toThrow('Nothing was changed.');
    }
    expect(await readdir(path.join(folder, 'untouched'))).toEqual(['db.lock']);
  });
});
