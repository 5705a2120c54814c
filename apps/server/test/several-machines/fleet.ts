import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { connectDatabase, type Database } from '@storefleet/server/platform/db/database';
import { readOwner } from '@storefleet/server/platform/db/embedded/data-lock';
import { DatabaseUnavailableError, isConnectionError } from '@storefleet/server/platform/db/errors';
import { retry } from '@storefleet/server/platform/resilience/retry';
import { findFreePort } from '@storefleet/test-support/app';
import { createTestDatabase } from '@storefleet/test-support/database';
import { createMachine, type Machine } from './machine.ts';
import { type Sources, startSources } from './sources.ts';

const ACCOUNT = { email: 'staff@example.com', password: 'a-fine-long-password' };
/** Milliseconds until a response is given up, for example of a suspended process. */
const PATIENCE_MS = 30_000;
const POLL_INTERVAL_MS = 50;
/** Much longer than all web processes are down or suspended at once. */
const ASK_LIMIT_MS = 150_000;
const DATABASE_POLL_MS = 250;
/** Responses of a process that cannot work just now. */
const NOT_NOW = [502, 503, 504];

export type Answer<Body> = { readonly status: number; readonly body: Body };
type Request = { readonly json?: unknown; readonly prefer?: string };

/** Calls at any of the web processes. */
type Calls = {
  /** Calls one running web process, once; null without a response, in which case the outcome is unknown. */
  askOnce<Body>(method: string, address: string, request?: Request): Promise<Answer<Body> | null>;
  /** Retries at any running one until there is a response: for idempotent calls. */
  ask<Body>(method: string, address: string, request?: Request): Promise<Answer<Body>>;
  /** The same; fails on any response but a success. */
  get<Body>(address: string): Promise<Body>;
  post<Body>(address: string, json?: unknown): Promise<Body>;
};

/** Two web and two worker processes on one PostgreSQL, or one process on the embedded database. */
export type Fleet = Calls & {
  readonly sources: Sources;
  readonly db: Pick<Database, 'query'>;
  readonly web: readonly [Machine, Machine];
  readonly workers: readonly [Machine, Machine];
  readonly machines: readonly Machine[];
  /** Kills the postmaster, like the OOM killer; false if none is running. */
  killDatabase(): boolean;
  close(): Promise<void>;
};

type ChooseWeb = (candidates: readonly Machine[]) => Machine | undefined;

export type FleetOptions = {
  /** One process on the embedded database. */
  readonly isAlone: boolean;
  /** A folder that its owner removes. */
  readonly dataDir?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Chooses a running web process. Default: the first. */
  readonly chooseWeb?: ChooseWeb;
};

