import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createHttpServer } from './http-server.ts';

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

it('believes a proxy only on this machine or in a trusted network', async () => {
  expect(await clientAddress('127.0.0.1', [])).toBe('203.0.113.9');
  expect(await clientAddress('10.1.2.3', [])).toBe('10.1.2.3');
  expect(await clientAddress('10.1.2.3', ['10.0.0.0/8'])).toBe('203.0.113.9');
  expect(await clientAddress('192.0.2.1', ['10.0.0.0/8'])).toBe('192.0.2.1');
});
