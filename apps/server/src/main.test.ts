import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@storefleet/test-support/app';
import { CHILD_ENVIRONMENT } from '@storefleet/test-support/child-environment';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connectDatabase, type Database } from './platform/db/database.ts';
import { readOwner } from './platform/db/embedded/data-lock.ts';
import { retry } from './platform/resilience/retry.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

type Started = { process: ChildProcess; output: string[]; waitFor(text: string): Promise<void> };

/** The server's own process, with these settings and no others. */
function start(environment: Record<string, string>): Started {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...CHILD_ENVIRONMENT, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const watchers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      output.push(line);
      for (const watcher of watchers) watcher();
    });
  }
  return {
    process: child,
    output,
    waitFor: (text) =>
      new Promise((resolve, reject) => {
        const check = () => output.some((line) => line.includes(text)) && resolve();
        watchers.add(check);
        child.once('exit', () =>
          reject(new Error(`It ended before it said '${text}':\n${output.join('\n')}`)),
        );
        check();
      }),
  };
}

/** Starts a server that is expected to refuse; answers what it said. */
async function startAndFail(environment: Record<string, string>): Promise<string[]> {
  const { process: child, output } = start(environment);
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  return output.filter((line) => line !== '');
}

let folder: string;
let dataDir: string;
let port: number;
let url: string;
let server: Started;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sf-test-'));
  dataDir = path.join(folder, 'data');
  port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  server = start({ PORT: String(port), DATA_DIR: dataDir });
  await server.waitFor('/setup?token=');
});
afterAll(async () => {
  server.process.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

describe('a running server', () => {
  it('has printed its address and the link for the first account', () => {
    expect(server.output.join('\n')).toMatch(
      new RegExp(
        `running at http://localhost:${port}\n\n?.*first account.*\n  http://localhost:${port}/setup\\?token=`,
      ),
    );
  });

  it('answers 503 with a sentence while the database is away, and goes on when it is back', async () => {
    const settings = () => fetch(`${url}/api/v1/config`);
    expect((await settings()).status).toBe(200);
    process.kill(readOwner(dataDir)?.databasePid ?? 0, 'SIGKILL');

    // A connection notices a moment after the process that made it has gone.
    let away = await settings();
    while (away.status === 200) away = await settings();
    expect(away.status).toBe(503);
    expect(await away.json()).toMatchObject({
      code: 'service_unavailable',
      detail: 'The database is not answering. Please try again in a moment.',
    });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);

    const back = async () => {
      if ((await fetch(`${url}/readyz`)).status !== 200) throw new Error('not yet');
    };
    await retry(back, { attempts: 300, delay: () => 100 });
    expect((await settings()).status).toBe(200);
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({
      status: 'ready',
      notices: [
        expect.stringMatching(
          /^The embedded database has ended unexpectedly 1 time since this server started, last at \S+Z \(SIGKILL\)\.$/,
        ),
      ],
    });
  });

  it('keeps others out of its folder and its port', async () => {
    const other = String(await findFreePort());
    expect(await startAndFail({ PORT: other, DATA_DIR: dataDir })).toEqual([
      `The data folder ${dataDir} is in use by another running server: stop that one first, or set DATA_DIR to another folder.`,
    ]);
  });

  describe('is a PostgreSQL that another one cannot use', () => {
    /** An address of the database that runs here, for this user and database. */
    const addressOf = (user: string, name: string) => {
      const { host, port } = connection();
      return `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
    };
    const connection = () => {
      const owner = readOwner(dataDir);
      if (owner === null) throw new Error('No database runs here.');
      return owner.connection;
    };
    const startOn = (DATABASE_URL: string) => ({
      DATABASE_URL,
      DATA_DIR: folder,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    });
    let db: Database;

    beforeAll(async () => {
      db = connectDatabase(connection());
      await db.query('create role nobody login');
      await db.query("create database empty encoding 'UTF8' template template0");
    });
    afterAll(() => db.close());

    it('and says why', async () => {
      const address = `${addressOf(connection().user, 'empty')}&options=-crole%3Dnobody`;
      expect(await startAndFail(startOn(address))).toEqual([
        expect.stringMatching(
          /^The user of DATABASE_URL lacks a right \(permission denied for schema public\)/,
        ),
      ]);
    });

    it('as long as its start has to wait, and leaves when it is asked to', async () => {
      const migrating = connectDatabase({ ...connection(), database: 'empty' });
      await migrating.transaction(async (tx) => {
        await tx.query('select pg_advisory_xact_lock(7250411)');
        const waiting = start(startOn(addressOf(connection().user, 'empty')));
        const waits = async () =>
          (await db.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount;
        await expect.poll(waits).toBe(1);
        waiting.process.kill('SIGTERM');
        expect(await once(waiting.process, 'exit')).toEqual([0, null]);
        expect(waiting.output).toEqual(['Storefleet was asked to stop before it had started.']);
      });
      await migrating.close();
    });
  });

  it('ends cleanly when it is asked to', async () => {
    const exited = once(server.process, 'exit');
    server.process.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(readOwner(dataDir)).toBeNull();
  });

  it('starts again, works and stops in order where its log cannot be written', async () => {
    const own = await findFreePort();
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [MAIN], {
      env: { ...CHILD_ENVIRONMENT, PORT: String(own), DATA_DIR: dataDir },
      stdio: ['ignore', full, full],
    });
    closeSync(full);
    onTestFinished(() => void child.kill('SIGKILL'));
    const ready = () =>
      fetch(`http://127.0.0.1:${own}/readyz`).then(
        ({ status }) => status,
        () => null,
      );
    await expect.poll(ready).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

describe('a start that cannot work ends with one sentence', () => {
  it('about a part of the server on a database that belongs to one process', async () => {
    expect(await startAndFail({ PROCESS_ROLE: 'worker', DATA_DIR: folder })).toEqual([
      'PROCESS_ROLE=worker needs DATABASE_URL: the embedded database belongs to one process, which does everything.',
    ]);
  });

  it('about a PostgreSQL that is not there', async () => {
    const nobody = await findFreePort();
    const output = await startAndFail({
      DATABASE_URL: `postgres://me@127.0.0.1:${nobody}/app`,
      DATA_DIR: folder,
    });
    expect(output).toEqual([
      `The database of DATABASE_URL does not answer: connect ECONNREFUSED 127.0.0.1:${nobody}.`,
    ]);
  });
});
