import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createTestDatabase } from '@storefleet/test-support/database';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { createHttpServer } from './http-server.ts';
import { abortedWithClient } from './route.ts';

let app: FastifyInstance;
let levels: number[];

beforeEach(async () => {
  levels = [];
  const destination = { write: (line: string) => void levels.push(JSON.parse(line).level) };
  app = await createHttpServer({
    logger: pino({ level: 'info' }, destination),
  });
  return () => app.close();
});

/** Sends a request and disconnects once its handler runs. `answered`: the status that nobody sees. */
async function askAndLeave(work: (reply: FastifyReply) => Promise<unknown>) {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<number>();
  app.get('/slow', async (_request, reply) => {
    asked.resolve();
    return work(reply);
  });
  app.addHook('onSend', async (_request, reply) => answered.resolve(reply.statusCode));
  await app.listen({ port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const request = get(`http://127.0.0.1:${port}/slow`).on('error', () => {});
  await asked.promise;
  request.destroy();
  return { answered: answered.promise };
}

it('a client that disconnects early ends the work, and is no error of the server', async () => {
  const { answered } = await askAndLeave(async (reply) => {
    const signal = abortedWithClient(reply);
    await once(signal, 'abort');
    throw signal.reason;
  });
  expect(await answered).toBe(499);
  expect(levels.filter((level) => level >= 40)).toEqual([]);
});

it('the server closes after the work for a disconnected client', async () => {
  const events: string[] = [];
  const drained = Promise.withResolvers<void>();
  app.addHook('onClose', async () => drained.resolve());
  await askAndLeave(async () => {
    await drained.promise;
    await setImmediate();
    events.push('work is done');
    return {};
  });
  await app.close();
  events.push('server is closed');
  expect(events).toEqual(['work is done', 'server is closed']);
});

it('work that outlives the database connection is cut off, and is no error of the server', async () => {
  const db = await createTestDatabase();
  await db.close();
  const { answered } = await askAndLeave(() => db.query('select 1'));
  expect(await answered).toBe(499);
  expect(levels.filter((level) => level >= 40)).toEqual([]);
});

async function clientAddress(remoteAddress: string, trustedProxies: readonly string[]): Promise<string> {
  const app = await createHttpServer({
    logger: pino({ level: 'silent' }),
    trustedProxies,
  });
  app.get('/ip', async (request) => request.ip);
  const answer = await app.inject({
    url: '/ip',
    remoteAddress,
    headers: { 'x-forwarded-for': '203.0.113.9' },
  });
  await app.close();
  return answer.body;
}

it('trusts a proxy only on this machine or in a trusted network', async () => {
  expect(await clientAddress('127.0.0.1', [])).toBe('203.0.113.9');
  expect(await clientAddress('10.1.2.3', [])).toBe('10.1.2.3');
  expect(await clientAddress('10.1.2.3', ['10.0.0.0/8'])).toBe('203.0.113.9');
  expect(await clientAddress('192.0.2.1', ['10.0.0.0/8'])).toBe('192.0.2.1');
});
