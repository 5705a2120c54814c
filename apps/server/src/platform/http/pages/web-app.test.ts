import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { createHttpServer } from '../http-server.ts';
import { registerWebApp } from './web-app.ts';

const SCRIPT = `console.log(${JSON.stringify('a'.repeat(4_000))});`;
const PAGE = '<!doctype html><title>App</title>';

const directory = await mkdtemp(path.join(tmpdir(), 'sf-web-'));
await mkdir(path.join(directory, 'assets'));
for (const [name, content] of [
  ['assets/index-1a2b.js', SCRIPT],
  ['index.html', PAGE],
] as const) {
  await writeFile(path.join(directory, name), content);
  await writeFile(path.join(directory, `${name}.br`), brotliCompressSync(content));
}
const app = await createHttpServer({ logger: pino({ level: 'silent' }) });
await registerWebApp(app, directory);
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

const get = (url: string, encoding: string) => app.inject({ url, headers: { 'accept-encoding': encoding } });

it('sends precompressed files with the right type', async () => {
  const answer = await get('/assets/index-1a2b.js', 'gzip, br');
  expect(answer.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(SCRIPT);
});

it('sends the plain file to a client without compression', async () => {
  const answer = await get('/assets/index-1a2b.js', 'identity');
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.payload).toBe(SCRIPT);
});

it('serves the page for every screen, and has it revalidated each time', async () => {
  for (const url of ['/', '/stores/1/edit']) {
    const answer = await get(url, 'br');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(PAGE);
  }
});

it('answers with a problem for a file that a former build had', async () => {
  const answer = await get('/assets/index-0000.js', 'br');
  expect([answer.statusCode, answer.json().code, answer.headers['cache-control']]).toEqual([
    404,
    'not_found',
    undefined,
  ]);
});
