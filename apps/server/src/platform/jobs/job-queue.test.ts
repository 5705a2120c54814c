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
  queue.define('one-at-a-time', { policy: 'exclusive' });
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
  const failing = db.transaction(async (tx) => {
    await queue.send('one-at-a-time', {}, { singletonKey: 'store', tx });
    throw new Error('taken back');
  });
  await expect(failing).rejects.toThrow('taken back');
  expect(await queue.counts()).not.toContainEqual(
    expect.objectContaining({ name: 'one-at-a-time', queued: 1 }),
  );

  const first = await db.transaction((tx) => queue.send('one-at-a-time', {}, { singletonKey: 'store', tx }));
  expect(first).toEqual(expect.any(String));
  expect(await queue.send('one-at-a-time', {}, { singletonKey: 'store' })).toBeNull();
  expect(await queue.send('one-at-a-time', {}, { singletonKey: 'another' })).toEqual(expect.any(String));
  await queue.stop({ graceMs: GRACE });
});

it('leaves room for others beside many jobs of one group', async () => {
  const queue = await startQueue();
  const begun: string[] = [];
  const bothGroups = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const all = Promise.withResolvers<void>();
  let most = 0;
  let running = 0;
  for (const name of ['large 1', 'large 2', 'large 3'])
    await queue.send('greet', { name }, { group: 'large' });
  await queue.send('greet', { name: 'small' }, { group: 'small' });
  await queue.work<{ name: string }>('greet', { concurrency: 4, perGroup: 2 }, async ({ data }) => {
    const isLarge = data.name.startsWith('large');
    if (isLarge) most = Math.max(most, ++running);
    begun.push(data.name);
    if (new Set(begun.map((name) => name.split(' ')[0])).size === 2) bothGroups.resolve();
    await release.promise;
    if (isLarge) running--;
    if (begun.length === 4) all.resolve();
  });
  await bothGroups.promise;
  release.resolve();
  await all.promise;
  expect(most).toBe(2);
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
