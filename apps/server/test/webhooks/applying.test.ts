import type { ArticleList } from '@storefleet/contract/articles/articles';
import type { ProductCollections } from '@storefleet/contract/catalogue/collections';
import type { Product } from '@storefleet/contract/catalogue/products/products';
import { webhookTopicsOf } from '@storefleet/contract/constants';
import type { HistoryPage } from '@storefleet/contract/edits/history';
import { describe, expect, it } from 'vitest';
import { catalogueOf } from '../../src/connectors/shopify/testing/simulated-shop.ts';
import type { ConnectedStore } from '../stores/shop-stage.ts';
import { createWebhooksStage, gid, productIds } from './webhooks-stage.ts';

const stage = await createWebhooksStage();
const { app, call, connectNotifyingShop, copyFollows, nothingWaits, readCopy, simulator, webhooks } = stage;

/** How often single products were fetched from the shop. */
function readings({ shop }: ConnectedStore): number {
  return shop.log.recent.filter(({ operation }) => operation === 'nodes').length;
}

describe('a change in the shop', () => {
  it('is in the copy within seconds, without a sync: changed, created, deleted, a cost', async () => {
    const store = await connectNotifyingShop();
    expect(await webhooks(store.storeId)).toMatchObject({
      enabled: true,
      active: true,
      unavailable_because: null,
      error: null,
      topics: webhookTopicsOf({ readsStock: false }).map((topic) => ({ topic, registered: true })),
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
    await copyFollows(store);
    expect((await webhooks(store.storeId)).last_received_at).not.toBeNull();
  });

  it('a storm of 120 webhooks about one product causes few fetches', async () => {
    const store = await connectNotifyingShop();
    const [id = 0] = productIds(store);
    const before = readings(store);
    for (let index = 1; index <= 120; index += 1) {
      store.shop.catalogue.updateProduct(id, { title: `Title ${index}` });
    }
    await store.shop.webhooks.settled();
    expect(store.shop.webhooks.deliveries.filter(({ state }) => state === 'delivered')).toHaveLength(120);
    await copyFollows(store);
    expect(readings(store) - before).toBeLessThan(40);
  }, 120_000);

  it('notified in the wrong order, or deleted and recreated, ends as in the shop', async () => {
    const store = await connectNotifyingShop();
    const [first = 0, second = 0, third = 0] = productIds(store);
    const { catalogue, webhooks: sent } = store.shop;
    sent.hold();
    catalogue.updateProduct(first, { title: 'One' });
    catalogue.updateProduct(first, { title: 'Two' });
    catalogue.updateProduct(second, { title: 'Last words' });
    catalogue.deleteProduct(second);
    const again = catalogue.createProduct({ title: 'Was deleted', variants: [{ sku: 'AGAIN' }] });
    catalogue.updateProduct(again.id, { title: 'Is back' });
    catalogue.deleteProduct(third);
    sent.release({ reversed: true });
    await copyFollows(store);
  });

  it('of a product that is created but not there yet is found a moment later', async () => {
    const store = await connectNotifyingShop();
    const { catalogue } = store.shop;
    const next = catalogue.createProduct({ title: 'Measure' });
    const step = next.id - (productIds(store).at(-2) ?? 0);
    await copyFollows(store);
    store.shop.webhooks.announce({ topic: 'PRODUCTS_CREATE', payload: { id: next.id + step } });
    await expect.poll(() => readings(store)).toBeGreaterThan(1);
    catalogue.createProduct({ title: 'Here by now' });
    await copyFollows(store);
  });

  it('deletes only what the shop confirms to be gone', async () => {
    const store = await connectNotifyingShop();
    const [id = 0] = productIds(store);
    store.shop.webhooks.announce({ topic: 'PRODUCTS_DELETE', payload: { id } });
    await store.shop.webhooks.settled();
    await nothingWaits(store.storeId);
    expect(await readCopy(store.storeId)).toHaveLength(12);
  });
});

it('updates articles in the transaction that writes their variants, like an edit', async () => {
  const store = await connectNotifyingShop({ products: 1 });
  const { catalogue } = store.shop;
  const { variants } = catalogue.createProduct({
    title: 'Kettle',
    variants: [{ sku: 'ART-1' }, { title: 'Other', sku: '', barcode: '96385074' }],
  });
  await copyFollows(store);
  // Writing a code without the matching article key fails at the commit.
  await app.db.query(`create function key_follows() returns trigger language plpgsql as $$ begin
    if exists (select from variants where id = new.id and article_key is distinct from
      coalesce('s:' || lower(nullif(sku, '')), 'b:' || barcode_key(barcode))
    ) then raise 'The article of % was left behind.', new.sku; end if; return null; end $$`);
  await app.db.query(`create constraint trigger key_follows after insert or update on variants
    deferrable initially deferred for each row execute function key_follows()`);
  const keys = async () =>
    (
      await app.db.query<{ article_key: string }>(
        `select article_key from variants v join products p on p.id = v.product_id
         where v.store_id = $1 and p.title = 'Kettle' order by v.position`,
        [store.storeId],
      )
    ).rows.map(({ article_key }) => article_key);
  const [first, second] = variants;
  expect(await keys()).toEqual(['s:art-1', 'b:00000096385074']);
  catalogue.updateVariant(first?.id ?? 0, { sku: 'Art-2' });
  catalogue.updateVariant(second?.id ?? 0, { barcode: '12345670' });
  await copyFollows(store);
  expect(await keys()).toEqual(['s:art-2', 'b:00000012345670']);

  const { rows } = await app.db.query<{ id: string; product_id: string }>(
    'select id, product_id from variants where article_key = any($1) order by position',
    [await keys()],
  );
  for (const [index, attributes_to_set] of [{ sku: 'ART-3' }, { barcode: '4006381333931' }].entries()) {
    const { id = '', product_id = '' } = rows[index] ?? {};
    const edit = {
      products_to_update: [{ id: product_id, selectedVariant: { id }, store_id: store.storeId }],
      attributes_to_set,
    };
    expect((await call('POST', '/products/bulk-update', edit)).status).toBe(200);
  }
  expect(await keys()).toEqual(['s:art-3', 'b:04006381333931']);
  expect((await call<ArticleList>('GET', '/articles?query=art-3')).body.articles).toHaveLength(1);
  await app.db.query('drop function key_follows cascade');
});

it('updates stock moved between locations without a sync, if stock per location is on', async () => {
  const store = await connectNotifyingShop({ products: 0, locations: ['Main street', 'Warehouse'] });
  const { catalogue, locations, webhooks: sent } = store.shop;
  const [variant] = catalogue.createProduct({ title: 'Mug', variants: [{ inventoryQuantity: 9 }] }).variants;
  await copyFollows(store);
  const topics = (readsStock: boolean) =>
    webhookTopicsOf({ readsStock }).map((topic) => ({ topic, registered: true }));
  await call('PUT', `/stores/${store.storeId}`, { stock_per_location: true });
  await expect.poll(() => webhooks(store.storeId)).toMatchObject({ active: true, topics: topics(true) });

  const quantities = async () => {
    await stage.hurry(store.storeId);
    const { rows } = await app.db.query<{ name: string; available: number }>(
      `select name, available from variant_stock join locations on locations.id = location_id
       where variant_stock.store_id = $1 order by name`,
      [store.storeId],
    );
    return rows.map(({ name, available }) => [name, available]);
  };
  const move = (...held: number[]) => {
    const stock = new Map(held.map((quantity, index) => [locations[index]?.id ?? 0, quantity]));
    catalogue.updateVariant(variant?.id ?? 0, { stock });
  };
  move(5, 4);
  move(2, 7);
  await expect.poll(quantities).toEqual([
    ['Main street', 2],
    ['Warehouse', 7],
  ]);
  move(9);
  await expect.poll(quantities).toEqual([['Main street', 9]]);
  const { data } = (await call<HistoryPage>('GET', `/history?store_id=${store.storeId}&source=webhook`)).body;
  expect(data[0]).toMatchObject({ attribute_changed: 'stock.Main street', old_value: '2', new_value: '9' });
  await sent.settled();
  const told = sent.deliveries.map(({ topic }) => topic);
  expect(told).toEqual(expect.arrayContaining(['inventory_levels/update', 'inventory_levels/disconnect']));

  await call('PUT', `/stores/${store.storeId}`, { stock_per_location: false });
  await expect.poll(() => store.shop.webhooks.subscriptions.length).toBe(topics(false).length);
  expect(await webhooks(store.storeId)).toMatchObject({ active: true, topics: topics(false) });
});

it('updates descriptions, images, collections and market prices without a sync, where they are read', async () => {
  const extras = { collections: [{ title: 'Gifts' }], priceLists: [{ name: 'Europe' }] };
  const store = await connectNotifyingShop({ products: 0, ...extras });
  const { catalogue, collections, priceLists } = store.shop;
  const image = { id: 1, name: 'mug.png', alt: '' };
  const given = { title: 'Mug', media: [image], variants: [{ sku: 'READ-ALL' }] };
  const { id, variants } = catalogue.createProduct({ ...given, descriptionHtml: '<p>Of clay.</p>' });
  const price = (amount: string) => {
    const fixed = { price: amount, compareAtPrice: null };
    for (const europe of priceLists.all) priceLists.set(europe, variants[0]?.id ?? 0, fixed);
  };
  price('9.50');
  await copyFollows(store);
  const reads = {
    reads_descriptions: true,
    reads_images: true,
    reads_collections: true,
    reads_price_lists: true,
  };
  expect((await call('PUT', `/stores/${store.storeId}`, reads)).status).toBe(200);
  const { rows } = await app.db.query<{ id: string }>('select id from products where source_id = $1', [
    gid(id),
  ]);
  const seen = async () => {
    await stage.hurry(store.storeId);
    const { body } = await call<Product>('GET', `/products/${rows[0]?.id}`);
    const { body: member } = await call<ProductCollections>('GET', `/products/${rows[0]?.id}/collections`);
    const handles = member.collections?.map(({ handle }) => handle);
    const [{ sku, list_prices } = {}] = body.variants;
    const onList = list_prices?.['list_price.Europe'];
    return [body.description, body.images?.map(({ alt }) => alt), handles, sku, onList];
  };
  catalogue.updateProduct(id, { tags: ['read again'] });
  await expect.poll(seen).toEqual(['<p>Of clay.</p>', [''], [], 'READ-ALL', '9.50']);
  // A change of members or fixed prices alone is not reported: it is read along with the product.
  price('9.75');
  for (const gifts of collections.all) collections.put(gifts, id, true);
  catalogue.updateProduct(id, {
    descriptionHtml: '<p>Of glass.</p>',
    media: [{ ...image, alt: 'Glass' }],
  });
  await expect.poll(seen).toEqual(['<p>Of glass.</p>', ['Glass'], ['gifts'], 'READ-ALL', '9.75']);
  const { data } = (await call<HistoryPage>('GET', `/history?store_id=${store.storeId}&source=webhook`)).body;
  const changed = data.map(({ attribute_changed: name }) => name).sort();
  expect(changed).toEqual(['collection.gifts', 'description', 'image_alts', 'list_price.Europe', 'tags']);

  await call('PUT', `/stores/${store.storeId}`, { reads_price_lists: false });
  catalogue.updateVariant(variants[0]?.id ?? 0, { sku: 'READ-LESS' });
  await expect.poll(seen).toContain('READ-LESS');
  expect((await seen()).at(-1)).toBe('9.75');
});

it('an unresponsive shop delays no other store, however much it sends', async () => {
  const [silent, other] = [await connectNotifyingShop(), await connectNotifyingShop()];
  const held = simulator.hold({
    when: 'before',
    shop: silent.shop.domain,
    match: 'nodes(',
    times: Number.POSITIVE_INFINITY,
  });
  const [ofSilent, ofOther] = [productIds(silent), productIds(other)];
  // More of them than a process has slots for stores.
  for (let index = 0; index < 6; index += 1) {
    silent.shop.catalogue.updateProduct(ofSilent[index] ?? 0, { title: `Unheard ${index}` });
    other.shop.catalogue.updateProduct(ofOther[index] ?? 0, { title: `Heard ${index}` });
    await copyFollows(other);
  }
  simulator.faults.clear();
  held.release();
  await copyFollows(silent);
}, 120_000);

it('a repeated delivery changes nothing', async () => {
  const store = await connectNotifyingShop();
  const [id = 0] = productIds(store);
  const { catalogue, webhooks: sent } = store.shop;
  catalogue.updateProduct(id, { title: 'Once' });
  await copyFollows(store);
  const [delivery] = sent.deliveries;
  const before = readings(store);
  for (let index = 0; index < 5; index += 1) sent.repeat(delivery?.id ?? '');
  await sent.settled();
  expect(delivery).toMatchObject({ attempts: 6, status: 200 });
  expect(await stage.waiting(store.storeId)).toBe(0);
  expect(readings(store)).toBe(before);
});

it.each([
  { products: 160, held: { match: 'ProductsPage', when: 'after' } },
  { products: 1_100, held: { target: 'download', when: 'before' } },
] as const)(
  'while a full sync of $products products is under way, nothing is lost and nothing resurrected',
  async ({ products, held }) => {
    const store = await connectNotifyingShop({ products, variantsPerProduct: 1 });
    const { catalogue } = store.shop;
    const ids = productIds(store);
    catalogue.updateProduct(ids[1] ?? 0, { title: 'Changed before' });
    await copyFollows(store);
    // The shop has answered with its current state, and the response is under way.
    const hold = simulator.hold({ shop: store.shop.domain, ...held });
    expect((await call('POST', `/stores/${store.storeId}/sync-graphql`)).status).toBe(200);
    await hold.reached;
    const gone = ids[5] ?? 0;
    catalogue.updateProduct(ids[3] ?? 0, { title: 'Changed meanwhile' });
    catalogue.deleteProduct(gone);
    catalogue.createProduct({ title: 'Created meanwhile' });
    await store.shop.webhooks.settled();
    await nothingWaits(store.storeId);
    hold.release();
    expect(await stage.untilSynced(store.storeId)).toMatchObject({
      status: 'completed',
      message: 'Sync completed successfully',
    });
    expect(await stage.lastLog(store.storeId)).toMatchObject({
      gaps: [],
      counts: { removed: 0, held_back: 0 },
      stored_count: { products, variants: products },
    });
    const stored = (await readCopy(store.storeId)).map(({ sourceId }) => sourceId);
    expect(stored).not.toContain(gid(gone));
    expect(stored).toHaveLength(products);
    await copyFollows(store);
  },
);

it('during an edit, copy, shop and history agree in the end', async () => {
  const store = await connectNotifyingShop();
  const { catalogue } = store.shop;
  const [id = 0, other = 0] = productIds(store);
  const { rows } = await app.db.query('select id from products where source_id = $1', [gid(id)]);
  // The shop has applied the edit, and its response is under way.
  const hold = simulator.hold({
    shop: store.shop.domain,
    match: 'productVariantsBulkUpdate',
    when: 'after',
  });
  const editing = call<{ succeeded: number }>('POST', '/products/bulk-update', {
    products_to_update: [{ store_id: store.storeId, ...rows[0] }],
    attributes_to_set: { price: '77.70' },
  });
  await hold.reached;
  catalogue.updateProduct(id, { title: 'Renamed during the edit' });
  catalogue.updateProduct(other, { title: 'Renamed as well' });
  await store.shop.webhooks.settled();
  const titles = async () => (await readCopy(store.storeId)).map(({ title }) => title);
  await expect.poll(titles).toContain('Renamed as well');
  hold.release();
  expect(await editing).toMatchObject({ status: 200, body: { succeeded: 2 } });
  await copyFollows(store);
  const product = catalogueOf(store.shop).find(({ sourceId }) => sourceId === gid(id));
  expect(product?.variants[0]?.price).toBe('77.70');
  expect((await call('GET', `/history?store_id=${store.storeId}`)).text).toContain('77.70');
});
