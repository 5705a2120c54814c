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

const ACCOUNT = { email: 'staff@example.com', password: 'a-fine-long-password' };
/** Milliseconds after which an answer is not waited for any more, as from a suspended machine. */
const PATIENCE_MS = 30_000;
const POLL_INTERVAL_MS = 50;
/** Far longer than all web processes are down or suspended at once. */
const ASK_LIMIT_MS = 150_000;
const DATABASE_POLL_MS = 250;
/** Answers of a process that cannot do its work just now. */
const NOT_NOW = new Set([502, 503, 504]);

export type Answer<Body> = { readonly status: number; readonly body: Body };
export type Request = { readonly json?: unknown; readonly prefer?: string; readonly at?: Machine };

/** Two web and two worker processes on one PostgreSQL, or one on the embedded database. */
export type Fleet = {
  readonly db: Pick<Database, 'query'>;
  readonly web: readonly [Machine, Machine];
  readonly workers: readonly [Machine, Machine];
  readonly machines: readonly Machine[];
  /** Asks one web process that is up, once; null when no answer came, and nobody knows what was done. */
  askOnce<Body>(method: string, address: string, request?: Request): Promise<Answer<Body> | null>;
  /** Asks again, at whichever is up, until there is an answer: for what may be asked twice. */
  ask<Body>(method: string, address: string, request?: Request): Promise<Answer<Body>>;
  /** The same; an answer that is no success fails. */
  get<Body>(address: string): Promise<Body>;
  post<Body>(address: string, json?: unknown): Promise<Body>;
  /** Kills the postmaster, as when memory runs out; false where none runs just now. */
  killDatabase(): boolean;
  close(): Promise<void>;
};

export async function startFleet({
  environment,
  chooseWeb,
  isAlone = false,
  dataDir: givenDataDir,
}: {
  /** One process on the embedded database. */
  isAlone?: boolean;
  /** One that its owner removes. */
  dataDir?: string;
  environment: Readonly<Record<string, string>>;
  /** Which of the web processes that are up is asked. */
  chooseWeb: ChooseWeb;
}): Promise<Fleet> {
  const postgres = isAlone ? null : await createTestDatabase();
  const dataDir = givenDataDir ?? (await mkdtemp(path.join(tmpdir(), 'sf-machines-')));
  const shared = {
    ...(postgres === null ? {} : { DATABASE_URL: postgres.connection.connectionString ?? '' }),
    DATA_DIR: dataDir,
    // People come through a proxy, to either.
    APP_URL: 'http://fleet.example',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ADMIN_EMAIL: ACCOUNT.email,
    ADMIN_PASSWORD: ACCOUNT.password,
    LOG_LEVEL: 'info',
    ...environment,
  };
  const machine = async (name: string, role: Machine['role']) =>
    createMachine({ name, role, port: await findFreePort(), environment: shared });
  const pair = async (role: 'web' | 'worker') =>
    [await machine(`${role} 1`, role), await machine(`${role} 2`, role)] as const;
  const only = isAlone ? await machine('the only process', 'all') : null;
  const web = only === null ? await pair('web') : ([only, only] as const);
  const workers = only === null ? await pair('worker') : ([only, only] as const);
  const machines: readonly Machine[] = [...new Set([...web, ...workers])];

  await Promise.all(machines.map((one) => one.start()));
  const db = postgres ?? connectPatiently(dataDir);
  return {
    db,
    web,
    workers,
    machines,
    ...(await signIn({ web, machines, chooseWeb })),
    killDatabase: () => only !== null && killDatabaseOf(only, dataDir),
    async close() {
      for (const one of machines) if (one.isPaused()) one.resume();
      await Promise.all(machines.map((one) => one.stop()));
      await db.close();
      if (givenDataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type ChooseWeb = (candidates: readonly Machine[]) => Machine;
type Callers = Pick<Fleet, 'web' | 'machines'> & { readonly chooseWeb: ChooseWeb };

/** The calls of a person who signs in at one web process: the others take the token as well. */
async function signIn(callers: Callers): Promise<Pick<Fleet, 'askOnce' | 'ask' | 'get' | 'post'>> {
  const signingIn = { json: ACCOUNT, at: callers.web[0] };
  const call = 'POST /auth/v1/token?grant_type=password';
  const session = await untilAnswered(callers, call, () =>
    askOnce<{ access_token: string }>(callers, '', call, signingIn),
  );
  if (session.status !== 200) throw new UnexpectedAnswer(call, session.status, JSON.stringify(session.body));
  const token = session.body.access_token;

  const once = <Body>(method: string, address: string, request?: Request) =>
    askOnce<Body>(callers, token, `${method} /api/v1${address}`, request);
  const ask = <Body>(method: string, address: string, request?: Request) =>
    untilAnswered(callers, `${method} ${address}`, () => once<Body>(method, address, request));
  async function succeed<Body>(method: string, address: string, json?: unknown): Promise<Body> {
    const { status, body } = await ask<Body>(method, address, json === undefined ? {} : { json });
    if (status >= 400) throw new UnexpectedAnswer(`${method} ${address}`, status, JSON.stringify(body));
    return body;
  }
  return {
    askOnce: once,
    ask,
    get: (address) => succeed('GET', address),
    post: (address, json) => succeed('POST', address, json),
  };
}

async function askOnce<Body>(
  { web, chooseWeb }: Callers,
  token: string,
  call: string,
  { json, prefer, at }: Request = {},
): Promise<Answer<Body> | null> {
  const [method = '', address = ''] = call.split(' ');
  const candidates = web.filter((candidate) => candidate.isUp());
  if (at === undefined && candidates.length === 0) return null;
  const { url } = at ?? chooseWeb(candidates);
  try {
    const response = await fetch(`${url}${address}`, {
      method,
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(prefer === undefined ? {} : { prefer }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    if (NOT_NOW.has(response.status)) return null;
    if (response.status >= 500) throw new UnexpectedAnswer(call, response.status, text);
    return { status: response.status, body: JSON.parse(text) as Body };
  } catch (error) {
    if (error instanceof UnexpectedAnswer) throw error;
    return null;
  }
}

async function untilAnswered<Body>(
  { machines }: Callers,
  call: string,
  once: () => Promise<Answer<Body> | null>,
): Promise<Answer<Body>> {
  const until = Date.now() + ASK_LIMIT_MS;
  for (;;) {
    const answer = await once();
    if (answer !== null) return answer;
    if (Date.now() > until) throw new NoAnswer(call, machines);
    await pause(POLL_INTERVAL_MS);
  }
}

function killDatabaseOf(only: Machine, dataDir: string): boolean {
  const owner = readOwner(dataDir);
  if (owner === null || owner.serverPid !== only.pid()) return false;
  only.expectLostConnections();
  try {
    return process.kill(owner.databasePid, 'SIGKILL');
  } catch {
    // It has ended already.
    return false;
  }
}

/** The database dies with its process: queries are repeated until it is back, at its new socket. */
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

class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(call: string, machines: readonly Machine[]) {
    const up = machines.filter((machine) => machine.isUp()).map(({ name }) => name);
    const troubles = machines.flatMap((machine) => machine.troubles());
    super(`${call} was not answered. Up: ${up.join(', ') || 'none'}. ${troubles.join('\n')}`);
  }
}

class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';

  constructor(call: string, status: number, text: string) {
    super(`${call} answered ${status}: ${text}`);
  }
}
