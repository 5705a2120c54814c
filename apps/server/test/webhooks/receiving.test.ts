import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Problem, UNKNOWN_ID } from '../stores/shop-stage.ts';
import { API_SECRET, createWebhooksStage, gid, productIds } from './webhooks-stage.ts';

const stage = await createWebhooksStage({ PROCESS_ROLE: 'web' });
const store = await stage.connectShop(
  { aliases: ['old-name.localhost'] },
  { shop_url: stage.host('old-name') },
);
await stage.enable(store.storeId);

const sign = (body: string | Buffer, secret = API_SECRET) =>
  createHmac('sha256', secret).update(body).digest('base64');

let sent = 0;
/** As sent by a shop, with the test's changes. */
async function send(
  headers: Record<string, string | null> = {},
  { body = '{"id":1}', storeId = store.storeId }: { body?: string | Buffer; storeId?: string } = {},
) {
  sent += 1;
  const all = {
    'content-type': 'application/json',
    'x-shopify-topic': 'products/update',
    'x-shopify-hmac-sha256': sign(body),
    'x-shopify-shop-domain': store.shop.domain,
    'x-shopify-webhook-id': `delivery-${sent}`,
    ...headers,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
  const response = await fetch(`${stage.app.url}/webhooks/shopify/${storeId}`, {
    method: 'POST',
    headers: Object.fromEntries(given),
    body,
  });
  return { status: response.status, text: await response.text() };
}

async function changes() {
  const { rows } = await stage.app.db.query<{ source_id: string; is_deleted: boolean; revision: number }>(
    'select source_id, is_deleted, revision from webhook_changes where store_id = $1 order by source_id',
    [store.storeId],
  );
  await stage.app.db.query('delete from webhook_changes where store_id = $1', [store.storeId]);
  return rows;
}

describe('a webhook not signed by the shop', () => {
  it('is refused in the same words, whatever is wrong with it, and changes nothing', async () => {
    const answers = [
      await send({ 'x-shopify-hmac-sha256': null }),
      await send({ 'x-shopify-hmac-sha256': sign('{"id":1}', 'shpss_another') }),
      await send({ 'x-shopify-hmac-sha256': sign('{"id": 1}') }),
      await send({
        'x-shopify-hmac-sha256': createHmac('sha256', API_SECRET).update('{"id":1}').digest('hex'),
      }),
      await send({ 'x-shopify-shop-domain': 'another-shop.localhost' }),
      await send({ 'x-shopify-shop-domain': null }),
      await send({}, { storeId: UNKNOWN_ID }),
      await send({}, { storeId: 'no-store' }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      const { code, detail } = JSON.parse(answer.text) as Problem;
      expect([code, detail]).toEqual(['unauthorized', 'This was not signed by the shop.']);
    }
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await changes()).toEqual([]);
    expect((await stage.webhooks(store.storeId)).last_received_at).toBeNull();
  });

  it('is not read if it is far too large', async () => {
    const { status } = await send({}, { body: Buffer.alloc(2 * 1024 * 1024, ' ') });
    expect(status).toBe(413);
  });
});

describe('a webhook signed by the shop', () => {
  it('is verified over its bytes, including spaces and any characters', async () => {
    const body = '{ "id" : 12,\n "title":"Crème brûlée \\u00e9 😀" }';
    expect(await send({}, { body })).toEqual({ status: 200, text: '' });
    expect(await changes()).toEqual([{ source_id: gid(12), is_deleted: false, revision: 1 }]);
  });

  it('counts once per delivery, and once per object until it is read', async () => {
    await send({ 'x-shopify-webhook-id': 'a' });
    await send({ 'x-shopify-webhook-id': 'a' });
    await send({ 'x-shopify-webhook-id': 'b', 'x-shopify-topic': 'products/delete' });
    await send({ 'x-shopify-webhook-id': 'c' });
    const item = '{"id":5,"admin_graphql_api_id":"gid://shopify/InventoryItem/5"}';
    await send({ 'x-shopify-topic': 'inventory_items/update' }, { body: item });
    expect(await changes()).toEqual([
      { source_id: 'gid://shopify/InventoryItem/5', is_deleted: false, revision: 1 },
      { source_id: gid(1), is_deleted: true, revision: 3 },
    ]);
  });

  it('without an id is recognised by its content and time', async () => {
    const at = { 'x-shopify-webhook-id': null, 'x-shopify-triggered-at': '2026-11-21T12:00:00Z' };
    await send(at);
    await send(at);
    await send({ ...at, 'x-shopify-triggered-at': '2026-11-21T12:00:01Z' });
    expect(await changes()).toMatchObject([{ revision: 2 }]);
  });

  it('about an irrelevant topic is answered and ignored', async () => {
    expect((await send({ 'x-shopify-topic': 'orders/create' })).status).toBe(200);
    expect((await send({}, { body: 'not json' })).status).toBe(200);
    expect((await send({}, { body: '' })).status).toBe(200);
    expect(await changes()).toEqual([]);
  });

  it('is counted in the metrics', async () => {
    const metrics = await (await fetch(`${stage.app.url}/metrics`)).text();
    for (const outcome of ['received', 'repeated', 'ignored', 'refused']) {
      expect(metrics).toMatch(new RegExp(`webhooks_total\\{outcome="${outcome}"\\} [1-9]`));
    }
  });
});

describe('after its secret was replaced, a webhook', () => {
  const replace = async (secret: string) => {
    const changed = await stage.call('PUT', `/stores/${store.storeId}`, { client_secret: secret });
    expect(changed.status).toBe(200);
  };
  const statusFor = async (secret: string) =>
    (await send({ 'x-shopify-hmac-sha256': sign('{"id":1}', secret) })).status;

  it('may be signed with the old or the new one for a week, also if one was mistyped between', async () => {
    await replace('shpss_mistyped');
    await replace('shpss_new');
    expect([await statusFor(API_SECRET), await statusFor('shpss_new')]).toEqual([200, 200]);
    await stage.app.db.query(`update former_app_secrets set replaced_at = replaced_at - interval '8 days'`);
    expect([await statusFor(API_SECRET), await statusFor('shpss_new')]).toEqual([401, 200]);
    await replace(API_SECRET);
    expect((await stage.webhooks(store.storeId)).error).toBeNull();
    expect(await changes()).toHaveLength(1);
  });
});

it('a store whose shop signs with another secret than the one entered says so, until it is right', async () => {
  const { shop, storeId } = await stage.connectShop();
  await stage.enable(storeId);
  const deliver = (secret: string) =>
    send(
      { 'x-shopify-hmac-sha256': sign('{"id":1}', secret), 'x-shopify-shop-domain': shop.domain },
      { storeId },
    );
  await send({ 'x-shopify-shop-domain': 'another-shop.localhost' }, { storeId });
  expect((await stage.webhooks(storeId)).error).toBeNull();
  await deliver('shpss_of_another_app');
  expect((await stage.webhooks(storeId)).error).toContain(
    'signed with another secret and was refused. Enter the API secret key of its app',
  );
  await deliver(API_SECRET);
  expect((await stage.webhooks(storeId)).error).toBeNull();
  const { db } = stage.app;
  await db.query(`update store_webhooks set refused_at = now() + interval '1 second' where store_id = $1`, [
    storeId,
  ]);
  expect((await stage.webhooks(storeId)).error).not.toBeNull();
  await db.query(`update stores set updated_at = now() + interval '2 seconds' where id = $1`, [storeId]);
  expect((await stage.webhooks(storeId)).error).toBeNull();
});

it('a store connected on the consent page uses the secret of the app in the settings', async () => {
  const { shop, storeId } = await stage.connectShop(
    {},
    { connection_method: 'oauth', access_token: undefined, client_secret: undefined },
  );
  const why = async () => (await stage.webhooks(storeId)).unavailable_because;
  expect(await why()).toContain('Enter the credentials of the Shopify app in the settings first');
  const secret = 'shpss_of_the_app_in_the_settings';
  expect((await stage.call('POST', '/settings/shopify', { api_key: 'key', api_secret: secret })).status).toBe(
    200,
  );
  expect(await why()).toBeNull();
  const statusFor = async (signedWith: string) =>
    (
      await send(
        { 'x-shopify-hmac-sha256': sign('{"id":1}', signedWith), 'x-shopify-shop-domain': shop.domain },
        { storeId },
      )
    ).status;
  expect(await statusFor(secret)).toBe(200);
  await stage.call('POST', '/settings/shopify', { api_key: 'key', api_secret: 'shpss_newer' });
  expect([await statusFor(secret), await statusFor('shpss_newer')]).toEqual([200, 200]);
  await stage.call('DELETE', '/settings/shopify_api_secret');
  await stage.call('POST', '/settings/shopify', { api_key: 'key', api_secret: 'shpss_newest' });
  expect([await statusFor(secret), await statusFor('shpss_newest')]).toEqual([401, 200]);
});

it('an archived or deleted store ignores its webhooks', async () => {
  const own = await stage.connectShop();
  await stage.enable(own.storeId);
  const [id = 0] = productIds(own);
  await stage.call('PUT', `/stores/${own.storeId}`, { store_status: 'archived' });
  expect(await stage.webhooks(own.storeId)).toMatchObject({
    enabled: true,
    active: false,
    unavailable_because: 'This store is archived: its changes are not read.',
  });
  const statusOfNext = async () => {
    own.shop.catalogue.updateProduct(id, { title: 'Unheard' });
    await own.shop.webhooks.settled();
    return own.shop.webhooks.deliveries.at(-1)?.status;
  };
  expect(await statusOfNext()).toBe(200);
  expect(await stage.waiting(own.storeId)).toBe(0);
  await stage.call('DELETE', `/stores/${own.storeId}`);
  expect(await statusOfNext()).toBe(401);
});

it('is accepted under each domain of the shop', async () => {
  for (const domain of [store.shop.domain, 'OLD-NAME.localhost']) {
    expect((await send({ 'x-shopify-shop-domain': domain })).status).toBe(200);
    expect(await changes()).toHaveLength(1);
  }
});
