import { fileURLToPath } from 'node:url';
import { findFreePort } from '@storefleet/test-support/app';
import { startChild } from './child-process.ts';
import type { EmptyDatabase } from './databases/databases.ts';
import { type ProcessTree, processTree } from './process-tree.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
/** As `npm start` and the image start it. */
const NODE_OPTIONS = ['--max-semi-space-size=8'];
const ACCOUNT = { email: 'bench@example.com', password: 'a-stop-watch-in-hand' };
/** Milliseconds between two checks of a server that is starting. */
const READY_CHECK_INTERVAL = 10;

export type Product = {
  /** Milliseconds from the start of the process until /readyz said yes. */
  readonly readyAfter: number;
  /** Calls the API, signed in. */
  call<Answer>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer>;
  /** The server with the database that it brought along. */
  readonly processes: ProcessTree;
  stop(): Promise<void>;
};

/** The product in a process of its own, once it is ready. */
export async function startProduct(
  database: EmptyDatabase,
  environment: Readonly<Record<string, string>>,
): Promise<Product> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const start = performance.now();
  const child = startChild(MAIN, {
    nodeOptions: NODE_OPTIONS,
    environment: {
      ...database.environment,
      PORT: String(port),
      ADMIN_EMAIL: ACCOUNT.email,
      ADMIN_PASSWORD: ACCOUNT.password,
      LOG_LEVEL: 'warn',
      ...environment,
    },
  });
  const ended = new AbortController();
  child.process.once('exit', (code) => ended.abort(new Error(`The product ended with code ${code}.`)));
  await untilReady(`${url}/readyz`, ended.signal);
  const readyAfter = performance.now() - start;

  let token: Promise<string> | null = null;
  return {
    readyAfter,
    async call(method, path, body) {
      token ??= signIn(url);
      return send(method, `${url}/api/v1${path}`, body, { authorization: `Bearer ${await token}` });
    },
    processes: processTree(child.process.pid ?? 0),
    stop: child.stop,
  };
}

async function untilReady(address: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const answer = await fetch(address).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, READY_CHECK_INTERVAL));
  }
}

async function signIn(url: string): Promise<string> {
  const address = `${url}/auth/v1/token?grant_type=password`;
  const { access_token: token } = await send<{ access_token: string }>('POST', address, ACCOUNT);
  return token;
}

async function send<Answer>(
  method: string,
  address: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(address, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${address} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
