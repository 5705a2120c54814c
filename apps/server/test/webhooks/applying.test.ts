import { WEBHOOK_TOPICS } from '@storefleet/contract/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf } from '../../src/connectors/shopify/testing/simulated-shop.ts';
import { readStoredCatalogue } from '../sync/catalogue.ts';
import {
  type ConnectedStore,
  createWebhooksStage,
  gid,
  productIds,
  type WebhooksStage,
} from './webhooks-stage.ts';

let stage: WebhooksStage;
beforeAll(async () => {
  stage = await createWebhooksStage();
});
afterAll(() => stage.close());

/** A store whose copy is what its shop has, and whose shop tells of its changes. */
async function toldStore(...options: Parameters<WebhooksStage['connectShop']>): Promise<ConnectedStore> {
  const store = await stage.connectShop(...options);
  await stage.sync(store.storeId);
  await stage.enable(store.storeId);
  return store;
}

/** How often the shop was asked for single products. */
function looks({ shop }: ConnectedStore): number {
  return shop.log.recent.filter(({ operation }) => operation === 'nodes').length;
}

describe('a change in the shop', () => {
  it('is in the copy within seconds, without a sync: changed, created, deleted, a cost', async () => {
    const store = await toldStore();
    expect(await stage.webhooks(store.storeId)).toMatchObject({
      enabled: true,
      active: true,
      unavailable_because: null,
      error: null,
      topics: WEBHOOK_TOPICS.map((topic) => ({ topic, registered: true })),
      last_received_at: null,
    });
    const { catalogue } = store.shop;
    const [first, second, third] = productIds(store);
    catalogue.updateProduct(first ?? 0, { title: 'Renamed at the shop', tags: ['fresh'] });
    const variant = catalogue.product(second ?? 0)?.variants[1];
    catalogue.updateVariant(variant?.id ?? 0, { price: '123.45', cost: '6.70', weight: 2 });
    catalogue.createVariant(second ?? 0, { title: 'Third', sku: 'NEW-3' });
    catalogue.deleteProduct(third ?? 0);
    catalogue.createProduct({ title: 'Brand new', variants: [{ sku: 'NEW-1', price: '9.00' }] });
    await stage.copyFollows(store);
    expect((await stage.webhooks(store.storeId)).last_received_at).not.toBeNull();
    const { body } = await stage.call<{ results: { title: string }[] }>(
      'GET',
      '/products/search?type=name&query=Brand%20new',
    );
    expect(JSON.stringify(body)).toContain('Brand new');
  });

  it('a storm of 1,000 webhooks of one product is taken over by a few looks at the shop', async () => {
    const store = await toldStore();
    const [id = 0] = productIds(store);
    const before = looks(store);
    for (let index = 1; index <= 1_000; index += 1) {
      store.shop.catalogue.updateProduct(id, { title: `Title ${index}` });
    }
    await store.shop.webhooks.settled();
    expect(store.shop.webhooks.deliveries.filter(({ state }) => state === 'delivered')).toHaveLength(1_000);
    await stage.copyFollows(store);
    expect(looks(store) - before).toBeLessThan(100);
  }, 120_000);

  it('told in the wrong order, or deleted and made anew, ends as the shop has it', async () => {
    const store = await toldStore();
    const [first = 0, second = 0, third = 0] = productIds(store);
    const { catalogue, webhooks } = store.shop;
    webhooks.hold();
    catalogue.updateProduct(first, { title: 'One' });
    catalogue.updateProduct(first, { title: 'Two' });
    catalogue.updateProduct(second, { title: 'Last words' });
    catalogue.deleteProduct(second);
    const again = catalogue.createProduct({ title: 'Was deleted', variants: [{ sku: 'AGAIN' }] });
    catalogue.updateProduct(again.id, { title: 'Is back' });
    catalogue.deleteProduct(third);
    webhooks.release({ reversed: true });
    await stage.copyFollows(store);
  });

  it('of a product that is created and not there yet is found a moment later', async () => {
    const store = await toldStore();
    const { catalogue, webhooks } = store.shop;
    const next = catalogue.createProduct({ title: 'Measure' });
    const step = next.id - (productIds(store).at(-2) ?? 0);
    await stage.copyFollows(store);
    webhooks.announce({ topic: 'PRODUCTS_CREATE', payload: { id: next.id + step } });
    await expect.poll(() => looks(store), { timeout: 30_000 }).toBeGreaterThan(1);
    catalogue.createProduct({ title: 'Here by now' });
    await stage.copyFollows(store);
  });

  it('deletes only what the shop confirms to be gone', async () => {
    const store = await toldStore();
    const [id = 0] = productIds(store);
    store.shop.webhooks.announce({ topic: 'PRODUCTS_DELETE', payload: { id } });
    await store.shop.webhooks.settled();
    await stage.nothingWaits(store.storeId);
    expect(await readStoredCatalogue(stage.app.db, store.storeId)).toHaveLength(12);
  });

  it('of many products with very many variants is taken over in parts', async () => {
    const store = await toldStore({ products: 60, largeProducts: { count: 3, variants: 900 } });
    for (const id of productIds(store)) store.shop.catalogue.updateProduct(id, { vendor: 'Everywhere' });
    await stage.copyFollows(store);
  }, 120_000);
});

