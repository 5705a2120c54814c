import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createHttpServer } from '../http-server.ts';
import { badRequest } from '../problem.ts';
import { type RouteRequest, registerRoute } from '../route.ts';

const described = { tag: 'Files', summary: 'A file', bodyEncoding: 'json' } as const;
const download = {
  ...described,
  id: 'files.download',
  method: 'GET',
  path: '/file',
  response: z.string(),
  contentType: 'text/csv',
} as const;
const upload = {
  ...described,
  id: 'files.upload',
  method: 'POST',
  path: '/file',
  response: z.object({ bytes: z.number() }),
  maxFileBytes: 3 * 1024 * 1024,
} as const;
const plain = { ...described, id: 'plain', method: 'POST', path: '/plain', response: z.object({}) } as const;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

type Rows = (request: RouteRequest<typeof download>) => AsyncIterable<string>;
type Take = (request: RouteRequest<typeof upload>) => Promise<number>;

async function startServer({
  rows = async function* () {},
  take = countBytes,
}: {
  rows?: Rows;
  take?: Take;
} = {}): Promise<string> {
  const app = await createHttpServer({ logger: pino({ level: 'silent' }) });
  registerRoute(app, download, async (request) => ({ fileName: 'Hüte & more.csv', rows: rows(request) }));
  registerRoute(app, upload, async (request) => ({ bytes: await take(request) }));
  registerRoute(app, plain, () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  closers.push(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

async function countBytes({ file }: RouteRequest<typeof upload>): Promise<number> {
  let bytes = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) bytes += chunk.length;
  return bytes;
}

const LINE = `${'x'.repeat(1_022)}\r\n`;

it('sends a file under its name', async () => {
  const url = await startServer({
    rows: async function* () {
      yield 'a,b\r\n';
      yield '1,"ü"\r\n';
    },
  });
  const response = await fetch(`${url}/file`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="H_te _ more.csv"; filename*=UTF-8''H%C3%BCte%20%26%20more.csv`,
  );
  expect(await response.text()).toBe('a,b\r\n1,"ü"\r\n');
});

it('sends an empty file', async () => {
  const response = await fetch(`${await startServer()}/file`);
  expect([response.status, await response.text()]).toEqual([200, '']);
});

it('reports a failure before the first chunk as a problem', async () => {
  const url = await startServer({
    rows: async function* () {
      yield 'a,b\r\n';
      throw badRequest('These rows cannot be read.');
    },
  });
  const response = await fetch(`${url}/file`);
  expect(response.status).toBe(400);
  expect(response.headers.get('content-disposition')).toBeNull();
  expect(await response.json()).toMatchObject({ detail: 'These rows cannot be read.' });
});

it.each(['identity', 'gzip'])('breaks the connection on a later failure (%s)', async (encoding) => {
  const url = await startServer({
    rows: async function* () {
      for (let line = 0; line < 1_000; line++) yield LINE;
      throw new Error('The database went away.');
    },
  });
  const [response] = await open(`${url}/file`, { 'accept-encoding': encoding });
  expect(response.statusCode).toBe(200);
  const ended = await readToEnd(response);
  expect(ended).toMatchObject({ code: 'ECONNRESET' });
  expect(response.complete).toBe(false);
});

it('compresses a file for clients that accept it', async () => {
  const url = await startServer({
    rows: async function* () {
      for (let line = 0; line < 200; line++) yield LINE;
    },
  });
  const [response] = await open(`${url}/file`, { 'accept-encoding': 'gzip' });
  const packed = Buffer.concat(await response.toArray());
  expect(packed.length).toBeLessThan(10_000);
  expect(gunzipSync(packed).toString()).toBe(LINE.repeat(200));
});

it('produces rows no faster than they are consumed, and none after the client has left', async () => {
  let made = 0;
  const ended = Promise.withResolvers<boolean>();
  const url = await startServer({
    rows: async function* ({ signal }) {
      try {
        for (; made < 1_000_000; made++) yield LINE;
      } finally {
        ended.resolve(signal.aborted);
      }
    },
  });
  const [response, client] = await open(`${url}/file`, { 'accept-encoding': 'identity' });
  await once(response, 'readable');
  response.read();
  client.destroy();
  expect(await ended.promise).toBe(true);
  // A gigabyte in all, far more than the sockets buffer.
  expect(made).toBeLessThan(100_000);
});

it.each([
  'text/csv',
  'application/json',
  'application/x-www-form-urlencoded',
  'application/vnd.ms-excel',
  null,
])('accepts a file of the type %s unchanged', async (type) => {
  const url = await startServer();
  const body = new Uint8Array([0xff, 0xfe, 0x00, 0x7b]);
  const response = await fetch(`${url}/file`, {
    method: 'POST',
    body,
    headers: type === null ? {} : { 'content-type': type },
  });
  expect([response.status, await response.json()]).toEqual([200, { bytes: 4 }]);
});

it('treats a request without a body as an empty file', async () => {
  const response = await fetch(`${await startServer()}/file`, { method: 'POST' });
  expect(await response.json()).toEqual({ bytes: 0 });
});

it('refuses a file that is declared too large, and one that turns out to be, with a sentence', async () => {
  const url = await startServer();
  const piece = new Uint8Array(1024 * 1024);
  const streamed = () =>
    Readable.toWeb(Readable.from(Array.from({ length: 8 }, () => piece))) as ReadableStream;
  for (const body of [new Blob(Array.from({ length: 8 }, () => piece)), streamed()]) {
    const response = await fetch(`${url}/file`, { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      detail: 'This file is too large: at most 3 MB can be taken. Split it into several files.',
    });
  }
});

it('responds with a refusal in the middle of a file', async () => {
  const url = await startServer({
    async take({ file }) {
      for await (const chunk of file) if (chunk.length > 0) throw badRequest('This is not a CSV file.');
      return 0;
    },
  });
  const response = await fetch(`${url}/file`, { method: 'POST', body: new Uint8Array(2 * 1024 * 1024) });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { detail: 'This is not a CSV file.' },
  ]);
});

it('stops reading when the sender disconnects', async () => {
  const failure = Promise.withResolvers<unknown>();
  const started = Promise.withResolvers<void>();
  const url = await startServer({
    async take({ file }) {
      file.once('data', () => started.resolve());
      await once(file, 'end').catch(failure.resolve);
      return 0;
    },
  });
  const client = httpRequest(`${url}/file`, { method: 'POST' });
  client.on('error', () => {});
  client.write('a,b\r\n');
  await started.promise;
  client.destroy();
  expect(await failure.promise).toMatchObject({
    message: 'The upload ended before the file was complete. Please try again.',
  });
});

it('accepts files on no other route', async () => {
  const response = await fetch(`${await startServer()}/plain`, {
    method: 'POST',
    body: 'a,b',
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect([response.status, await response.json()]).toMatchObject([415, { code: 'unsupported_media_type' }]);
});

async function open(url: string, headers: Record<string, string>) {
  const client = httpRequest(url, { headers }).end();
  client.on('error', () => {});
  const [response] = (await once(client, 'response')) as [IncomingMessage];
  return [response, client] as const;
}

async function readToEnd(response: IncomingMessage): Promise<unknown> {
  try {
    await response.toArray();
    return 'complete';
  } catch (error) {
    return error;
  }
}