export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { isAlone, chooseWeb = ([first]) => first } = options;
  const sources = await startSources();
  const postgres = isAlone ? null : await createTestDatabase();
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'sf-machines-')));
  const environment = {
    ...(postgres === null ? {} : { DATABASE_URL: postgres.connection.connectionString ?? '' }),
    DATA_DIR: dataDir,
    // People use a proxy in front of both.
    APP_URL: 'http://fleet.example',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ADMIN_EMAIL: ACCOUNT.email,
    ADMIN_PASSWORD: ACCOUNT.password,
    LOG_LEVEL: 'info',
    SHOPIFY_ALLOWED_HOSTS: `*.localhost:${sources.shopify.port}`,
    ...options.environment,
  };
  const machine = async (name: string, role: Machine['role']) =>
    createMachine({ name, role, port: await findFreePort(), environment });
  const pair = async (role: 'web' | 'worker') =>
    [await machine(`${role} 1`, role), await machine(`${role} 2`, role)] as const;
  const only = isAlone ? await machine('the only process', 'all') : null;
  const web = only === null ? await pair('web') : ([only, only] as const);
  const workers = only === null ? await pair('worker') : ([only, only] as const);
  const machines: readonly Machine[] = [...new Set([...web, ...workers])];

  await Promise.all(machines.map((one) => one.start()));
  const db = postgres ?? connectPatiently(dataDir);
  return {
    sources,
    db,
    web,
    workers,
    machines,
    ...(await signIn(machines, () => {
      const up = web.filter((candidate) => candidate.isUp());
      return up.length === 0 ? undefined : chooseWeb(up);
    })),
    killDatabase: () => only !== null && killDatabaseOf(only, dataDir),
    async close() {
      for (const one of machines) if (one.isPaused()) one.resume();
      await Promise.all(machines.map((one) => one.stop()));
      await db.close();
      await sources.close();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The calls of a person who signs in at one web process: the others accept the token as well. */
async function signIn(machines: readonly Machine[], choose: () => Machine | undefined): Promise<Calls> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };

  async function askOnce<Body>(method: string, address: string, { json = {}, prefer }: Request = {}) {
    const url = choose()?.url;
    if (url == null) return null;
    const response = await fetch(`${url}${address}`, {
      method,
      headers: { ...headers, ...(prefer === undefined ? {} : { prefer }) },
      ...(method === 'GET' ? {} : { body: JSON.stringify(json) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch(() => null);
    const text = await response?.text().catch(() => null);
    if (!response || text == null || NOT_NOW.includes(response.status)) return null;
    if (response.status >= 500) throw new Error(`${method} ${address} answered ${response.status}: ${text}`);
    return { status: response.status, body: JSON.parse(text) as Body };
  }

  async function ask<Body>(method: string, address: string, request?: Request): Promise<Answer<Body>> {
    const until = Date.now() + ASK_LIMIT_MS;
    for (;;) {
      const answer = await askOnce<Body>(method, address, request);
      if (answer !== null) return answer;
      if (Date.now() > until) throw new Error(`${method} ${address} was not answered. ${describe(machines)}`);
      await pause(POLL_INTERVAL_MS);
    }
  }

  async function succeed<Body>(method: string, address: string, json?: unknown): Promise<Body> {
    const { status, body } = await ask<Body>(method, address, { json });
    if (status < 400) return body;
    throw new Error(`${method} ${address} answered ${status}: ${JSON.stringify(body)}`);
  }

  const password = '/auth/v1/token?grant_type=password';
  const { access_token } = await succeed<{ access_token: string }>('POST', password, ACCOUNT);
  headers.authorization = `Bearer ${access_token}`;
  const at = (address: string) => `/api/v1${address}`;
  return {
    askOnce: (method, address, request) => askOnce(method, at(address), request),
    ask: (method, address, request) => ask(method, at(address), request),
    get: (address) => succeed('GET', at(address)),
    post: (address, json) => succeed('POST', at(address), json),
  };
}

function describe(machines: readonly Machine[]): string {
  const up = machines.filter((machine) => machine.isUp()).map(({ name }) => name);
  return `Up: ${up.join(', ') || 'none'}. ${machines.flatMap((machine) => machine.troubles()).join('\n')}`;
}

function killDatabaseOf(only: Machine, dataDir: string): boolean {
  const owner = readOwner(dataDir);
  if (owner === null || owner.serverPid !== only.pid()) return false;
  only.expectLostConnections();
  try {
    return process.kill(owner.databasePid, 'SIGKILL');
  } catch {
    // Already ended.
    return false;
  }
}

/** The database dies with its process: retries queries until it is back, at its new socket. */
function connectPatiently(dataDir: string): Pick<Database, 'query' | 'close'> {
  let pool: { host: string; db: Database } | null = null;
  async function connected(): Promise<Database> {
    const connection = readOwner(dataDir)?.connection;
    if (connection === undefined) throw new DatabaseUnavailableError(new Error('It does not run.'));
    if (pool?.host !== connection.host) {
      await pool?.db.close();
      pool = { host: connection.host, db: connectDatabase({ ...connection, maxConnections: 2 }) };
    }
    return pool.db;
  }
  const query: Database['query'] = (text, values) =>
    retry(async () => (await connected()).query(text, values), {
      attempts: ASK_LIMIT_MS / DATABASE_POLL_MS,
      delay: () => DATABASE_POLL_MS,
      shouldRetry: isConnectionError,
    });
  return { query, close: async () => pool?.db.close() };
}
