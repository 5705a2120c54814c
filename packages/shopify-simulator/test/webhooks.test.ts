import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { simulation as simulate } from './simulation.ts';

const simulation = simulate();
const HOOKS = 'https://shop-hooks.example';
const SECRET = 'shpss_0000000000000000000000000000abcd';

type Received = { path: string; headers: IncomingHttpHeaders; body: string };

let receiver: Server;
let received: Received[] = [];
let answer = 200;
beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(answer, { location: HOOKS }).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  simulation.simulator().tunnels.set(HOOKS, `http://127.0.0.1:${port}`);
});
afterAll(() => new Promise((resolve) => receiver.close(resolve)));
beforeEach(() => {
  received = [];
  answer = 200;
});

type Created = {
  webhookSubscriptionCreate: {
    webhookSubscription: { id: string; topic: string; uri: string; filter: string | null } | null;
    userErrors: { field: string[]; message: string }[];
  };
};

const CREATE = `mutation Subscribe($topic: WebhookSubscriptionTopic!, $uri: String!, $fields: [String!]) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, includeFields: $fields }) {
    webhookSubscription { id topic uri filter }
    userErrors { field message }
  }
}`;

function openShop() {
  const { shop, graphql } = simulation.open({ apiSecret: SECRET, products: 3, variantsPerProduct: 2 });
  async function subscribe(topic: string, { uri = `${HOOKS}/hooks`, fields = [] as string[] } = {}) {
    const answered = await graphql<Created>(CREATE, { topic, uri, fields });
    return answered.data?.webhookSubscriptionCreate;
  }
  return { shop, graphql, subscribe };
}

it('a change is told to those who subscribed, signed over the bytes of the body', async () => {
  const { shop, subscribe } = openShop();
  await subscribe('PRODUCTS_UPDATE');
  await subscribe('PRODUCTS_DELETE');
  const [product, other] = [...shop.catalogue.products()];
  if (!product || !other) throw new Error('The shop is empty.');
  shop.catalogue.updateProduct(product.id, { title: 'Crème brûlée' });
  await shop.webhooks.settled();
  shop.catalogue.deleteProduct(other.id);
  await shop.webhooks.settled();

  expect(received.map(({ headers }) => headers['x-shopify-topic'])).toEqual([
    'products/update',
    'products/delete',
  ]);
  for (const { headers, body } of received) {
    expect(headers['x-shopify-hmac-sha256']).toBe(
      createHmac('sha256', SECRET).update(Buffer.from(body, 'utf8')).digest('base64'),
    );
    expect(headers['x-shopify-shop-domain']).toBe(shop.domain);
  }
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ id: product.id, title: 'Crème brûlée' });
  expect(JSON.parse(received[1]?.body ?? '')).toEqual({ id: other.id });
});

it('only a public https address can be subscribed, once for a topic, by an app that may read it', async () => {
  const { subscribe } = openShop();
  const refusal = async (topic: string, uri: string) => (await subscribe(topic, { uri }))?.userErrors;
  const field = ['webhookSubscription', 'callbackUrl'];
  expect(await refusal('PRODUCTS_UPDATE', 'http://hooks.example/a')).toEqual([
    { field, message: 'Address protocol http:// is not supported' },
  ]);
  for (const host of ['localhost:8080', '127.0.0.1', 'atlas.myshopify.com', 'intranet', 'db.internal']) {
    expect(await refusal('PRODUCTS_UPDATE', `https://${host}/a`)).toEqual([
      { field, message: 'Address cannot be a Shopify or an internal domain' },
    ]);
  }
  expect(await refusal('PRODUCTS_UPDATE', `${HOOKS}/a`)).toEqual([]);
  expect(await refusal('PRODUCTS_UPDATE', `${HOOKS}/a`)).toEqual([
    { field, message: 'Address for this topic has already been taken' },
  ]);
  expect(await refusal('PRODUCTS_CREATE', `${HOOKS}/a`)).toEqual([]);

  const { graphql } = simulation.open({ scopes: ['read_products'] });
  const answered = await graphql<Created>(CREATE, { topic: 'INVENTORY_ITEMS_UPDATE', uri: `${HOOKS}/a` });
  expect(answered.data?.webhookSubscriptionCreate).toMatchObject({
    webhookSubscription: null,
    userErrors: [{ field: ['topic'] }],
  });
});

it('a delivery that fails comes again with the same id and bytes; a redirect is a failure', async () => {
  const { shop, subscribe } = openShop();
  await subscribe('PRODUCTS_UPDATE');
  const [product] = [...shop.catalogue.products()];
  if (!product) throw new Error('The shop is empty.');
  answer = 302;
  shop.catalogue.updateProduct(product.id, { title: 'First' });
  await shop.webhooks.settled();
  shop.catalogue.updateProduct(product.id, { title: 'Second' });
  await shop.webhooks.settled();
  answer = 204;
  shop.webhooks.retryNow();
  await shop.webhooks.settled();
  expect(received).toHaveLength(4);
  const [first, , again] = received;
  expect(again).toEqual(first);
  expect(shop.webhooks.deliveries.map(({ state, attempts }) => [state, attempts])).toEqual([
    ['delivered', 2],
    ['delivered', 2],
  ]);
});

it('a subscription whose address fails nine times in a row is removed', async () => {
  const { shop, graphql, subscribe } = openShop();
  await subscribe('PRODUCTS_UPDATE', { uri: 'https://nobody.example/hooks' });
  const [product] = [...shop.catalogue.products()];
  if (!product) throw new Error('The shop is empty.');
  shop.catalogue.updateProduct(product.id, { title: 'Unheard' });
  const list = async () => {
    const answered = await graphql<{ webhookSubscriptions: { nodes: { topic: string; uri: string }[] } }>(
      '{ webhookSubscriptions(first: 10) { nodes { topic uri } } }',
    );
    return answered.data?.webhookSubscriptions.nodes;
  };
  for (let retry = 1; retry <= 8; retry += 1) {
    await shop.webhooks.settled();
    expect(await list()).toHaveLength(1);
    shop.webhooks.retryNow();
  }
  await shop.webhooks.settled();
  expect(await list()).toEqual([]);
});