it('a shop that does not answer keeps no change of another store waiting, however much it tells', async () => {
  const [silent, other] = [await toldStore(), await toldStore()];
  const { simulator } = stage;
  const held = simulator.hold({
    when: 'before',
    shop: silent.shop.domain,
    match: 'nodes(',
    times: Number.POSITIVE_INFINITY,
  });
  const [ofSilent, ofOther] = [productIds(silent), productIds(other)];
  // More of them than a process has places for stores.
  for (let index = 0; index < 6; index += 1) {
    silent.shop.catalogue.updateProduct(ofSilent[index] ?? 0, { title: `Unheard ${index}` });
    other.shop.catalogue.updateProduct(ofOther[index] ?? 0, { title: `Heard ${index}` });
    await stage.copyFollows(other);
  }
  simulator.faults.clear();
  held.release();
  await stage.copyFollows(silent);
}, 120_000);

describe('a delivery that comes again', () => {
  it('changes nothing, however often', async () => {
    const store = await toldStore();
    const [id = 0] = productIds(store);
    store.shop.catalogue.updateProduct(id, { title: 'Once' });
    await stage.copyFollows(store);
    const [delivery] = store.shop.webhooks.deliveries;
    const before = looks(store);
    for (let index = 0; index < 5; index += 1) store.shop.webhooks.repeat(delivery?.id ?? '');
    await store.shop.webhooks.settled();
    expect(delivery).toMatchObject({ attempts: 6, status: 200 });
    expect(await stage.waiting(store.storeId)).toBe(0);
    expect(looks(store)).toBe(before);
  });
});

describe('while a full sync is under way', () => {
  it.each([
    { large: false, products: 160 },
    { large: true, products: 1_100 },
  ])('of $products products, nothing is lost and nothing resurrected', async ({ products, large }) => {
    const store = await toldStore({ products, variantsPerProduct: 1 });
    const { catalogue } = store.shop;
    const ids = productIds(store);
    catalogue.updateProduct(ids[1] ?? 0, { title: 'Changed before' });
    await stage.copyFollows(store);
    // The shop has answered with what it has now, and the answer is on its way.
    const match = large ? undefined : 'ProductsPage';
    const hold = stage.simulator.hold({
      shop: store.shop.domain,
      target: large ? 'download' : 'graphql',
      when: large ? 'before' : 'after',
      ...(match === undefined ? {} : { match }),
    });
    const started = await stage.call('POST', `/stores/${store.storeId}/sync-graphql`);
    expect(started.status).toBe(200);
    await hold.reached;
    const gone = ids[5] ?? 0;
    catalogue.updateProduct(ids[3] ?? 0, { title: 'Changed meanwhile' });
    catalogue.deleteProduct(gone);
    catalogue.createProduct({ title: 'Created meanwhile' });
    await store.shop.webhooks.settled();
    await stage.nothingWaits(store.storeId);
    hold.release();
    await expect
      .poll(async () => (await stage.call('GET', `/stores/${store.storeId}/sync/status`)).body, {
        timeout: 30_000,
      })
      .toMatchObject({ status: 'completed', message: 'Sync completed successfully' });
    const { body } = await stage.call<{ logs: unknown[] }>(
      'GET',
      `/stores/${store.storeId}/sync/logs?limit=1`,
    );
    expect(body.logs[0]).toMatchObject({
      gaps: [],
      counts: { removed: 0, held_back: 0 },
      stored_count: { products, variants: products },
    });
    const stored = await readStoredCatalogue(stage.app.db, store.storeId);
    expect(stored.map(({ sourceId }) => sourceId)).not.toContain(gid(gone));
    expect(stored).toHaveLength(products);
    await stage.copyFollows(store);
  });
});

describe('while an edit is on its way to the shop', () => {
  it('copy, shop and history agree in the end', async () => {
    const store = await toldStore();
    const { catalogue } = store.shop;
    const [id = 0, other = 0] = productIds(store);
    const { rows } = await stage.app.db.query<{ id: string }>(
      'select id from products where source_id = $1',
      [gid(id)],
    );
    // The shop has taken the edit over, and its answer is on its way.
    const hold = stage.simulator.hold({
      shop: store.shop.domain,
      match: 'productVariantsBulkUpdate',
      when: 'after',
    });
    const editing = stage.call<{ succeeded: number }>('POST', '/products/bulk-update', {
      products_to_update: [{ store_id: store.storeId, ...rows[0] }],
      attributes_to_set: { price: '77.70' },
    });
    await hold.reached;
    catalogue.updateProduct(id, { title: 'Renamed during the edit' });
    catalogue.updateProduct(other, { title: 'Renamed as well' });
    await store.shop.webhooks.settled();
    await expect
      .poll(async () => (await readStoredCatalogue(stage.app.db, store.storeId)).map(({ title }) => title), {
        timeout: 30_000,
      })
      .toContain('Renamed as well');
    hold.release();
    expect(await editing).toMatchObject({ status: 200, body: { succeeded: 2 } });
    await stage.copyFollows(store);
    expect(catalogueOf(store.shop).find(({ sourceId }) => sourceId === gid(id))?.variants[0]?.price).toBe(
      '77.70',
    );
    const { body } = await stage.call<{ total: number }>('GET', `/history?store_id=${store.storeId}`);
    expect(JSON.stringify(body)).toContain('77.70');
  });
});
