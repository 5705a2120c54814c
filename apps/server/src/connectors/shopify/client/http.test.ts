import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { makeSelfSignedCertificate } from '@storefleet/sqlserver-simulator/tds/certificate';
import { expect, it, onTestFinished } from 'vitest';
import { json, silence, useScriptedServer } from '../testing/scripted-server.ts';
import { fromNetworkError } from './errors.ts';
import { exchange, open } from './http.ts';

const server = useScriptedServer();

const request = (signal: AbortSignal) => ({
  url: new URL(`http://${server.host}/`),
  method: 'GET' as const,
  headers: {},
  signal,
});

it('leaves a connection alone that is back in the pool when the signal comes late', async () => {
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

it('aborts while waiting for the answer, with the signal’s reason', async () => {
  server.script(silence);
  const stop = new AbortController();
  const asked = exchange(request(stop.signal));
  stop.abort(new Error('stopped'));
  await expect(asked).rejects.toThrow('stopped');
  await expect(exchange(request(stop.signal))).rejects.toThrow('stopped');
});

it('decompresses an answer', async () => {
  server.script((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(gzipSync('{"name":"Größe"}'));
  });
  expect((await exchange(request(new AbortController().signal))).body).toBe('{"name":"Größe"}');
});

it('uses the process’s proxy, except for this machine', async () => {
  const { certificate, key } = makeSelfSignedCertificate();
  const shop = https.createServer({ cert: certificate, key }, (incoming, response) =>
    response.end(`${incoming.method} ${incoming.headers.host}`),
  );
  const tunnels: (string | undefined)[] = [];
  const proxy = http.createServer().on('connect', (incoming: http.IncomingMessage, client: net.Socket) => {
    tunnels.push(incoming.url);
    const target = net.connect((shop.address() as net.AddressInfo).port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(target).pipe(client);
    });
  });
  await Promise.all([shop, proxy].map((each) => once(each.listen(0, '127.0.0.1'), 'listening')));
  const { port } = proxy.address() as net.AddressInfo;
  const restore = http.setGlobalProxyFromEnv({ HTTPS_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: '' });
  onTestFinished(() => {
    restore();
    shop.close().closeAllConnections();
    proxy.close();
  });
  Object.assign(https.globalAgent.options, { ca: certificate, checkServerIdentity: () => undefined });
  server.script(json(200, {}));
  const { signal } = new AbortController();
  const connected: string[] = [];
  const url = new URL('https://atlas.myshopify.com/admin');
  const ask = () =>
    exchange({
      url,
      method: 'POST',
      headers: {},
      body: '{}',
      signal,
      onConnected: () => connected.push('!'),
    });
  expect((await ask()).body).toBe('POST atlas.myshopify.com');
  expect((await ask()).body).toBe('POST atlas.myshopify.com');
  expect((await exchange(request(signal))).status).toBe(200);
  // Like the keys of a hosted sign-in project; its certificate is not trusted here.
  await fetch('https://project.example.com/').catch(() => undefined);
  expect(tunnels).toEqual(['atlas.myshopify.com:443', 'project.example.com:443']);
  expect(connected).toHaveLength(2);
  proxy.removeAllListeners('connect').on('connect', (_incoming: http.IncomingMessage, client: net.Socket) => {
    client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  const refused = exchange({
    url: new URL('https://borealis.myshopify.com/'),
    method: 'GET',
    headers: {},
    signal,
  });
  const error = await refused.catch((reason: unknown) => reason);
  const context = { shop: 'borealis.myshopify.com', apiVersion: '2026-10' };
  expect(fromNetworkError(error, context.shop, context).message).toContain(
    'The proxy that HTTPS_PROXY names',
  );
});
