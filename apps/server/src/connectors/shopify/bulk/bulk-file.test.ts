import { expect, it } from 'vitest';
import { type Answer, html, silence, useScriptedServer } from '../testing/scripted-server.ts';
import { type DownloadOptions, downloadBulkFile } from './bulk-file.ts';

const FILE = Buffer.from('{"id":"1"}\n{"id":"2"}\n{"id":"3"}\n');

const server = useScriptedServer();

const whole: Answer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/jsonl' });
  response.end(FILE);
};

async function download(offset: number, more: Partial<DownloadOptions> = {}): Promise<string> {
  const parts: Buffer[] = [];
  const options = {
    url: `http://${server.host}/bulk/1.jsonl?signature=secret-signature`,
    offset,
    allowedHosts: [server.host],
    signal: new AbortController().signal,
    context: { shop: 'atlas.myshopify.com', apiVersion: '2026-10' },
    ...more,
  };
  for await (const chunk of downloadBulkFile(options)) {
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString();
}

it('reads a file from its start, without credentials', async () => {
  server.script(whole);
  expect(await download(0)).toBe(FILE.toString());
  const [request] = server.requests;
  expect(request?.headers['x-shopify-access-token']).toBeUndefined();
  expect(request?.headers.authorization).toBeUndefined();
  expect(request?.headers.range).toBeUndefined();
});

it('skips the beginning if the server ignores the range', async () => {
  server.script(whole);
  expect(await download(22)).toBe(FILE.subarray(22).toString());
});

it.each([400, 403, 404, 410])('treats %i as an expired URL', async (status) => {
  server.script(html(status));
  await expect(download(0)).rejects.toMatchObject({ name: 'ExpiredUrlError' });
});

it.each([500, 503, 302])('treats %i as a transient error', async (status) => {
  server.script(html(status, { location: 'https://elsewhere.example' }));
  await expect(download(0)).rejects.toMatchObject({ kind: 'transient', retryable: true });
});

it('reports a broken connection without the signed URL', async () => {
  server.script((_request, response) => {
    response.writeHead(200, { 'content-length': String(FILE.length) });
    response.write(FILE.subarray(0, 15));
    setImmediate(() => response.destroy());
  });
  const failure = await download(0).catch((error: Error) => error);
  expect(failure).toMatchObject({ kind: 'transient' });
  expect(String(failure)).toContain('The connection to 127.0.0.1 broke off');
  expect(String(failure)).not.toContain('secret-signature');
});

it('gives up on a silent server', async () => {
  server.script(silence);
  await expect(download(0, { idleTimeoutMs: 50 })).rejects.toThrow('127.0.0.1 did not answer in time');
});

it('stops at once when aborted', async () => {
  server.script(silence);
  const stop = new AbortController();
  const downloading = download(0, { signal: stop.signal });
  stop.abort(new Error('stopped'));
  await expect(downloading).rejects.toThrow('stopped');
});

it.each([
  'https://storage.evil.example/bulk.jsonl',
  'http://storage.googleapis.com/bulk.jsonl',
  'http://127.0.0.1:1/bulk.jsonl',
  'file:///etc/passwd',
  'not an address',
])('does not fetch %s', async (url) => {
  server.script(whole);
  await expect(download(0, { url })).rejects.toThrow('which this server may not contact');
  expect(server.requests).toHaveLength(0);
});
