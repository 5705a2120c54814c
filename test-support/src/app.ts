import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProblemDetails } from '@storefleet/contract/api/common';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { Role } from '@storefleet/contract/people/permissions';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { readConfig } from '@storefleet/server/config/config';
import type { SourceDeps, SourceKind } from '@storefleet/server/connectors/registry';
import { Secret } from '@storefleet/server/platform/crypto/secret';
import type { Database } from '@storefleet/server/platform/db/database';
import { createLogger, type Logger } from '@storefleet/server/platform/logging/logger';
import { type Clock, systemClock } from '@storefleet/server/platform/time/clock';
import { startServer } from '@storefleet/server/server';
import { closedAtEnd } from './closed-at-end.ts';
import { createTestDatabase } from './database.ts';
import { requireDeclaredProblem } from './declared-problems.ts';

const POLL_INTERVAL_MS = 50;
export const TEST_USER = { email: 'staff@example.com', password: 'a-fine-long-password', name: 'Sam Staff' };

export type TestAppOptions = {
  /** Settings as in the environment, beside the address and the data folder. */
  environment?: Record<string, string>;
  /** A database to use; it is not closed with the app. */
  db?: Database;
  clock?: Clock;
  logger?: Logger;
  /** Kinds of source beside those that ship. */
  moreSources?: (deps: SourceDeps) => readonly SourceKind[];
};

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

type Answer<Body> = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body & Omit<Required<ProblemDetails>, 'status' | 'title'>;
};

type CallAs = Pick<FetchApiInit, 'token' | 'headers'>;

type FetchApiInit = Omit<RequestInit, 'body'> & {
  json?: unknown;
  body?: RequestInit['body'];
  token?: string | null | undefined;
};

/** The whole server as in production, on a free port with its own database. */
export async function createTestApp(options: TestAppOptions = {}) {
  const db = options.db ?? (await createTestDatabase());
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sf-test-'));
  const port = await findFreePort();
  const config = readConfig({
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...options.environment,
  });
  const server = await startServer({
    config,
    db,
    encryptionKey: config.encryptionKey ?? new Secret(randomBytes(32).toString('base64')),
    clock: options.clock ?? systemClock,
    logger: options.logger ?? createLogger({ level: config.logLevel }),
    moreSources: options.moreSources,
  });
  const url = `http://127.0.0.1:${port}`;

  let signedIn: Promise<string> | undefined;
  /** Creates the first account if there is none, signs in, and returns the access token. */
  const signIn = () => {
    signedIn ??= signInFirstUser(url, server.setupLink);
    return signedIn;
  };

  /** Calls a path of the API (`/stores`), signed in unless `token` is null; a plain object body is sent as JSON. */
  async function fetchApi(
    apiPath: string,
    { json, token, headers, ...init }: FetchApiInit = {},
  ): Promise<Response> {
    const bearer = token === undefined ? await signIn() : token;
    const response = await fetch(`${url}/api/v1${apiPath}`, {
      ...init,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      headers: {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...Object.fromEntries(new Headers(headers)),
      },
    });
    await requireDeclaredProblem(init.method ?? 'GET', response);
    return response;
  }

  /** The same in JSON: what came back, as the call's answer and as the problem that it may be instead. */
  async function call<Body>(
    method: string,
    apiPath: string,
    json?: unknown,
    as: CallAs = {},
  ): Promise<Answer<Body>> {
    const response = await fetchApi(apiPath, { method, json, ...as });
    const text = await response.text();
    const body = (text === '' ? null : JSON.parse(text)) as Answer<Body>['body'];
    return { status: response.status, headers: response.headers, text, body };
  }

  /** The body of a call that must succeed. */
  async function bodyOf<Body>(method: string, apiPath: string, json?: unknown): Promise<Body> {
    const { status, text, body } = await call<Body>(method, apiPath, json);
    if (status >= 400) throw new Error(`${method} ${apiPath} answered ${status}: ${text}`);
    return body;
  }

  return {
    /** `http://127.0.0.1:<port>` */
    url,
    services: server.services,
    db,
    /** The app's own folder: outbox and key. */
    dataDir,
    /** The one-time link of a first start. */
    setupLink: server.setupLink,
    signIn,
    fetchApi,
    call,
    bodyOf,
    /** Syncs a store by a call like `sync-changes`, or `mssql`, until that has succeeded. */
    async sync(storeId: string, how = 'sync-graphql'): Promise<SyncStatus> {
      await bodyOf('POST', how === 'mssql' ? `/mssql/stores/${storeId}/sync` : `/stores/${storeId}/${how}`);
      for (;;) {
        const now = await bodyOf<SyncStatus>('GET', `/stores/${storeId}/sync/status`);
        if (now.status === 'completed') return now;
        if (now.status === 'failed') throw new Error(`The sync failed: ${now.error_message}`);
        await pause(POLL_INTERVAL_MS);
      }
    },
    /** The update once it has ended. */
    async untilEnded(batchId: string): Promise<BulkUpdateBatch> {
      for (;;) {
        const now = await bodyOf<BulkUpdateBatch>('GET', `/products/bulk-updates/${batchId}`);
        if (now.status !== 'planned' && now.status !== 'in_progress') return now;
        await pause(POLL_INTERVAL_MS);
      }
    },
    /** A new access token. */
    signInAgain: (account: { email: string; password: string }) => signInWith(url, account),
    /** Adds a member of that role, and returns their access token. */
    async signInAs(role: Role, email = `${role}@example.com`) {
      const account = { email, password: TEST_USER.password };
      await server.services.auth.embedded?.members.create({ ...account, role, emailConfirmed: true });
      return signInWith(url, account);
    },
    async close(): Promise<void> {
      await server.stop();
      if (!options.db) await db.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The same until the tests end. */
export const openTestApp = async (options?: TestAppOptions): Promise<TestApp> =>
  closedAtEnd(await createTestApp(options));

async function signInFirstUser(url: string, setupLink: string | null): Promise<string> {
  if (setupLink) {
    const token = new URL(setupLink).searchParams.get('token');
    await send(`${url}/api/v1/setup`, { token, ...TEST_USER });
  }
  return signInWith(url, TEST_USER);
}

async function signInWith(url: string, { email, password }: Omit<typeof TEST_USER, 'name'>): Promise<string> {
  const session = await send(`${url}/auth/v1/token?grant_type=password`, { email, password });
  return (session as { access_token: string }).access_token;
}

async function send(address: string, body: unknown): Promise<unknown> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Below the ports that systems give to connections: one of them could take it before the caller listens. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  for (;;) {
    const port = randomInt(11_000, 32_000);
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue;
      throw error;
    }
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
