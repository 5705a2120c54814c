import { once } from 'node:events';
import { openTestDatabase } from '@storefleet/test-support/database';
import { expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import { createLogger } from '../logging/logger.ts';
import { createJobQueue, ShutdownError } from './job-queue.ts';

const logger = createLogger({ level: 'silent' });
const graceMs = 5_000;
const db = await openTestDatabase();

async function startQueue(connection: Database = db) {
  const queue = createJobQueue({ db: connection, logger });
  queue.define('greet', { retryLimit: 2 });
  queue.define('by-transaction');
  await queue.start();
  return queue;
}

it('is created once, however many processes start together on a new database', async () => {
  const pools = Array.from({ length: 6 }, () => db.connectAgain());
  const queues = await Promise.all(pools.map((pool) => startQueue(pool)));
  for (const queue of queues) expect(await queue.isHealthy()).toBe(true);
  await Promise.all(queues.map((queue) => queue.stop({ graceMs })));
  await Promise.all(pools.map((pool) => pool.close()));
});

it('runs a sent job once', async () => {
  const queue = await startQueue();
  const ran: object[] = [];
  await queue.work('greet', { concurrency: 2 }, async ({ data }) => void ran.push(data));
  const sent = ['Ada', 'Edsger', 'Grace'].map((name) => ({ name }));
  for (const payload of sent) await queue.send('greet', payload);
  await expect.poll(() => ran).toHaveLength(3);
  expect(await queue.isHealthy()).toBe(true);
  await queue.stop({ graceMs });
  expect(ran).toEqual(expect.arrayContaining(sent));
  expect(await queue.isHealthy()).toBe(false);
});

it('sends a job with its transaction or not at all', async () => {
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
  await queue.stop({ graceMs });
});

it('hands a running job to another process on shutdown', async () => {
  const stopping = await startQueue();
  const begun = Promise.withResolvers<AbortSignal>();
  await stopping.work('greet', { concurrency: 1 }, async ({ signal }) => {
    begun.resolve(signal);
    await once(signal, 'abort');
    throw signal.reason;
  });
  await stopping.send('greet', { name: 'handed over' });
  const signal = await begun.promise;
  await stopping.stop({ graceMs });
  expect(signal.reason).toBeInstanceOf(ShutdownError);
  const next = await startQueue();
  const taken = Promise.withResolvers<object>();
  await next.work('greet', { concurrency: 1 }, async ({ data }) => taken.resolve(data));
  expect(await taken.promise).toEqual({ name: 'handed over' });
  await next.stop({ graceMs });
});
