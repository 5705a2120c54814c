import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type {
  ScheduledSync,
  ScheduledSyncExecuted,
  ScheduledSyncLogList,
} from '@storefleet/contract/syncs/scheduled-syncs';
import { type Simulator, startShopifySimulator } from '@storefleet/shopify-simulator/server';
import { createTestApp, type TestApp } from '@storefleet/test-support/app';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TOKEN } from '../../src/connectors/shopify/testing/simulated-shop.ts';
import { nightly } from './stores.ts';

let simulator: Simulator;
let app: TestApp;

beforeAll(async () => {
  simulator = await startShopifySimulator();
  app = await createTestApp({ environment: { SHOPIFY_ALLOWED_HOSTS: `*.localhost:${simulator.port}` } });
});
afterAll(async () => {
  await app.close();
  await simulator.close();
});

async function call<Answer>(method: string, address: string, json?: unknown) {
  const response = await app.fetchApi(address, { method, ...(json === undefined ? {} : { json }) });
  return { status: response.status, body: (await response.json()) as Answer };
}

async function addSchedule(name: string, token: string, change: object = {}): Promise<ScheduledSync> {
  const domain = `${name}.localhost`;
  simulator.addShop({ domain, products: 30, token: TOKEN });
  const store = await call<{ id: string }>('POST', '/stores', {
    shop_name: name,
    shop_url: `${domain}:${simulator.port}`,
    access_token: token,
    api_version: '2026-10',
    store_type: 'shopify',
  });
  const schedule = { ...nightly(store.body.id), name: `${name} nightly`, ...change };
  return (await call<ScheduledSync>('POST', '/scheduled-syncs', schedule)).body;
}

async function untilEnded({ id }: ScheduledSync): Promise<ScheduledSyncLogList> {
  const read = async () => (await call<ScheduledSyncLogList>('GET', `/scheduled-syncs/${id}/logs`)).body;
  const hasEnded = ({ logs }: ScheduledSyncLogList) =>
    logs.length > 0 && logs.every(({ status }) => status !== 'in_progress');
  await expect.poll(async () => hasEnded(await read())).toBe(true);
  return read();
}

const makeDue = ({ id }: ScheduledSync) =>
  app.db.query('update scheduled_syncs set next_run_at = $2 where id = $1', [id, new Date()]);

it('Run Now syncs the store, is refused while that goes on, and is in the log with what it did', async () => {
  const schedule = await addSchedule('atlas', TOKEN);
  const hold = simulator.hold({ when: 'before', shop: 'atlas.localhost', match: 'products(' });
  const path = `/scheduled-syncs/${schedule.id}/execute`;
  const executed = await call<ScheduledSyncExecuted>('POST', path);
  expect(executed).toMatchObject({
    status: 200,
    body: { success: true, message: 'Sync executed successfully!' },
  });
  expect(await call('POST', path)).toMatchObject({
    status: 409,
    body: { code: 'sync_in_progress', detail: 'A sync of this store is already in progress.' },
  });
  await hold.reached;
  hold.release();
  const { logs } = await untilEnded(schedule);
  expect(logs).toMatchObject([
    { trigger: 'manual', status: 'skipped' },
    {
      trigger: 'manual',
      status: 'completed',
      sync_id: executed.body.task_id,
      message: 'Sync completed successfully',
      counts: { created: 30 },
    },
  ]);
});

it('a schedule that reaches its failure limit stops, and the address in the settings is told by mail', async () => {
  await call('POST', '/settings', {
    key: 'notification_email',
    value: 'ops@shops.example',
    is_encrypted: false,
  });
  const schedule = await addSchedule('refused', 'shpat_00000000000000000000000000000000', {
    max_failures: 1,
  });
  await makeDue(schedule);
  const { logs } = await untilEnded(schedule);
  expect(logs).toMatchObject([{ trigger: 'schedule', status: 'failed' }]);
  expect((await call<ScheduledSync>('GET', `/scheduled-syncs/${schedule.id}`)).body).toMatchObject({
    failure_count: 1,
    next_run_at: null,
    last_run_status: 'failed',
  });

  const outbox = path.join(app.dataDir, 'outbox');
  const mails = () => readdir(outbox).catch(() => []);
  await expect.poll(mails).toHaveLength(1);
  const [file = ''] = await mails();
  const mail = await PostalMime.parse(await readFile(path.join(outbox, file)));
  expect(mail.to).toMatchObject([{ address: 'ops@shops.example' }]);
  expect(mail.subject).toBe('The schedule "refused nightly" has stopped after failing');
  expect(mail.text).toContain('of the store "refused" has failed once, and will not run by itself any more');
  expect(mail.text).toContain(logs[0]?.error_message);
  expect(mail.text).toContain(`${app.url}/scheduled-syncs/${schedule.id}/logs`);
});
