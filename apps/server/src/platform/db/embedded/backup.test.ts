import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_FILE_NAME, loadOrCreateKeyFile } from '../../crypto/encryption-key.ts';
import { type OpenedDatabase, openDatabase } from '../open.ts';
import { BackupError, backUp, restoreBackup } from './backup.ts';

const now = new Date('2026-01-15T09:00:00Z');
let folder: string;
let dataDir: string;
let running: OpenedDatabase;
let backup: string;

const open = (directory: string) =>
  openDatabase({ connectionString: null, dataDir: directory, onTrouble: () => {} });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sf-test-'));
  dataDir = path.join(folder, 'data');
  running = await open(dataDir);
  await loadOrCreateKeyFile(dataDir);
  await running.db.query('create table notes (id integer primary key)');
  await running.db.query('insert into notes select generate_series(1, 5000)');
  backup = path.join(folder, 'monday.backup');
  await backUp({ dataDir, file: backup, version: '1.0.0', now });
});
afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true, force: true });
});

const restoreTo = (name: string, file = backup, force = false) =>
  restoreBackup({ dataDir: path.join(folder, name), file, force, now });

describe('a backup', () => {
  it('is made while the server goes on, readable by this user alone', async () => {
    await running.db.query('insert into notes values (9999)');
    expect((await stat(backup)).mode & 0o777).toBe(0o600);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('backup-'))).toEqual([]);
  });

  it('never replaces a file', async () => {
    await expect(backUp({ dataDir, file: backup, version: '1.0.0', now })).rejects.toThrow('exists already');
  });

  it('brings back the moment it was made at, with its key, and keeps aside what it replaces', async () => {
    await running.db.query('delete from notes where id < 100');
    expect(await restoreTo('new')).toEqual({ createdAt: now.toISOString(), keptAside: null, holdsKey: true });
    const restored = await open(path.join(folder, 'new'));
    const { rows } = await restored.db.query('select count(*)::int as count, max(id) as max from notes');
    await restored.close();
    expect(rows).toEqual([{ count: 5000, max: 5000 }]);
    const key = (directory: string) => readFile(path.join(directory, KEY_FILE_NAME), 'utf8');
    expect(await key(path.join(folder, 'new'))).toBe(await key(dataDir));

    await expect(restoreTo('new')).rejects.toThrow('add --force');
    const { keptAside } = await restoreTo('new', backup, true);
    expect(await readdir(keptAside ?? '')).toContain('PG_VERSION');
  });
});

describe('restoring', () => {
  it('refuses a folder that a server is using', async () => {
    await expect(restoreBackup({ dataDir, file: backup, force: true, now })).rejects.toThrow(
      'is in use by another running server',
    );
  });

  it('touches nothing when the file is cut off, damaged or something else', async () => {
    const bytes = await readFile(backup);
    const bad = {
      cut: bytes.subarray(0, bytes.length - 5_000),
      damaged: Buffer.concat([bytes.subarray(0, 50_000), Buffer.alloc(64), bytes.subarray(50_064)]),
      text: Buffer.from('not a backup'),
    };
    for (const [name, content] of Object.entries(bad)) {
      const file = path.join(folder, name);
      await writeFile(file, content);
      const attempt = restoreTo('untouched', file);
      await expect(attempt).rejects.toBeInstanceOf(BackupError);
      await expect(attempt).rejects.toThrow('Nothing was changed.');
    }
    expect(await readdir(path.join(folder, 'untouched'))).toEqual(['db.lock']);
  });
});
