import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { HistoryBatchList } from '@storefleet/contract/edits/history';
import type { StoreList } from '@storefleet/contract/stores/stores';
import type { ScheduledSyncList } from '@storefleet/contract/syncs/scheduled-syncs';
import { findFreePort } from '@storefleet/test-support/app';
import { CHILD_ENVIRONMENT } from '@storefleet/test-support/child-environment';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signInToApi } from '../e2e/support/api.ts';
import { enrol } from '../e2e/support/authenticator.ts';

const DEMO = fileURLToPath(new URL('./demo.ts', import.meta.url));

let dataDir: string;
let demo: ChildProcess;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sf-demo-'));
});
async function stopDemo() {
  if (demo.exitCode === null && demo.signalCode === null) {
    const ended = once(demo, 'exit');
    demo.kill('SIGTERM');
    await ended;
  }
}
afterEach(async () => {
  await stopDemo();
  await rm(dataDir, { recursive: true, force: true });
});

/** Returns what it printed once it is ready. */
async function startDemo(environment: Record<string, string>): Promise<string> {
  demo = spawn(process.execPath, [DEMO], { env: { ...CHILD_ENVIRONMENT, ...environment } });
  let printed = '';
  return new Promise((resolve, reject) => {
    demo.once('exit', (code) =>
      reject(new Error(`The demo ended with code ${code}. It printed:\n${printed}`)),
    );
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('/admin/products\n')) resolve(printed);
    };
    demo.stdout?.on('data', read);
    demo.stderr?.on('data', read);
  });
}

it('is ready with syncing stores and schedules, ignoring settings of a real installation', async () => {
  const environment = {
    PORT: String(await findFreePort()),
    DEMO_SIMULATOR_PORT: String(await findFreePort()),
    DEMO_SQL_SERVER_PORT: String(await findFreePort()),
    DEMO_DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://storefleet@127.0.0.1:1/of-the-team',
    ENCRYPTION_KEY: 'of the team',
    PROCESS_ROLE: 'worker',
    APP_URL: 'https://stores.example.com',
    SMTP_URL: 'smtp://127.0.0.1:1',
  };
  const printed = await startDemo(environment);
  const [, address = ''] = /The demo is ready: (\S+)/.exec(printed) ?? [];
  const [, email = ''] = /Email +(\S+)/.exec(printed) ?? [];
  const [, password = ''] = /Password +(\S+)/.exec(printed) ?? [];

  const api = await signInToApi({ url: address }, { email, password });

  const { stores } = await api<StoreList>('GET', '/stores');
  expect(stores.map(({ shop_name, store_type }) => [shop_name, store_type])).toEqual([
    ['Atlas Outdoor', 'shopify'],
    ['Kumo Stationery', 'shopify'],
    ['Meridian Parts', 'shopify'],
    ['Nordlys Home', 'shopify'],
    ['Tundra & Tau', 'mssql'],
    ['Vela Ceramics', 'shopify'],
  ]);
  expect(await api<ScheduledSyncList>('GET', '/scheduled-syncs')).toMatchObject({ total: 6 });
  const { batches } = await api<HistoryBatchList>('GET', '/history/batches');
  expect(
    batches.map(({ origin, changes, undone_by_batch_id }) => [origin, changes, undone_by_batch_id !== null]),
  ).toEqual([
    ['outside', 1, false],
    ['undo', 1, false],
    ['bulk_update', 1, true],
    ['bulk_update', 30, false],
  ]);
  await expect
    .poll(() => api('GET', `/stores/${stores[0]?.id}/sync/status`))
    .toMatchObject({ status: 'completed', processed_products: 50 });

  // The wholesaler's table and a shop sell the same articles.
  const storeIds = ['Nordlys Home', 'Tundra & Tau'].map(
    (name) => stores.find((store) => store.shop_name === name)?.id,
  );
  await expect
    .poll(
      async () =>
        (await api<{ total: number }>('GET', `/compare/counts?shared=true&store_ids=${storeIds}`)).total,
    )
    .toBeGreaterThan(700);

  await enrol({ url: address }, { email, password });
  await stopDemo();
  expect(await startDemo(environment)).toContain(
    'Sign in with the password and the second factor that you chose',
  );
});
