import type { HealthReport } from '@storefleet/contract/catalogue/health/health';
import type { Facets, Product, SearchResult } from '@storefleet/contract/catalogue/products';
import type { Picture } from '@storefleet/shopify-simulator/catalogue/model';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { type ConnectedStore, createShopStage } from '../stores/shop-stage.ts';
import { readRowVersions } from '../sync/catalogue.ts';
import { addProduct, addStore } from './catalogue.ts';

const stage = await createShopStage();
afterAll(() => stage.close());
const { app, call } = stage;

const FRONT: Picture = { id: 1, name: 'clay-mug_1.png', alt: 'A mug of clay' };
const BACK: Picture = { id: 2, name: 'clay-mug_2.png', alt: '' };
let store: ConnectedStore;
let mugId = 0;

async function sync(path = 'sync-graphql') {
  await call('POST', `/stores/${store.storeId}/${path}`);
  expect(await stage.untilSynced(store.storeId)).toMatchObject({ status: 'completed', error_message: null });
}

async function found(filter: string): Promise<Product[]> {
  const { body } = await call<SearchResult>('GET', `/products/search?query=&filter=${filter}&sort_by=title`);
  return body.results.map(({ product }) => product);
}
const titles = async (filter: string) => (await found(filter)).map(({ title }) => title);
async function read(title: string): Promise<Product> {
  const shown = (await found('price:>=0')).find((product) => product.title === title);
  return (await call<Product>('GET', `/products/${shown?.id}`)).body;
}
const address = ({ name }: Picture) => `${store.shop.origin}/cdn/shop/files/${name}?v=1577836800`;

beforeEach(async () => {
  if (mugId !== 0) return;
  store = await stage.connectShop({ products: 0 });
  const { catalogue } = store.shop;
  mugId = catalogue.createProduct({ title: 'Mug', media: [FRONT, BACK] }).id;
  catalogue.createProduct({ title: 'Bowl' });
  // A source without images, which no sync requests.
  await addProduct(app.db, await addStore(app.db, 'Tables'), 'Tray', [{ price: '1' }]);
  await sync();
});

it('a search has the address of the first image, and a product the other media data', async () => {
  const [bowl, mug, tray] = await found('price:>=0');
  expect([mug?.image_url, mug?.media]).toEqual([address(FRONT), undefined]);
  for (const product of [bowl, tray]) expect(product).not.toHaveProperty('image_url');
  const media = { count: 2, alt: 'A mug of clay', width: expect.any(Number), height: expect.any(Number) };
  expect(await read('Mug')).toMatchObject({ image_url: address(FRONT), media });
  expect((await read('Bowl')).media).toEqual({ count: 0, alt: null, width: null, height: null });
  expect(await read('Tray')).not.toHaveProperty('media');
});

it('products without an image are found, offered and counted, if the source has images at all', async () => {
  expect(await titles('no:image')).toEqual(['Bowl']);
  expect(await titles('-no:image')).toEqual(['Mug', 'Tray']);
  expect(await titles('no:image%20price:>=0')).toEqual(['Bowl']);
  for (const search of ['', '&filter=no:image', '&filter=price:>=0']) {
    const { flags } = (await call<Facets>('GET', `/products/facets?query=${search}`)).body;
    expect(flags?.no_image, search).toBe(1);
  }
  const { findings } = (await call<HealthReport>('GET', '/health/findings')).body;
  expect(findings.find(({ id }) => id === 'no_image')).toMatchObject({
    products: 1,
    stores: [{ store_id: store.storeId, products: 1 }],
  });
});

it.each(['sync-graphql', 'sync'])('are not rewritten without a change: %s', async (path) => {
  const before = await readRowVersions(app.db, store.storeId);
  await sync(path);
  expect(await readRowVersions(app.db, store.storeId)).toEqual(before);
});

it.each(['sync-graphql', 'sync', 'sync-changes'])('follow changes in the shop: %s', async (path) => {
  const change = async (media: Picture[]) => {
    store.shop.catalogue.updateProduct(mugId, { media });
    await sync(path);
    return read('Mug');
  };
  expect(await change([BACK, FRONT])).toMatchObject({
    image_url: address(BACK),
    media: { count: 2, alt: null },
  });
  expect(await change([{ ...BACK, alt: 'From behind' }])).toMatchObject({
    media: { count: 1, alt: 'From behind' },
  });
  expect(await change([])).not.toHaveProperty('image_url');
  expect(await titles('no:image')).toEqual(['Bowl', 'Mug']);
  expect(await change([FRONT, BACK])).toMatchObject({ image_url: address(FRONT) });
});

it('a product whose images were never read lacks none, until the next sync', async () => {
  await app.db.query(
    `update products set media_count = null, content_hash = 'of before' where title = 'Bowl'`,
  );
  await app.db.query('update product_filter_values set media_count = null');
  expect(await titles('no:image')).toEqual([]);
  await sync();
  expect(await titles('no:image')).toEqual(['Bowl']);
});

it('an edit does not change the image data', async () => {
  const { id } = await read('Bowl');
  await call('POST', '/products/bulk-update', {
    products_to_update: [{ store_id: store.storeId, id }],
    attributes_to_set: { title: 'Big Bowl', price: '3' },
  });
  expect(await titles('no:image')).toEqual(['Big Bowl']);
  await sync();
  expect(await titles('no:image')).toEqual(['Big Bowl']);
});
