import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { createHttpServer } from './http-server.ts';
import { abortedWithClient } from './route.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

it('a client that leaves before it has its answer ends the work, and is no error of the server', async () => {
  const levels: number[] = [];
  const destination = { write: (line: string) => void levels.push(JSON.parse(line).level) };
  const app = await createHttpServer({
    logger: pino({ level: 'info' }, destination),
    connectOrigins: [],
    https: false,
    trustedProxies: [],
  });
  closing.push(() => app.close());
  const asked = Promise.withResolvers<void>();
  app.get('/slow', async (_request, reply) => {
    const signal = abortedWithClient(reply);
    asked.resolve();
    await once(signal, 'abort');
    throw signal.reason;
  });
  const ended = Promise.withResolvers<number>();
  app.addHook('onSend', async (_request, reply) => ended.resolve(reply.statusCode));
  await app.listen({ port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const request = get(`http://127.0.0.1:${port}/slow`).on('error', () => {});
  await asked.promise;
  request.destroy();
  expect(await ended.promise).toBe(499);
  expect(levels.filter((level) => level >= 40)).toEqual([]);
});
