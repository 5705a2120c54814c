import { once } from 'node:events';
import { createTestDatabase, type TestDatabase } from '@storefleet/test-support/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { createJobQueue, type JobQueue, ShutdownError } from './job-queue.ts';

const logger = createLogger({ level: 'silent' });
const GRACE = 5_000;
let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

async function startQueue(): Promise<JobQueue> {
  const queue = createJobQueue({ db, logger, pollSeconds: 0.5 });
  queue.define('greet', { retryLimit: 2 });
  queue.define('by-transaction');
  await queue.start();
  return queue;
}

it('is made once, by however many processes start together on a new database', async () => {
  const pools = Array.from({ length: 6 }, () => db.connectAgain());
  const queues = pools.map((pool) => {
    const queue = createJobQueue({ db: pool, logger });
    queue.define('greet');
    return queue;
  });
  await Promise.all(queues.map((queue) => queue.start()));
  for (const queue of queues) expect(await queue.isHealthy()).toBe(true);
  await Promise.all(queues.map((queue) => queue.stop({ graceMs: GRACE })));
  await Promise.all(pools.map((pool) => pool.close()));
});

it('runs what was sent, once', async () => {
  const queue = await startQueue();
  const names: string[] = [];
  const all = Promise.withResolvers<void>();
  await queue.work<{ name: string }>('greet', { concurrency: 2 }, async ({ data }) => {
    names.push(data.name);
    if (names.length === 3) all.resolve();
  });
  for (const name of ['Ada', 'Grace', 'Edsger']) await queue.send('greet', { name });
  await all.promise;
  expect(await queue.isHealthy()).toBe(true);
  await queue.stop({ graceMs: GRACE });
  expect(names.sort()).toEqual(['Ada', 'Edsger', 'Grace']);
  expect(await queue.isHealthy()).toBe(false);
});

it('sends a job with a transaction or not at all', async () => {
  const queue = await startQueue();
  const waiting = async () =>
    (await queue.counts()).find(({ name }) => name === 'by-transaction')?.queued ?? 0;
  const failing = db.transaction(async (tx) => {
    await queue.send('by-transaction', {}, { tx });
    throw new Error('taken back');
  });
  await expect(failing).rejects.toThrow('taken back');
  expect(await waiting()).toBe(0);
  await db.transaction((tx) => queue.send('by-transaction', {}, { tx }));
  expect(await waiting()).toBe(1);
  await queue.stop({ graceMs: GRACE });
});

it('hands a running job to another process when it stops', async () => {
  const stopping = await startQueue();
  const begun = Promise.withResolvers<void>();
  let reason: unknown;
  await stopping.work('greet', { concurrency: 1 }, async ({ signal }) => {
    begun.resolve();
    await once(signal, 'abort');
    reason = signal.reason;
    throw signal.reason;
  });
  await stopping.send('greet', { name: 'handed over' });
  await begun.promise;
  await stopping.stop({ graceMs: GRACE });
  expect(reason).toBeInstanceOf(ShutdownError);

  const next = await startQueue();
  const taken = Promise.withResolvers<string>();
  await next.work<{ name: string }>('greet', { concurrency: 1 }, async ({ data }) =>
    taken.resolve(data.name),
  );
  expect(await taken.promise).toBe('handed over');
  await next.stop({ graceMs: GRACE });
});
