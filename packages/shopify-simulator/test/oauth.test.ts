import { expect, test } from 'vitest';
import { type OpenShop, simulation } from './simulation.ts';

/**
 * The consent page, its signed return and the refusals of a token: the server's tests of connecting a store
 * cover these.
 */

const { open, simulator, advance } = simulation();

const APP = { clientId: 'client-1', clientSecret: 'shpss_secret', name: 'Fleet' };

async function codeFor(shop: OpenShop): Promise<string> {
  simulator().addApp(APP);
  const { headers } = await shop.call('/admin/oauth/authorize', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_id: APP.clientId,
      scope: 'read_products,write_products,read_locations',
      redirect_uri: 'https://stores.example.com/oauth/shopify/callback',
    }).toString(),
  });
  return new URL(headers.location ?? '').searchParams.get('code') ?? '';
}

async function askToken(shop: OpenShop, fields: Record<string, string>) {
  const { clientId: client_id, clientSecret: client_secret } = APP;
  const { status, text } = await shop.post(
    '/admin/oauth/access_token',
    JSON.stringify({ client_id, client_secret, ...fields }),
  );
  return { status, body: JSON.parse(text) };
}

test('a code works once, within a minute', async () => {
  const shop = open();
  const code = await codeFor(shop);
  expect((await askToken(shop, { code })).body).toEqual({
    access_token: expect.stringMatching(/^shpat_/),
    scope: 'write_products,read_locations',
  });
  const used = {
    status: 400,
    body: {
      error: 'invalid_request',
      error_description: 'The authorization code was not found or was already used',
    },
  };
  expect(await askToken(shop, { code })).toEqual(used);
  const late = await codeFor(shop);
  advance(61_000);
  expect(await askToken(shop, { code: late })).toEqual(used);
});

test('an expiring token is renewed, and the old refresh token works until the new one was used', async () => {
  const shop = open();
  const first = (await askToken(shop, { code: await codeFor(shop), expiring: '1' })).body;
  expect(first).toMatchObject({ expires_in: 3600, refresh_token_expires_in: 7_776_000 });
  const renew = (refresh_token: string) => askToken(shop, { grant_type: 'refresh_token', refresh_token });
  const lost = await renew(first.refresh_token);
  const second = await renew(first.refresh_token);
  expect([lost.status, second.status]).toEqual([200, 200]);
  advance(3_600_000 - 1);
  expect(shop.shop.app(second.body.access_token)).not.toBeNull();
  advance(1);
  expect(shop.shop.app(second.body.access_token)).toBeNull();
  expect((await renew(second.body.refresh_token)).status).toBe(200);
  expect(await renew(first.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
});
