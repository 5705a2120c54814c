import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { SyncLogList, SyncStarted, SyncStatus } from '@storefleet/contract/sync';
import { openDatabase } from '@storefleet/server/platform/db/open';
import { startShopifySimulator } from '@storefleet/shopify-simulator/server';
import { findFreePort } from '@storefleet/test-support/app';
import { afterEach, expect, it } from 'vitest';
import { catalogueOf, TOKEN } from '../../src/connectors/shopify/testing/simulated-shop.ts';
import { readStoredCatalogue, sortedById } from './catalogue.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const SIMULATOR = fileURLToPath(new URL('./simulator-process.fixture.ts', import.meta.url));
const POLL_INTERVAL_MS = 50;
const ACCOUNT = { email: 'staff@example.com', password: 'a-fine-long-password' };
const SHOP = { domain: 'atlas.localhost', seed: 11, products: 1_500, token: TOKEN, plan: 'Plus' } as const;
const SILENCE = { action: { kind: 'slow', milliseconds: 600_000 }, times: 100 };

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});

function start(file: string, env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  return child;
}

async function answers(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await setTimeout(POLL_INTERVAL_MS);
  }
}

/** The calls a browser makes, to a server in a process of its own. */
function createClient(url: string) {
  let token = '';
  async function send<Answer>(method: 'GET' | 'POST', address: string, json?: unknown): Promise<Answer> {
    const response = await fetch(`${url}${address}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
    return response.json() as Promise<Answer>;
  }
  return {
    async signIn() {
      const session = await send<{ access_token: string }>(
        'POST',
        '/auth/v1/token?grant_type=password',
        ACCOUNT,
      );
      token = session.access_token;
    },
    get: <Answer>(address: string) => send<Answer>('GET', `/api/v1${address}`),
    post: <Answer>(address: string, json?: unknown) => send<Answer>('POST', `/api/v1${address}`, json),
  };
}

it.each([
  {
    how: 'an export',
    path: 'sync-graphql',
    // The file breaks off in its middle and is then silent.
    faults: [
      { action: { kind: 'cut', afterBytes: 1_200_000, ending: 'clean' }, target: 'download' },
      { ...SILENCE, target: 'download', skip: 1 },
    ],
  },
  {
    how: 'REST',
    path: 'sync',
    // The page that the start looks at comes, two pages of the reading as well, and no other.
    faults: [{ ...SILENCE, target: 'rest', match: '/products', skip: 3 }],
  },
])(
  'a server killed while it reads $how goes on after its restart, and ends with the exact catalogue',
  async ({ path: call, faults }) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'sf-kill-'));
    const shopsPort = await findFreePort();
    const port = await findFreePort();
    const environment = {
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ACCOUNT.email,
      ADMIN_PASSWORD: ACCOUNT.password,
      SHOPIFY_ALLOWED_HOSTS: `*.localhost:${shopsPort}`,
      LOG_LEVEL: 'silent',
    };
    const control = `http://127.0.0.1:${shopsPort}/__sim`;
    const simulator = start(SIMULATOR, {
      SIMULATOR_PORT: String(shopsPort),
      SIMULATOR_SHOP: JSON.stringify(SHOP),
    });
    await answers(control);

    let server = start(MAIN, environment);
    const client = createClient(`http://127.0.0.1:${port}`);
    const ready = `http://127.0.0.1:${port}/readyz`;
    await answers(ready);
    await client.signIn();
    const { id: storeId } = await client.post<{ id: string }>('/stores', {
      shop_name: 'Atlas',
      shop_url: `${SHOP.domain}:${shopsPort}`,
      access_token: TOKEN,
      api_version: '2026-10',
      store_type: 'shopify',
    });
    const status = () => client.get<SyncStatus>(`/stores/${storeId}/sync/status`);

    // The kill meets a sync that is half done.
    for (const fault of faults) await arm(control, fault);
    const { task_id } = await client.post<SyncStarted>(`/stores/${storeId}/${call}`);
    while ((await status()).processed_products < 250) await setTimeout(POLL_INTERVAL_MS);
    const before = await status();
    server.kill('SIGKILL');
    await once(server, 'exit');
    expect(before.processed_products).toBeLessThan(SHOP.products);

    await fetch(`${control}/faults`, { method: 'DELETE' });
    server = start(MAIN, environment);
    await answers(ready);
    await client.signIn();
    let after = await status();
    expect(after.sync_id).toBe(task_id);
    while (after.status === 'in_progress') {
      expect(after.processed_products).toBeGreaterThanOrEqual(before.processed_products);
      await setTimeout(POLL_INTERVAL_MS);
      after = await status();
    }
    expect(after).toMatchObject({
      sync_id: task_id,
      status: 'completed',
      message: 'Sync completed successfully',
      processed_products: SHOP.products,
    });
    const { logs } = await client.get<SyncLogList>(`/stores/${storeId}/sync/logs`);
    expect(logs).toMatchObject([
      { id: task_id, counts: { created: SHOP.products, updated: 0, unchanged: 0 } },
    ]);

    server.kill('SIGTERM');
    await once(server, 'exit');
    simulator.kill('SIGTERM');
    const { db, close } = await openDatabase({ connectionString: null, dataDir, onTrouble: () => {} });
    const truth = await startShopifySimulator();
    expect(await readStoredCatalogue(db, storeId)).toEqual(sortedById(catalogueOf(truth.addShop(SHOP))));
    await truth.close();
    await close();
    await rm(dataDir, { recursive: true, force: true });
  },
  300_000,
);

async function arm(control: string, fault: object): Promise<void> {
  const response = await fetch(`${control}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  if (!response.ok) throw new Error(`The fault was not taken: ${await response.text()}`);
}
