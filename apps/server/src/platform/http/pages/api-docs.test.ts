import { apiRoutes } from '@storefleet/contract/api';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createHttpServer } from '../http-server.ts';
import { registerApiDocs } from './api-docs.ts';

let title = 'Storefleet';

const app = await createHttpServer({ logger: pino({ level: 'silent' }) });
await registerApiDocs(app, { routes: apiRoutes, title: async () => title, version: '1.2.3' });
const url = await app.listen({ host: '127.0.0.1', port: 0 });

afterAll(() => app.close());

test('the OpenAPI document is served as JSON', async () => {
  const response = await fetch(`${url}/api/openapi.json`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toMatchObject({
    openapi: expect.stringMatching(/^3\.1/),
    info: { title: 'Storefleet', version: '1.2.3' },
    paths: { '/stores': { get: { operationId: 'stores.list' } } },
  });
});

test('the page to browse it loads everything from this server, under its strict policy', async () => {
  const response = await fetch(`${url}/api/docs`);
  expect(response.status).toBe(200);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/https?:/);

  const page = await response.text();
  expect(page).toContain('<title>Storefleet API</title>');
  expect(page).not.toMatch(/<script(?![^>]* src=)/);
  const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
  expect(addresses.length).toBeGreaterThan(4);
  for (const address of addresses) {
    const asset = new URL(address, response.url);
    expect(asset.origin).toBe(url);
    const answer = await fetch(asset);
    expect(answer.status, asset.pathname).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100);
  }
});

test('the page shows the same document', async () => {
  const [shown, served] = await Promise.all(
    ['/api/docs/json', '/api/openapi.json'].map(async (path) => (await fetch(`${url}${path}`)).json()),
  );
  expect(shown).toEqual(served);
});

test('uses the current application name', async () => {
  title = 'Renamed Meanwhile';
  const { body } = await app.inject('/api/openapi.json');
  expect(JSON.parse(body)).toMatchObject({ info: { title: 'Renamed Meanwhile' } });
});
