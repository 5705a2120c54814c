import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { AuditPage, AuditRecord } from '@storefleet/contract/people/audit';
import { createTestApp } from '@storefleet/test-support/app';
import { openTestDatabase } from '@storefleet/test-support/database';
import { afterAll, expect, it, vi } from 'vitest';

const SECRET = 'a-secret-of-the-collector';
const db = await openTestDatabase();

/** The next status codes; 200 once used up. */
const answers: number[] = [];
const taken: AuditRecord[] = [];
const refused: string[] = [];
const collector = createServer(async (request, response) => {
  const body = await text(request);
  const { id } = JSON.parse(body) as AuditRecord;
  const expected = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
  expect(request.headers['x-storefleet-signature']).toBe(expected);
  const status = answers.shift() ?? 200;
  if (status === 200) taken.push(JSON.parse(body));
  else refused.push(id);
  response.writeHead(status).end();
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
const { port } = collector.address() as AddressInfo;
const WITH_COLLECTOR = {
  AUDIT_WEBHOOK_URL: `http://127.0.0.1:${port}/audit`,
  AUDIT_WEBHOOK_SECRET: SECRET,
};
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');
const start = (environment: Record<string, string>) =>
  createTestApp({ db, environment: { ENCRYPTION_KEY, ...environment } });
const save = (app: Awaited<ReturnType<typeof start>>, key: string) =>
  app.fetchApi('/settings', { method: 'POST', json: { key, value: 'x' } });
/** As if the pause after a failure had passed. */
const stopWaiting = () =>
  db.query(`with over as (
      update audit_collectors set waiting_until = null where waiting_until is not null returning name
    ) select pg_notify('storefleet_work', 'audit') from over`);
const waiting = async () => (await db.query('select from audit_outbox')).rows.length;

afterAll(async () => {
  collector.close();
});

it('sends each entry signed, retries on failure, and keeps pending entries across a restart', async () => {
  let app = await start(WITH_COLLECTOR);
  answers.push(503);
  await save(app, 'first');
  await vi.waitFor(
    async () => {
      expect(refused).toHaveLength(1);
      expect((await stopWaiting()).rowCount).toBe(1);
    },
    { timeout: 10_000 },
  );
  await vi.waitFor(() => expect(taken.at(-1)?.call).toBe('settings.create'), { timeout: 10_000 });

  // It is unavailable while entries arrive, and this process ends.
  answers.push(...Array(10).fill(500));
  await save(app, 'second');
  await vi.waitFor(() => expect(refused.length).toBeGreaterThan(1));
  await app.close();
  expect(await waiting()).toBeGreaterThan(0);
  answers.length = 0;
  await stopWaiting();
  app = await start(WITH_COLLECTOR);
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 10_000 });
  expect(taken.map(({ target_name }) => target_name)).toEqual(expect.arrayContaining(['first', 'second']));
  expect(taken.map(({ id }) => id)).toEqual(taken.map(({ id }) => id).toSorted());
  const page = await app.bodyOf<AuditPage>('GET', '/audit');
  const second = ({ target_name }: AuditRecord) => target_name === 'second';
  expect(taken.find(second)).toEqual(page.entries.find(second));
  await app.close();
}, 60_000);

it('drops pending entries for a collector no longer configured', async () => {
  const app = await start({});
  await save(app, 'third');
  expect(await waiting()).toBe(0);
  await app.close();
});
