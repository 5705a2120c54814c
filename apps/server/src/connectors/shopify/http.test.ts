import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exchange, open } from './http.ts';
import { json, type ScriptedServer, silence, startScriptedServer } from './testing/scripted-server.ts';

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());

const request = (signal: AbortSignal) => ({
  url: new URL(`http://${server.host}/`),
  method: 'GET' as const,
  headers: {},
  signal,
});

it('leaves a connection alone that has gone back to the pool when the signal comes late', async () => {
  server.script(json(200, { text: 'x'.repeat(20_000) }));
  const late = new AbortController();
  const { body } = await open(request(late.signal));
  const ended = new Promise((resolve) => body.on('end', resolve));
  body.resume();
  await ended;
  await new Promise(setImmediate);
  late.abort();
  expect((await exchange(request(new AbortController().signal))).status).toBe(200);
});

it('breaks off while the answer is awaited, with the reason of the signal', async () => {
  server.script(silence);
  const stop = new AbortController();
  const asked = exchange(request(stop.signal));
  stop.abort(new Error('stopped'));
  await expect(asked).rejects.toThrow('stopped');
  await expect(exchange(request(stop.signal))).rejects.toThrow('stopped');
});

it('reads an answer that is packed', async () => {
  server.script((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(gzipSync('{"name":"Größe"}'));
  });
  expect((await exchange(request(new AbortController().signal))).body).toBe('{"name":"Größe"}');
});
