import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { createLogger } from '@storefleet/server/platform/logging/logger';
import { openTestApp } from '@storefleet/test-support/app';
import { describe, expect, it } from 'vitest';

const log: string[] = [];
const destination = { write: (line: string) => void log.push(line) };
const app = await openTestApp({ logger: createLogger({ level: 'trace', destination }) });

describe('the guard', () => {
  it('answers 401 with a problem to a call without a valid token', async () => {
    for (const token of [null, 'nonsense']) {
      const response = await app.fetchApi('/stores', { token });
      expect(response.status).toBe(401);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
      expect(await response.json()).toMatchObject({
        status: 401,
        code: 'unauthorized',
        title: 'Not signed in',
      });
    }
  });

  it('comes before the body of every call that is described as protected', async () => {
    type Operation = { operationId: string; security?: unknown[] };
    const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, Operation>>;
    };
    const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([method, { security }]) => method !== 'get' && security?.length !== 0)
        .map(([method]) => ({ method: method.toUpperCase(), path })),
    );
    expect(calls.length).toBeGreaterThan(40);
    // Invalid: once read, it would be answered with 400.
    const body = '{"rows":[';
    const answers = await Promise.all(
      calls.map(async ({ method, path }) => {
        const target = path.replaceAll(/\{\w+\}/g, '1');
        const headers = { 'content-type': 'application/json' };
        const { status } = await app.fetchApi(target, { method, body, headers, token: null });
        return `${method} ${path} ${status}`;
      }),
    );
    expect(answers).toEqual(calls.map(({ method, path }) => `${method} ${path} 401`));
  });

  it('lets everybody read what the sign-in screen needs', async () => {
    const response = await app.fetchApi('/config', { token: null });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({
      auth: { url: `${app.url}/auth/v1` },
      version: expect.any(String),
    });
  });
});

