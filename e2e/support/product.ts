import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { connectDatabase } from '@storefleet/server/platform/db/database';
import { readOwner } from '@storefleet/server/platform/db/embedded/data-lock';
import { findFreePort } from '@storefleet/test-support/app';
import { CHILD_ENVIRONMENT } from '@storefleet/test-support/child-environment';
import { createEmptyPostgres } from './postgres.ts';

const SERVER = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
const USERS_COMMAND = fileURLToPath(new URL('../../apps/server/src/cli/users.ts', import.meta.url));
const WEB_APP = fileURLToPath(new URL('../../apps/web/dist/index.html', import.meta.url));
/** Milliseconds for the first start, which creates and migrates the embedded database. */
const START_LIMIT = 90_000;
const STOP_LIMIT = 15_000;

const A_MINUTE_PASSES = ['edit_batch_stores', 'sync_runs']
  .map(
    (table) =>
      `update ${table} set heartbeat_at = heartbeat_at - interval '1 minute', enqueued_at = enqueued_at - interval '1 minute'
       where status = 'in_progress';`,
  )
  .join('\n');

export type Product = {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly dataDir: string;
  /** Everything printed since the last start. */
  printed(): string;
  /** The one-time link for creating the first account; throws if none was printed. */
  setupLink(): string;
  /** `npm run users` with these arguments; `typed` answers its prompt. */
  runUsers(args: readonly string[], typed?: string): Promise<void>;
  /** Why it ended without being stopped, or null. */
  failure(): string | null;
  /** Kills the process at once, and waits until it is gone. */
  kill(): Promise<void>;
  /** Stops the process gracefully; its data stays. */
  stop(): Promise<void>;
  /** Restarts the process with the same data and port. */
  start(): Promise<void>;
  /** Changes rows while it runs, for example to make something due. */
  runStatement(statement: string): Promise<void>;
  /**
   * Restarts it a minute after it was killed, when its worker is presumed dead: on PostgreSQL, where other
   * processes could still be running, the rows are changed accordingly. `crash.spec.ts` waits for the real
   * time.
   */
  startAMinuteLater(): Promise<void>;
  /** Stops it gracefully, and removes its data. */
  close(): Promise<void>;
};

/**
 * The product in a process of its own, like `npm start`, on a free port and with its own data: embedded, or a
 * new database on the PostgreSQL at TEST_DATABASE_URL. `prepare` may fill its data folder first.
 */
export async function startProduct(
  environment: Record<string, string> = {},
  { prepare }: { prepare?: (dataDir: string) => Promise<void> } = {},
): Promise<Product> {
  if (!existsSync(WEB_APP)) {
    throw new Error(
      'The web app is not built, and these tests drive the built one: run them with `npm test`.',
    );
  }
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sf-e2e-'));
  const postgres = process.env.TEST_DATABASE_URL
    ? await createEmptyPostgres(process.env.TEST_DATABASE_URL)
    : null;
  const variables = {
    ...CHILD_ENVIRONMENT,
    PORT: String(port),
    APP_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    // For a shared database, a process does not generate the key.
    ...(postgres ? { DATABASE_URL: postgres.url, ENCRYPTION_KEY: randomBytes(32).toString('base64') } : {}),
    ...environment,
  };

  let child: ChildProcess | null = null;
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null;
  let output = '';

  async function start(): Promise<void> {
    output = '';
    // The channel closes when the test process ends, however it ends; the product then stops.
    const started = spawn(process.execPath, [SERVER], {
      env: variables,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = started;
    await untilRunning(started, (text) => {
      output += text;
      return output;
    });
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const running = isRunning() ? child : null;
    child = null;
    if (!running) return;
    const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()));
    running.kill(signal);
    const timer = setTimeout(() => running.kill('SIGKILL'), STOP_LIMIT);
    await ended;
    clearTimeout(timer);
  }

  async function close(): Promise<void> {
    await end('SIGTERM');
    await postgres?.drop();
    await rm(dataDir, { recursive: true, force: true });
  }

  try {
    await prepare?.(dataDir);
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url,
    dataDir,
    printed: () => output,
    setupLink() {
      const link = /https?:\/\/\S+\/setup\?token=\S+/.exec(output)?.[0];
      if (!link) throw new Error(`No set-up link was printed:\n${output}`);
      return link;
    },
    runUsers: (args, typed = '') => runUsers(variables, args, typed),
    failure: () =>
      child === null || isRunning()
        ? null
        : `The product ended by itself (${child.signalCode ?? child.exitCode}). It printed:\n${output}`,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    start,
    async runStatement(statement) {
      const connection = postgres ? { connectionString: postgres.url } : readOwner(dataDir)?.connection;
      const db = connectDatabase({ ...connection, maxConnections: 1 });
      await db.query(statement).finally(() => db.close());
    },
    async startAMinuteLater() {
      await postgres?.run(A_MINUTE_PASSES);
      await start();
    },
    close,
  };
}

/** `print` records the output, and returns all of it. */
function untilRunning(started: ChildProcess, print: (text: string) => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`The product ${reason}. It printed:\n${print('')}`));
    const timer = setTimeout(() => fail(`did not start within ${START_LIMIT} ms`), START_LIMIT);
    const onEnd = (code: number | null) => fail(`ended with code ${code} instead of starting`);
    const read = (chunk: Buffer) => {
      if (!print(chunk.toString()).includes('Storefleet is running')) return;
      clearTimeout(timer);
      started.off('exit', onEnd);
      resolve();
    };
    started.stdout?.on('data', read);
    started.stderr?.on('data', read);
    started.once('exit', onEnd);
  });
}

function runUsers(env: NodeJS.ProcessEnv, args: readonly string[], typed: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const command = execFile(process.execPath, [USERS_COMMAND, ...args], { env }, (error) =>
      error ? reject(error) : resolve(),
    );
    command.stdin?.end(`${typed}\n`);
  });
}
