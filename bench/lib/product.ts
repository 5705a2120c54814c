import { fileURLToPath } from 'node:url';
import { findFreePort } from '@storefleet/test-support/app';
import { type Api, signInToApi } from '../../e2e/support/api.ts';
import { startChild } from './child-process.ts';
import type { EmptyDatabase } from './databases/databases.ts';
import { type ProcessTree, processTree } from './process-tree.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
/** Like `npm start` and the image. */
const NODE_OPTIONS = ['--max-semi-space-size=8'];
const ACCOUNT = { email: 'bench@example.com', password: 'a-stop-watch-in-hand' };
/** Milliseconds between two checks of a starting server. */
const READY_CHECK_INTERVAL = 10;

export type Product = {
  readonly url: string;
  /** Milliseconds from the start of the process until /readyz succeeded. */
  readonly readyAfter: number;
  /** Calls the API, signed in. */
  readonly call: Api;
  /** The server with its embedded database. */
  readonly processes: ProcessTree;
  stop(): Promise<void>;
};

/** The product in its own process, once it is ready. */
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

  let api: Promise<Api> | null = null;
  return {
    url,
    readyAfter,
    async call(method, path, body) {
      api ??= signInToApi({ url }, ACCOUNT);
      return (await api)(method, path, body);
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
