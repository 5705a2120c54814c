import { type WebhookTopic, webhookTopicsOf } from '@storefleet/contract/constants';
import { expect, it } from 'vitest';
import { changesOf, TOKEN } from '../testing/simulated-shop.ts';
import { type SimulatedShop, useSimulation } from '../testing/simulation.ts';

const simulation = useSimulation();

const options = { signal: new AbortController().signal };
const ADDRESS = 'https://stores.example/webhooks/shopify/1';

function told({ shop }: SimulatedShop): string[] {
  return shop.webhooks.subscriptions.map(({ topic, uri }) => `${topic} ${uri}`).sort();
}

const USUAL = webhookTopicsOf({ readsStock: false });
const WITH_STOCK = webhookTopicsOf({ readsStock: true });
const allAt = (address: string, topics: readonly WebhookTopic[] = USUAL) =>
  topics.map((topic) => `${topic.replace('/', '_').toUpperCase()} ${address}`).sort();

it('subscribes to every topic once, and again to those that the shop has lost', async () => {
  const opened = simulation.open();
  const changes = changesOf(opened.connector);
  const all = { topics: [...USUAL], refusals: [] };
  expect(await changes.subscribe(ADDRESS, options)).toEqual(all);
  const [first] = opened.shop.webhooks.subscriptions;
  opened.shop.webhooks.unsubscribe(first?.id ?? 0);
  expect(await changes.subscribe(ADDRESS, options)).toEqual(all);
  expect(told(opened)).toEqual(allAt(ADDRESS));
});

it('subscribes to changes of stock where that is read, and no longer once it is not', async () => {
  const opened = simulation.open();
  const connect = (stockPerLocation: boolean) =>
    changesOf(simulation.connect(opened.host, { stockPerLocation }).connector);
  expect(await connect(true).subscribe(ADDRESS, options)).toEqual({ topics: WITH_STOCK, refusals: [] });
  expect(told(opened)).toEqual(allAt(ADDRESS, WITH_STOCK));
  await connect(false).subscribe(ADDRESS, options);
  expect(told(opened)).toEqual(allAt(ADDRESS));
});

it('removes subscriptions of the server’s previous address, and no others', async () => {
  const opened = simulation.open();
  const changes = changesOf(opened.connector);
  await changes.subscribe('https://old.example/webhooks/shopify/1', options);
  opened.shop.webhooks.subscribe({
    app: TOKEN,
    topic: 'PRODUCTS_UPDATE',
    uri: 'https://others.example/hook',
    includeFields: [],
  });
  await changes.subscribe(ADDRESS, options);
  expect(told(opened)).toEqual([...allAt(ADDRESS), 'PRODUCTS_UPDATE https://others.example/hook'].sort());
  await changes.unsubscribe(ADDRESS, options);
  await changes.unsubscribe(ADDRESS, options);
  expect(told(opened)).toEqual(['PRODUCTS_UPDATE https://others.example/hook']);
});

it('says why Shopify refuses a topic, and subscribes to the others', async () => {
  const opened = simulation.open({ scopes: ['read_products'] });
  const { topics, refusals } = await changesOf(opened.connector).subscribe(ADDRESS, options);
  expect(topics).toEqual(USUAL.filter((topic) => topic !== 'inventory_items/update'));
  expect(refusals).toEqual([
    'Shopify will not report inventory_items/update: You do not have permission to create or update webhooks with inventory_items/update topic.',
  ]);
});

it('repeats what Shopify says about an address that is not public', async () => {
  const { refusals, topics } = await changesOf(simulation.open().connector).subscribe(
    'https://10.0.0.7/hook',
    options,
  );
  expect(topics).toEqual([]);
  expect(refusals[0]).toContain('Address cannot be a Shopify or an internal domain');
});
