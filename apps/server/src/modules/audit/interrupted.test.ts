import { createTestApp, TEST_USER } from '@storefleet/test-support/app';
import { testClock } from '@storefleet/test-support/clock';
import { openTestDatabase } from '@storefleet/test-support/database';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, it } from 'vitest';
import { createWakeUps } from '../../platform/work/wake-ups.ts';
import { createInterruptedWorker } from './interrupted.ts';

const db = await openTestDatabase();
const start = () =>
  createTestApp({ db, environment: { ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') } });
let app = await start();
await app.signIn();
afterAll(() => app.close());

const isSaved = async () => (await app.fetchApi('/settings/greeting')).status === 200;
const entries = async () =>
  (await db.query(`select * from audit_log where call = 'settings.create' order by at, id`)).rows;
const attempts = async () => (await db.query('select call from audit_attempts')).rows;

/** As with a full disk, or a database that fails at this moment. */
async function whileNothingCanBeAdded<T>(table: string, work: () => Promise<T>): Promise<T> {
  await db.query(`create or replace function refuse_all() returns trigger language plpgsql as
    $$ begin raise exception 'Nothing can be added.'; end $$`);
  await db.query(`create trigger refuse_all before insert on ${table} execute function refuse_all()`);
  try {
    return await work();
  } finally {
    await db.query(`drop trigger refuse_all on ${table}`);
  }
}
const create = () =>
  app.fetchApi('/settings', {
    method: 'POST',
    json: { key: 'greeting', value: 'hush-4711', is_encrypted: true },
  });

it('changes nothing if it cannot record the attempt first', async () => {
  const { status } = await whileNothingCanBeAdded('audit_attempts', create);
  expect([status, await isSaved()]).toEqual([500, false]);
  expect(await entries()).toMatchObject([{ outcome: 'failed', after: { value: 'replaced' } }]);
});

it('keeps the attempt of a change whose entry could not be written, for the next start', async () => {
  const before = await entries();
  const { status } = await whileNothingCanBeAdded('audit_log', create);
  expect([status, await isSaved()]).toEqual([201, true]);
  expect([await entries(), await attempts()]).toEqual([before, [{ call: 'settings.create' }]]);

  await app.close();
  app = await start();
  expect(await entries()).toEqual([
    ...before,
    expect.objectContaining({
      outcome: 'failed',
      problem: 'interrupted',
      actor_kind: 'person',
      actor_name: TEST_USER.email,
      ip: '127.0.0.1',
      before: null,
      after: { key: 'greeting', value: 'replaced', is_encrypted: true },
    }),
  ]);
  expect(await attempts()).toEqual([]);
});

it('treats a call of another process as cut off after ten minutes, not before', async () => {
  const clock = testClock();
  const note = (id: string) =>
    db.query(
      `insert into audit_attempts (id, at, call, actor_kind, ip) values ($1, $2, 'views.create', 'person', '')`,
      [id, clock.now()],
    );
  const [old, young] = [uuidv7(), uuidv7()];
  await note(old);
  clock.advance(9 * 60_000);
  await note(young);
  clock.advance(2 * 60_000);
  const worker = createInterruptedWorker({
    db,
    clock,
    soleProcess: false,
    wakeUps: createWakeUps(db),
    logger: pino({ level: 'silent' }),
  });
  await worker.start();
  const entered = async () => (await db.query(`select id from audit_log where call = 'views.create'`)).rows;
  await expect.poll(entered).toEqual([{ id: old }]);
  await worker.stop();
  expect((await db.query('select id from audit_attempts')).rows).toEqual([{ id: young }]);
});
