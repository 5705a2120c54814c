import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ScheduledSync, ScheduledSyncLogList } from '@storefleet/contract/scheduled-syncs';
import type { SyncLogList } from '@storefleet/contract/sync';
import { type Simulator, startShopifySimulator } from '@storefleet/shopify-simulator/server';
import { createTestApp, findFreePort, type TestApp } from '@storefleet/test-support/app';
import { createTestDatabase, type TestDatabase } from '@storefleet/test-support/database';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { TOKEN } from '../../src/connectors/shopify/testing/simulated-shop.ts';
import { nightly } from './stores.ts';

const WORKER = fileURLToPath(new URL('./worker-process.fixture.ts', import.meta.url));

let db: TestDatabase;
let simulator: Simulator;
let app: TestApp;
let dataDir: string;
let environment: Record<string, string>;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  simulator = await startShopifySimulator();
  dataDir = await mkdtemp(path.join(tmpdir(), 'sf-workers-'));
  environment = {
    // Only says that there are other processes: each is handed its connection.
    DATABASE_URL: 'postgres://several.test/storefleet',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SHOPIFY_ALLOWED_HOSTS: `*.localhost:${simulator.port}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
  };
  app = await createTestApp({ db, environment: { ...environment, PROCESS_ROLE: 'web' } });
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await kill(worker);
});
afterAll(async () => {
  await app.close();
  await simulator.close();
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function startWorker(): Promise<ChildProcess> {
  const worker = fork(WORKER, {
    env: {
      ...process.env,
      WORKER: JSON.stringify({
        connection: db.connection,
        environment: { ...environment, PROCESS_ROLE: 'worker', PORT: String(await findFreePort()) },
      }),
    },
    execArgv: [],
  });
  workers.push(worker);
  await once(worker, 'message');
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const exited = once(worker, 'exit');
  worker.kill('SIGKILL');
  await exited;
}

async function call<Answer>(method: string, address: string, json?: unknown): Promise<Answer> {
  const response = await app.fetchApi(address, { method, ...(json === undefined ? {} : { json }) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
  return response.json() as Promise<Answer>;
}

/** A schedule of a shop of its own. */
async function addSchedule(name: string): Promise<ScheduledSync> {
  const domain = `${name}.localhost`;
  simulator.addShop({ domain, products: 20, token: TOKEN });
  const { id } = await call<{ id: string }>('POST', '/stores', {
    shop_name: name,
    shop_url: `${domain}:${simulator.port}`,
    access_token: TOKEN,
    api_version: '2026-10',
    store_type: 'shopify',
  });
  return call<ScheduledSync>('POST', '/scheduled-syncs', { ...nightly(id), name });
}

/** Due now, all at once. */
async function makeDue(schedules: readonly ScheduledSync[]): Promise<void> {
  await db.query('update scheduled_syncs set next_run_at = $2 where id = any ($1)', [
    schedules.map(({ id }) => id),
    new Date(),
  ]);
}

const logsOf = ({ id }: ScheduledSync) => call<ScheduledSyncLogList>('GET', `/scheduled-syncs/${id}/logs`);

async function untilEnded(schedule: ScheduledSync): Promise<ScheduledSyncLogList> {
  const hasEnded = async () => (await logsOf(schedule)).logs.some(({ status }) => status !== 'in_progress');
  await expect.poll(hasEnded).toBe(true);
  return logsOf(schedule);
}

it('each run that is due is started by exactly one of three processes', async () => {
  const names = Array.from({ length: 6 }, (_, index) => `together${index}`);
  const schedules = await Promise.all(names.map(addSchedule));
  await Promise.all([startWorker(), startWorker(), startWorker()]);
  await makeDue(schedules);
  for (const schedule of schedules) {
    const { logs } = await untilEnded(schedule);
    expect(logs).toMatchObject([{ status: 'completed', trigger: 'schedule', counts: { created: 20 } }]);
    const { logs: syncs } = await call<SyncLogList>('GET', `/stores/${schedule.store_id}/sync/logs`);
    expect(syncs).toMatchObject([{ id: logs[0]?.sync_id, trigger: 'schedule', status: 'completed' }]);
  }
});

it('a process killed while it asks the source leaves its run to another, which starts it once', async () => {
  const schedule = await addSchedule('orphaned');
  const hold = simulator.hold({ when: 'before', shop: 'orphaned.localhost', match: 'query Counts' });
  const first = await startWorker();
  await makeDue([schedule]);
  await hold.reached;
  await kill(first);
  hold.drop();
  expect((await logsOf(schedule)).logs).toMatchObject([{ status: 'in_progress', sync_id: null }]);

  await db.query(`update scheduled_sync_runs set heartbeat_at = heartbeat_at - interval '31 seconds'`);
  await startWorker();
  const { logs } = await untilEnded(schedule);
  expect(logs).toMatchObject([{ status: 'completed', counts: { created: 20 } }]);
  const { total } = await call<SyncLogList>('GET', `/stores/${schedule.store_id}/sync/logs`);
  expect(total).toBe(1);
});

it('a process told to stop while it asks the source hands its run to the next one, which starts it once', async () => {
  const schedule = await addSchedule('handed');
  const hold = simulator.hold({ when: 'before', shop: 'handed.localhost', match: 'query Counts' });
  const first = await startWorker();
  await makeDue([schedule]);
  await hold.reached;
  const exited = once(first, 'exit');
  first.kill('SIGTERM');
  await exited;
  hold.drop();
  expect((await logsOf(schedule)).logs).toMatchObject([{ status: 'in_progress', sync_id: null }]);

  await startWorker();
  const { logs } = await untilEnded(schedule);
  expect(logs).toMatchObject([{ status: 'completed', counts: { created: 20 } }]);
  const { total } = await call<SyncLogList>('GET', `/stores/${schedule.store_id}/sync/logs`);
  expect(total).toBe(1);
});
