import { expect, it } from 'vitest';
import { type OpenShop, simulation } from './simulation.ts';

/** Deliveries, their signatures and bodies: the server's tests of webhooks cover these. */

const { open } = simulation();
const HOOKS = 'https://shop-hooks.example';

type Created = { webhookSubscriptionCreate: { userErrors: { field: string[]; message: string }[] } };

async function subscribe({ graphql }: OpenShop, topic: string, uri: string) {
  const { data } = await graphql<Created>(
    `mutation Subscribe($topic: WebhookSubscriptionTopic!, $uri: String!) {
      webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri }) { userErrors { field message } }
    }`,
    { topic, uri },
  );
  return data?.webhookSubscriptionCreate.userErrors;
}

it('only a public https address can be subscribed, once per topic, by an app with the scope', async () => {
  const shop = open();
  const field = ['webhookSubscription', 'callbackUrl'];
  const internal = { field, message: 'Address cannot be a Shopify or an internal domain' };
  for (const host of ['localhost:8080', '127.0.0.1', 'atlas.myshopify.com', 'intranet', 'db.internal']) {
    expect(await subscribe(shop, 'PRODUCTS_UPDATE', `https://${host}/a`)).toEqual([internal]);
  }
  expect(await subscribe(shop, 'PRODUCTS_UPDATE', 'http://hooks.example/a')).toEqual([
    { field, message: 'Address protocol http:// is not supported' },
  ]);
  expect(await subscribe(shop, 'PRODUCTS_UPDATE', `${HOOKS}/a`)).toEqual([]);
  expect(await subscribe(shop, 'PRODUCTS_UPDATE', `${HOOKS}/a`)).toEqual([
    { field, message: 'Address for this topic has already been taken' },
  ]);
  expect(await subscribe(shop, 'PRODUCTS_CREATE', `${HOOKS}/a`)).toEqual([]);
  const reader = open({ scopes: ['read_products'] });
  expect(await subscribe(reader, 'INVENTORY_ITEMS_UPDATE', `${HOOKS}/a`)).toMatchObject([
    { field: ['topic'] },
  ]);
});

it('a subscription whose address fails nine times in a row is removed', async () => {
  const shop = open();
  await subscribe(shop, 'PRODUCTS_UPDATE', 'https://nobody.example/hooks');
  const { catalogue, webhooks } = shop.shop;
  catalogue.updateProduct([...catalogue.products()][0]?.id ?? 0, { title: 'Unheard' });
  for (let retry = 1; retry <= 8; retry += 1) {
    await webhooks.settled();
    expect(webhooks.deliveries).toMatchObject([{ state: 'waiting', attempts: retry }]);
    expect(webhooks.subscriptions).toHaveLength(1);
    webhooks.retryNow();
  }
  await webhooks.settled();
  expect(webhooks.subscriptions).toEqual([]);
});
