import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createHttpServer } from '../http-server.ts';
import { unauthorized } from '../problem.ts';
import { registerRoute } from '../route.ts';

const described = { tag: 'x', summary: 'x', response: z.object({ bytes: z.number() }) } as const;
const plain = { ...described, id: 'plain', method: 'POST', path: '/plain', body: z.json() } as const;
const file = { ...described, id: 'file', method: 'POST', path: '/file', maxFileBytes: 10_000_000 } as const;
const closed = { ...plain, id: 'closed', path: '/closed' } as const;

let app: Awaited<ReturnType<typeof createHttpServer>>;
let url: string;

async function serve(bodyDeadlineMs?: number): Promise<void> {
  app = await createHttpServer({
    logger: pino({ level: 'silent' }),
    ...(bodyDeadlineMs === undefined ? {} : { bodyDeadlineMs }),
  });
  registerRoute(app, plain, ({ body }) => ({ bytes: JSON.stringify(body).length }));
  registerRoute(app, file, async (request) => {
    let bytes = 0;
    for await (const chunk of request.file) bytes += chunk.length;
    return { bytes };
  });
  const refuse = async () => {
    throw unauthorized();
  };
  registerRoute(app, closed, () => ({ bytes: 0 }), { refuse });
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

afterEach(async () => {
  app.server.closeAllConnections();
  await app.close();
});

/** Sends this much of a body without ending it. */
function begin(path: string, text: string, type = 'application/json'): ClientRequest {
  const client = httpRequest(`${url}${path}`, { method: 'POST', headers: { 'content-type': type } });
  client.on('error', () => {});
  client.write(text);
  return client;
}

async function answerTo(client: ClientRequest): Promise<{ status: number; text: string }> {
  const [response] = (await once(client, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, text: Buffer.concat(await response.toArray()).toString() };
}

describe('JSON that is nested', () => {
  beforeEach(() => serve());

  it.each(['[', '{"a":'])('too deeply (%s) is refused while still arriving', async (opening) => {
    const answer = await answerTo(begin('/plain', opening.repeat(101)));
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('Lists and objects may be nested at most 100 levels deep.');
  });

  it('too deeply by many at once delays nobody else', async () => {
    const bombs = Array.from({ length: 8 }, () => begin('/plain', '['.repeat(1_000_000)));
    const refused = await Promise.all(bombs.map(answerTo));
    expect(refused.map(({ status }) => status)).toEqual(Array(8).fill(400));
  });

  it.each([
    ['100 levels', `${'['.repeat(100)}${']'.repeat(100)}`],
    ['brackets in texts', JSON.stringify(['[{'.repeat(500), '"[\\"'.repeat(500)])],
    ['many lists beside each other', `[${'[],'.repeat(500)}[]]`],
  ])('within the limit is accepted: %s', async (_what, text) => {
    const response = await fetch(`${url}/plain`, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json' },
    });
    expect(await response.json()).toEqual({ bytes: text.length });
  });

  it('does not matter in a file', async () => {
    const response = await fetch(`${url}/file`, { method: 'POST', body: '['.repeat(5_000) });
    expect(await response.json()).toEqual({ bytes: 5_000 });
  });
});

describe('a body that does not arrive in time', () => {
  beforeEach(() => serve(50));

  it.each([
    ['JSON', '/plain', 408, 'The request took too long to arrive.'],
    ['a file', '/file', 400, 'The upload ended before the file was complete.'],
  ])('is cut off with a sentence: %s', async (_what, path, status, sentence) => {
    const answer = await answerTo(begin(path, '{"a"'));
    expect(answer).toEqual({ status, text: expect.stringContaining(sentence) });
  });

  it('does not hold the connection of a refused request', async () => {
    const client = begin('/closed', '{"a"');
    const [socket] = await once(client, 'socket');
    expect((await answerTo(client)).status).toBe(401);
    await once(socket, 'close');
  });
});
