import type { CounterpartList, ProductAtSource } from '@storefleet/contract/catalogue/products/product-page';
import type { SearchResult } from '@storefleet/contract/catalogue/products/products';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { openMemoryStore } from '../bulk-updates/fake-shop.ts';
import { buildProduct, buildVariant } from '../sync/fake-source.ts';
import { addProduct, addStore } from './catalogue.ts';

const { app, call, shop } = await openMemoryStore([
  buildProduct('tent', {
    title: 'Tent',
    variants: [
      buildVariant('tent-1', { sku: 'TENT-1', barcode: '036000291452', price: '129.90' }),
      buildVariant('tent-2', { sku: 'TENT-2', barcode: null, price: '149.90' }),
    ],
  }),
]);
const { results } = await call<SearchResult>('/products/search?query=tent');
const [found] = results;
const tent = {
  id: found?.product.id ?? '',
  variants: found?.product.variants.map(({ id }) => id) ?? [],
};

it('lists who else has a variant’s SKU or barcode, in any spelling', async () => {
  const berlin = await addStore(app.db, 'Berlin', 'EUR');
  const closed = await addStore(app.db, 'Closed');
  await app.db.query('update stores set deleted_at = now() where id = $1', [closed]);
  await addProduct(app.db, closed, 'Of a deleted store', [{ sku: 'TENT-1' }]);
  await addProduct(app.db, berlin, 'Longer codes', [{ sku: 'TENT-11', barcode: '4036000291452' }]);
  const both = await addProduct(app.db, berlin, 'Zelt', [
    { title: 'Same', sku: 'tent-1', barcode: '0036000291452', price: '119.00' },
    { title: 'Other', sku: 'X-1' },
  ]);
  const second = await addProduct(app.db, berlin, 'Zelt 2', [{ sku: 'TENT-2' }]);

  const { counterparts, more } = await call<CounterpartList>(`/products/${tent.id}/counterparts`);
  expect(more).toBe(false);
  expect(counterparts).toMatchObject([
    {
      variant_id: tent.variants[0],
      shares: ['sku', 'barcode'],
      product_id: both,
      store_name: 'Berlin',
      store_currency: 'EUR',
      variant: { title: 'Same', price: '119.00' },
    },
    { variant_id: tent.variants[1], shares: ['sku'], product_id: second },
  ]);
  const ofSecond = await call<CounterpartList>(`/products/${tent.id}/counterparts?offset=1`);
  expect(ofSecond.counterparts.map(({ product_id }) => product_id)).toEqual([second]);
});

it('returns the store’s current values, without changing our copy', async () => {
  shop.set('tent-1', 'price', '99.00');
  const [product] = shop.source.products;
  product?.variants.pop();
  const held = await call<ProductAtSource>(`/products/${tent.id}/source`);
  expect(held.product).toMatchObject({ title: 'Tent' });
  expect(held.variants).toMatchObject([
    { variant_id: tent.variants[0], values: { price: '99.00', sku: 'TENT-1' } },
    { variant_id: tent.variants[1], values: null },
  ]);
  const { results } = await call<SearchResult>('/products/search?query=tent-1&type=sku');
  expect(results.find(({ product }) => product.id === tent.id)?.product.variants[0]?.price).toBe('129.90');
});

it.each(['counterparts', 'source'])('refuses %s of an unknown product', async (call) => {
  const response = await app.fetchApi(`/products/${uuidv7()}/${call}`);
  expect(response.status).toBe(404);
});
