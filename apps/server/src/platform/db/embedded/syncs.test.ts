import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { loadOrCreateKeyFile } from '../../crypto/encryption-key.ts';
import { connectDatabase } from '../database.ts';
import { startEmbeddedDatabase } from './embedded-database.ts';
import { openDatabase } from './pglite/open-database.ts';

const COMMITS = 10;

/** Files and folders that this process has fsynced, in order. */
const synced: string[] = [];

beforeAll(() => {
  const { fsyncSync, fdatasyncSync } = fs;
  const recording = (sync: (descriptor: number) => void) => (descriptor: number) => {
    sync(descriptor);
    synced.push(fs.readlinkSync(`/proc/self/fd/${descriptor}`));
  };
  Object.assign(fs, { fsyncSync: recording(fsyncSync), fdatasyncSync: recording(fdatasyncSync) });
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, { fsyncSync, fdatasyncSync });
    syncBuiltinESMExports();
  };
});

function makeHome(): string {
  const home = fs.mkdtempSync(path.join(tmpdir(), 'sf-test-'));
  onTestFinished(() => fs.rmSync(home, { recursive: true, force: true }));
  return home;
}

it('native syncs every commit to disk', async () => {
  const embedded = await startEmbeddedDatabase({ dataDir: makeHome(), kind: 'native' });
  const db = connectDatabase(embedded.connection);
  onTestFinished(async () => {
    await db.close();
    await embedded.close();
  });
  await db.query('create table notes (id integer)');
  const syncs = async () => {
    await db.query('select pg_stat_force_next_flush()');
    const { rows } = await db.query<{ syncs: string }>(
      "select sum(fsyncs) as syncs from pg_stat_io where object = 'wal' and context = 'normal'",
    );
    return Number(rows[0]?.syncs);
  };
  const before = await syncs();
  for (let id = 0; id < COMMITS; id++) await db.query('insert into notes values ($1)', [id]);
  expect((await syncs()) - before).toBeGreaterThanOrEqual(COMMITS);
});

it('PGlite syncs every commit to disk, and creates its folder durably', async () => {
  const home = makeHome();
  const db = await openDatabase(home);
  onTestFinished(() => db.close());
  const folder = path.join(home, 'db');
  // Under the name they had while being created.
  expect(synced).toContain(path.join(home, 'db.draft/global/pg_control'));
  expect(synced).toContain(home);
  await db.exec('create table notes (id integer)');
  for (let id = 0; id < COMMITS; id++) {
    const before = synced.length;
    await db.query('insert into notes values ($1)', [id]);
    expect(synced.slice(before)).toContainEqual(expect.stringContaining(path.join(folder, 'pg_wal/')));
  }
});

it('a new data folder, its parents and its key are on disk before anything is stored in it', async () => {
  const home = makeHome();
  const dataDir = path.join(home, 'new', 'data');
  await loadOrCreateKeyFile(dataDir);
  expect(synced.filter((place) => place.startsWith(home))).toEqual([path.dirname(dataDir), home, dataDir]);
});