describe('a request that is not right', () => {
  it('names every field that is not valid', async () => {
    const response = await app.fetchApi('/setup', { method: 'POST', json: { token: 'x' }, token: null });
    expect(response.status).toBe(400);
    const problem = (await response.json()) as { code: string; errors: { path: string }[] };
    expect(problem.code).toBe('validation_failed');
    expect(problem.errors.map(({ path }) => path)).toContain('email');
  });

  it('may be broken JSON, too large, or of an unknown type', async () => {
    const send = (body: string, type = 'application/json') =>
      app.fetchApi('/setup', { method: 'POST', body, headers: { 'content-type': type }, token: null });
    expect(await (await send('{"a"')).json()).toMatchObject({ status: 400, code: 'malformed_request' });
    expect(await (await send('<a/>', 'text/xml')).json()).toMatchObject({ status: 415 });
    expect(await (await send(`"${'x'.repeat(6_000_000)}"`)).json()).toMatchObject({ status: 413 });
  });

  it('is refused with a sentence when it holds a NUL character, which the database cannot store', async () => {
    const json = { token: 'x', email: 'a\0@b.example', password: 'long enough' };
    const detail = 'Texts must not contain the NUL character.';
    const refused = await app.fetchApi('/setup', { method: 'POST', json, token: null });
    expect([refused.status, await refused.json()]).toMatchObject([400, { detail }]);
    const signIn = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json),
    });
    expect([signIn.status, await signIn.json()]).toMatchObject([
      400,
      { msg: expect.stringContaining(detail) },
    ]);
  });

  it('is refused before it is read when the first account exists and it wants to make one', async () => {
    await app.signIn();
    const client = httpRequest(`${app.url}/api/v1/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '1000' },
    });
    client.on('error', () => {}).flushHeaders();
    const [response] = (await once(client, 'response')) as [IncomingMessage];
    client.destroy();
    expect(response.statusCode).toBe(409);
  });

  it('leaves neither its query nor a value of a setting in the log, even when it fails', async () => {
    await app.db.query('alter table settings rename to settings_away');
    const calls = [
      app.fetchApi('/settings?secret=hunter2'),
      app.fetchApi('/settings', { method: 'POST', json: { key: 'a', value: 'hunter2' } }),
      fetch(`${app.url}/auth/v1/verify?token=hunter2&type=recovery`, { redirect: 'manual' }),
    ];
    const [failed] = await Promise.all(calls);
    await app.db.query('alter table settings_away rename to settings');
    expect(failed?.status).toBe(500);
    expect(log.join('')).toContain('relation \\"settings\\" does not exist');
    expect(log.join('')).not.toContain('hunter2');
  });

  it.each([
    ['GET', '/stores/atlas', 'Store not found!'],
    ['PUT', '/stores/atlas', 'Store not found!'],
    ['POST', '/stores/atlas/sync-graphql', 'Store not found!'],
    ['GET', '/products/stores/atlas', 'Store not found!'],
    ['GET', '/products/pagination-test?store_id=atlas', 'Store not found!'],
    ['GET', '/scheduled-syncs/nightly', 'This scheduled sync does not exist any more.'],
    ['POST', '/scheduled-syncs/nightly/toggle', 'This scheduled sync does not exist any more.'],
    ['GET', '/products/bulk-updates/mine', 'There is no bulk update with this number.'],
  ])('may name what no id is: %s %s', async (method, path, detail) => {
    const json = method === 'PUT' ? {} : undefined;
    const response = await app.fetchApi(path, { method, json });
    expect([response.status, await response.json()]).toMatchObject([404, { detail }]);
  });

  it.each([
    ['PATCH', '/api/v1/stores', 'GET, HEAD, POST'],
    ['GET', '/api/v1/stores/sync-all', 'POST'],
    ['OPTIONS', '/api/v1/history', 'GET, HEAD'],
    ['DELETE', '/healthz', 'GET, HEAD'],
    ['PUT', '/auth/v1/token?grant_type=password', 'POST'],
  ])('may use a method that its address does not take: %s %s', async (method, path, allow) => {
    const headers = { authorization: `Bearer ${await app.signIn()}` };
    const response = await fetch(app.url + path, { method, headers });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
    expect(await response.json()).toMatchObject(
      path.startsWith('/auth') ? { error_code: 'validation_failed' } : { code: 'method_not_allowed' },
    );
  });

  it.each([
    ['/auth/v1/%zz', 400, 'validation_failed'],
    [`/auth/v1/admin/users/${'x'.repeat(600)}`, 414, 'validation_failed'],
    ['/auth/v1/verify/%', 400, 'validation_failed'],
    ['/auth/v1', 404, 'not_found'],
    ['/auth/v1//user', 404, 'not_found'],
    ['/api/v1/%zz', 400, 'malformed_request'],
    [`/api/v1/stores/${'x'.repeat(600)}`, 414, 'uri_too_long'],
  ])('gets an error of its part of the server for the address %s', async (path, status, code) => {
    const answer = await fetch(`${app.url}${path}`, { headers: { 'x-supabase-api-version': '2024-01-01' } });
    const isSignIn = path.startsWith('/auth/v1');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      status,
      `application/${isSignIn ? 'json' : 'problem+json'}; charset=utf-8`,
    ]);
    const body = (await answer.json()) as Record<string, unknown>;
    expect(body.code).toBe(code);
    expect(Object.keys(body).sort()).toEqual(
      isSignIn ? ['code', 'message'] : ['code', 'detail', 'status', 'title', 'type'],
    );
  });

  it('may ask for what does not exist', async () => {
    const response = await app.fetchApi('/nothing/here');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not_found' });
  });
});

describe('beside the API', () => {
  it('says that it is up and ready', async () => {
    expect(await (await fetch(`${app.url}/healthz`)).json()).toEqual({ status: 'ok' });
    const ready = await fetch(`${app.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ready', checks: { database: 'ok', jobs: 'ok', disk: 'ok' } },
    ]);
  });

  it('counts what it does', async () => {
    await fetch(`${app.url}/healthz`);
    const text = await (await fetch(`${app.url}/metrics`)).text();
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} \d+/,
    );
    expect(text).toMatch(/database_connections\{state="idle"\} \d+/);
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('sends headers that keep strangers’ code and frames out', async () => {
    const { headers } = await fetch(`${app.url}/healthz`);
    expect(headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).toContain("img-src 'self' data: cdn.shopify.com;");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('never answers an address of the server with the web app', async () => {
    for (const address of ['/api/nothing', '/auth/nothing', '/assets/missing.js']) {
      const response = await fetch(`${app.url}${address}`, { headers: { accept: 'text/html' } });
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toContain('json');
    }
  });
});
