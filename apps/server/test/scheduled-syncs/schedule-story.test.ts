import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type {
  ScheduledSync,
  ScheduledSyncExecuted,
  ScheduledSyncLogList,
} from '@storefleet/contract/syncs/scheduled-syncs';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { createShopStage } from '../stores/shop-stage.ts';
import { nightly } from './stores.ts';

const stage = await createShopStage();
const { app, call, simulator } = stage;

/** A schedule of a store named like its shop. */
async function addSchedule(name: string, store: object = {}, change: object = {}): Promise<ScheduledSync> {
  const { storeId } = await stage.connectShop(
    { domain: `${name}.localhost`, products: 30 },
    { shop_name: name, ...store },
  );
  const schedule = { ...nightly(storeId), name: `${name} nightly`, ...change };
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

it('Run Now syncs the store, is refused while that runs, and is logged with its result', async () => {
  const schedule = await addSchedule('atlas');
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

it('a schedule that reaches its failure limit stops and sends a mail', async () => {
  await call('POST', '/settings', {
    key: 'notification_email',
    value: 'ops@shops.example',
    is_encrypted: false,
  });
  const schedule = await addSchedule(
    'refused',
    { access_token: 'shpat_00000000000000000000000000000000' },
    { max_failures: 1 },
  );
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
