import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyFolder } from '@storefleet/test-support/copy-folder';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { retry } from '../../resilience/retry.ts';
import { DatabaseUnavailableError } from '../errors.ts';
import { openDatabase } from '../open.ts';
import { readOwner } from './data-lock.ts';
import { startEmbeddedDatabase } from './embedded-database.ts';
import { DATABASE_KINDS, FOLDERS } from './kind.ts';

const FIXTURE = fileURLToPath(new URL('./owner-process.fixture.ts', import.meta.url));
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sf-test-'));
  // Registered first, so it runs last: an `afterEach` would remove the folder before the test has closed its
  // database.
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
});

describe.each(DATABASE_KINDS)('%s', (kind) => {
  /** A folder with an empty database, created once: creating one takes longer than any of its tests. */
  let template: string;

  beforeAll(async () => {
    template = await mkdtemp(path.join(tmpdir(), 'sf-test-'));
    // Leftovers of an interrupted first start.
    await mkdir(path.join(template, `${FOLDERS[kind]}.draft`, 'base'), { recursive: true });
    const embedded = await startEmbeddedDatabase({ dataDir: template, kind });
    await embedded.close();
  });
  afterAll(() => rm(template, { recursive: true, force: true }));
  beforeEach(() => copyFolder(path.join(template, FOLDERS[kind]), path.join(dataDir, FOLDERS[kind])));

  it('belongs to one server, keeps commits when that is killed, and ends with it', async () => {
    const first = await startOwner(kind);
    await first.run('create table notes (id integer primary key, text text)');
    for (let id = 1; id <= 20; id++) await first.run(`insert into notes values (${id}, repeat('x', 5000))`);
    await expect(startOwner(kind)).rejects.toThrow(
      `The data folder ${dataDir} is in use by another running server: stop that one first, or set DATA_DIR to another folder.`,
    );
    first.process.kill('SIGKILL');

    const second = await startOwner(kind);
    expect(
      await second.run('select count(*)::int as count, sum(length(text))::int as size from notes'),
    ).toEqual([{ count: 20, size: 100_000 }]);
    const record = readOwner(dataDir);
    await second.close();
    expect(readOwner(dataDir)).toBeNull();
    expect(existsSync(record?.connection.host ?? '')).toBe(false);
    expect(() => process.kill(record?.databasePid ?? 0, 0)).toThrow('ESRCH');
  });

  it('notifies all listeners of a commit, and keeps it when the database is killed and restarted', async () => {
    const { db, close } = await openDatabase({
      connectionString: null,
      dataDir,
      embedded: kind,
      onTrouble: () => {},
    });
    onTestFinished(close);
    const heard: string[] = [];
    for (const ear of ['left', 'right']) {
      const listening = await db.listen(
        'news',
        (payload) => heard.push(`${ear}: ${payload}`),
        () => {},
      );
      onTestFinished(listening.close);
    }
    await db.transaction(async (tx) => {
      await tx.query(`select pg_notify('news', $1)`, ['all is well']);
      expect(heard).toEqual([]);
    });
    await db.query(`select pg_notify('other', 'not for us')`);
    await expect.poll(() => heard.toSorted()).toEqual(['left: all is well', 'right: all is well']);

    await db.query('create table notes (id integer primary key)');
    await db.query('insert into notes select generate_series(1, 1000)');
    const owner = readOwner(dataDir);

    const interrupted = db.transaction(async (tx) => {
      await tx.query('insert into notes values (2000)');
      process.kill(owner?.databasePid ?? 0, 'SIGKILL');
      // A postmaster's backends outlive it while they work, and keep a new one from starting.
      await tx.query('select pg_sleep(60)');
    });
    await expect(interrupted).rejects.toBeInstanceOf(DatabaseUnavailableError);

    expect((await patiently(() => db.query(COUNT))).rows).toEqual([{ count: 1000, max: 1000 }]);
    expect(readOwner(dataDir)?.databasePid).not.toBe(owner?.databasePid);
  });

  it('starts over when a first start was interrupted', () => {
    expect(existsSync(path.join(template, `${FOLDERS[kind]}.draft`))).toBe(false);
  });

  it('opens a folder with a long and odd name, not a new one where replacing it was interrupted', async () => {
    // Too long for a socket, with spaces and umlauts.
    const odd = path.join(dataDir, `größe ${'a'.repeat(200)}`);
    const kept = `${FOLDERS[kind]}.before-restore-20261122T120000Z`;
    await mkdir(odd);
    await rename(path.join(dataDir, FOLDERS[kind]), path.join(odd, kept));
    await expect(startEmbeddedDatabase({ dataDir: odd })).rejects.toThrow(
      `Give ${kept} in it the name ${FOLDERS[kind]} again, or repeat the restore.`,
    );
    await rename(path.join(odd, kept), path.join(odd, FOLDERS[kind]));
    const embedded = await startEmbeddedDatabase({ dataDir: odd });
    expect(embedded.kind).toBe(kind);
    await embedded.close();
  });

  it('stays with the kind of its folder', async () => {
    const other = DATABASE_KINDS.find((known) => known !== kind) ?? null;
    await expect(startEmbeddedDatabase({ dataDir, kind: other })).rejects.toThrow(
      `EMBEDDED_DATABASE is ${other}, and the data in it was written by ${kind}: unset EMBEDDED_DATABASE, or set DATA_DIR to another folder.`,
    );
  });

  it('says in one sentence why a folder cannot be used', async () => {
    const file = path.join(dataDir, 'file');
    await writeFile(file, '');
    await expect(startEmbeddedDatabase({ dataDir: path.join(file, 'data'), kind })).rejects.toThrow(
      /^DATA_DIR cannot be written: .* or set DATA_DIR to another folder\.$/,
    );
  });
});

const COUNT = 'select count(*)::int as count, max(id) as max from notes';

const patiently = <T>(work: () => Promise<T>): Promise<T> =>
  retry(work, {
    attempts: 200,
    delay: () => 100,
    shouldRetry: (error) => error instanceof DatabaseUnavailableError,
  });

type Owner = { process: ChildProcess; run(sql: string): Promise<unknown[]>; close(): Promise<void> };

async function startOwner(kind: string): Promise<Owner> {
  const child = fork(FIXTURE, [dataDir, kind]);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const answer = async () => (await once(child, 'message'))[0];
  const first = await answer();
  if (first !== 'ready') throw new Error(first.refused);
  return {
    process: child,
    async run(sql) {
      child.send({ sql });
      const result = await answer();
      if (result.error) throw new Error(result.error);
      return result.rows;
    },
    async close() {
      const exited = once(child, 'exit');
      child.send('close');
      await exited;
    },
  };
}
