import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ClientAppOptions } from '../src/server.ts';
import { type OpenShop, simulation } from './simulation.ts';

const { open, simulator, clock } = simulation();

const APP = { clientId: 'client-1', clientSecret: 'shpss_secret', name: 'Fleet', organization: 'acme' };
const REDIRECT = 'https://stores.example.com/oauth/shopify/callback';
const HOUR = 3_600_000;

function register(options: Partial<ClientAppOptions> = {}): void {
  simulator().addApp({ ...APP, ...options });
}

const consentPath = (more: Record<string, string> = {}) =>
  `/admin/oauth/authorize?${new URLSearchParams({
    client_id: APP.clientId,
    scope: 'read_products,write_products,read_locations',
    redirect_uri: REDIRECT,
    state: 'state 1/2',
    ...more,
  })}`;

async function install(shop: OpenShop): Promise<URLSearchParams> {
  const { status, headers } = await shop.call('/admin/oauth/authorize', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-shopify-access-token': null },
    body: consentPath().split('?')[1] ?? '',
  });
  expect(status).toBe(302);
  return new URL(headers.location ?? '').searchParams;
}

async function askToken(shop: OpenShop, fields: Record<string, string>) {
  const { status, text } = await shop.call('/admin/oauth/access_token', {
    method: 'POST',
    headers: { 'x-shopify-access-token': null },
    body: JSON.stringify({ client_id: APP.clientId, client_secret: APP.clientSecret, ...fields }),
  });
  return { status, text, body: status === 200 ? JSON.parse(text) : null };
}

const mayAsk = async (shop: OpenShop, token: string) =>
  (await shop.call('/admin/oauth/access_scopes.json', { headers: { 'x-shopify-access-token': token } }))
    .status;

test('the consent page names the app and what it asks for, and leads back signed', async () => {
  register();
  const shop = open({ organization: 'another' });
  const page = await shop.call(consentPath());
  expect(page.text).toContain('Install Fleet?');
  expect(page.text).toContain('<li>read_locations</li>');
  const query = await install(shop);
  expect(query.get('state')).toBe('state 1/2');
  expect(query.get('shop')).toBe(shop.host);
  const signature = query.get('hmac');
  query.delete('hmac');
  query.sort();
  const signed = createHmac('sha256', APP.clientSecret).update(query.toString().replaceAll('+', '%20'));
  expect(signature).toBe(signed.digest('hex'));
});

test.each([
  [
    'an unknown app',
    { client_id: 'client-9' },
    'Could not find Shopify API application with api_key client-9',
  ],
  ['another address', { redirect_uri: 'https://elsewhere.example/' }, 'The redirect_uri is not whitelisted'],
])('the consent page refuses %s', async (_case, more, sentence) => {
  register({ redirectUrls: [REDIRECT] });
  const { status, text } = await open().call(consentPath(more));
  expect(status).toBe(400);
  expect(text).toContain(`Oauth error invalid_request: ${sentence}`);
});

test('a code is good once, within a minute, and for its own app', async () => {
  register();
  const shop = open();
  const code = (await install(shop)).get('code') ?? '';
  const { body } = await askToken(shop, { code });
  expect(body).toEqual({
    access_token: expect.stringMatching(/^shpat_/),
    scope: 'write_products,read_locations',
  });
  expect(await mayAsk(shop, body.access_token)).toBe(200);
  expect(await askToken(shop, { code })).toMatchObject({
    status: 400,
    text: '{"error":"invalid_request","error_description":"The authorization code was not found or was already used"}',
  });
  const late = (await install(shop)).get('code') ?? '';
  clock.advance(61_000);
  expect((await askToken(shop, { code: late })).status).toBe(400);
});

test('an expiring token is renewed, and the old refresh token is good until the new one was used', async () => {
  register();
  const shop = open();
  const code = (await install(shop)).get('code') ?? '';
  const first = (await askToken(shop, { code, expiring: '1' })).body;
  expect(first).toMatchObject({ expires_in: 3600, refresh_token_expires_in: 7_776_000 });
  const renew = (refresh_token: string) => askToken(shop, { grant_type: 'refresh_token', refresh_token });
  const lost = await renew(first.refresh_token);
  const second = await renew(first.refresh_token);
  expect([lost.status, second.status]).toEqual([200, 200]);
  clock.advance(HOUR - 1);
  expect(await mayAsk(shop, second.body.access_token)).toBe(200);
  clock.advance(1);
  expect(await mayAsk(shop, second.body.access_token)).toBe(401);
  expect((await renew(second.body.refresh_token)).status).toBe(200);
  expect(await renew(first.refresh_token)).toMatchObject({
    status: 400,
    text: expect.stringContaining('invalid_grant'),
  });
});
