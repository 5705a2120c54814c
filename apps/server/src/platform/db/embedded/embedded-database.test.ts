import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { retry } from '../../resilience/retry.ts';
import { DatabaseUnavailableError } from '../errors.ts';
import { openDatabase } from '../open.ts';
import { readOwner } from './data-lock.ts';
import { startEmbeddedDatabase } from './embedded-database.ts';

const FIXTURE = fileURLToPath(new URL('./owner-process.fixture.ts', import.meta.url));
/** A folder with an empty database, made once: making one takes longer than any test of it. */
let template: string;
let dataDir: string;

beforeAll(async () => {
  template = await mkdtemp(path.join(tmpdir(), 'sf-test-'));
  // What an interrupted first start leaves behind.
  await mkdir(path.join(template, 'db.draft', 'base'), { recursive: true });
  const embedded = await startEmbeddedDatabase({ dataDir: template });
  await embedded.close();
});
afterAll(() => rm(template, { recursive: true, force: true }));

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sf-test-'));
  await cp(path.join(template, 'db'), path.join(dataDir, 'db'), { recursive: true });
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

type Owner = { process: ChildProcess; run(sql: string): Promise<unknown[]>; close(): Promise<void> };

async function startOwner(): Promise<Owner> {
  const child = fork(FIXTURE, [dataDir]);
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

it('keeps what was committed when the server is killed, and opens again at once', async () => {
  const first = await startOwner();
  await first.run('create table notes (id integer primary key, text text)');
  for (let id = 1; id <= 20; id++) await first.run(`insert into notes values (${id}, repeat('x', 5000))`);
  first.process.kill('SIGKILL');

  const second = await startOwner();
  expect(
    await second.run('select count(*)::int as count, sum(length(text))::int as size from notes'),
  ).toEqual([{ count: 20, size: 100_000 }]);
  await second.close();
});

it('keeps what was committed when the database process itself is killed in the middle of a transaction', async () => {
  const { db, close } = await openDatabase({ connectionString: null, dataDir, onTrouble: () => {} });
  onTestFinished(close);
  await db.query('create table notes (id integer primary key)');
  await db.query('insert into notes select generate_series(1, 1000)');
  const owner = readOwner(dataDir);

  const interrupted = db.transaction(async (tx) => {
    await tx.query('insert into notes values (2000)');
    process.kill(owner?.databasePid ?? 0, 'SIGKILL');
    await tx.query('insert into notes values (2001)');
  });
  await expect(interrupted).rejects.toBeInstanceOf(DatabaseUnavailableError);

  const count = await retry(() => db.query('select count(*)::int as count, max(id) as max from notes'), {
    attempts: 200,
    delay: () => 100,
    shouldRetry: (error) => error instanceof DatabaseUnavailableError,
  });
  expect(count.rows).toEqual([{ count: 1000, max: 1000 }]);
  expect(readOwner(dataDir)?.databasePid).not.toBe(owner?.databasePid);
});

it('ends with its server and leaves no socket or process behind', async () => {
  const owner = await startOwner();
  const record = readOwner(dataDir);
  await owner.close();
  expect(readOwner(dataDir)).toBeNull();
  expect(await readdir(dataDir)).not.toContain('sockets');
  expect(() => process.kill(record?.databasePid ?? 0, 0)).toThrow('ESRCH');
});

it('refuses a second server on the same folder with a sentence that names it', async () => {
  const first = await startOwner();
  await expect(startOwner()).rejects.toThrow(
    `The data folder ${dataDir} is in use by another running server: stop that one first, or set DATA_DIR to another folder.`,
  );
  expect(await first.run('select 1 as unharmed')).toEqual([{ unharmed: 1 }]);
  await first.close();
});

it('starts over when a first start was interrupted', async () => {
  expect(await readdir(template)).not.toContain('db.draft');
});

it('puts its socket elsewhere when the folder’s name is too long for one', async () => {
  const deep = path.join(dataDir, 'a'.repeat(120));
  await cp(path.join(template, 'db'), path.join(deep, 'db'), { recursive: true });
  const embedded = await startEmbeddedDatabase({ dataDir: deep });
  expect(embedded.socketDir.startsWith(deep)).toBe(false);
  expect(readOwner(deep)?.socketDir).toBe(embedded.socketDir);
  await embedded.close();
});

it('says in one sentence why a folder cannot be used', async () => {
  const file = path.join(dataDir, 'file');
  await writeFile(file, '');
  await expect(startEmbeddedDatabase({ dataDir: path.join(file, 'data') })).rejects.toThrow(
    /^DATA_DIR cannot be written: .* or set DATA_DIR to another folder\.$/,
  );
});
