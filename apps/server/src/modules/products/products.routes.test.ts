import type {
  ProductDetail,
  ProductList,
  SearchResult,
} from '@storefleet/contract/catalogue/products/products';
import { openTestApp } from '@storefleet/test-support/app';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { addProduct, addStore } from '../../../test/products/catalogue.ts';

const app = await openTestApp();
const storeId = await addStore(app.db, 'Atlas', 'EUR');
const productId = await addProduct(app.db, storeId, 'Tent 50%', [{ sku: 'T-1', price: '120.50' }]);

const get = <T>(path: string) => app.call<T>('GET', path);

const search = (params: Record<string, string>) =>
  get<SearchResult>(`/products/search?${new URLSearchParams(params)}`);

describe('GET /products/search', () => {
  it('matches the contract', async () => {
    const { status, body } = await search({ query: '50%' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      results: [
        {
          store_id: storeId,
          store_name: 'Atlas',
          store_currency: 'EUR',
          product: { title: 'Tent 50%', variants: [{ sku: 'T-1', price: '120.50' }] },
        },
      ],
      pagination: { total: 1, more_than_total: false, limit: 50, offset: 0, has_more: false },
    });
  });

  it('filters by one or several stores and by type, and takes an offset', async () => {
    const [birch, cedar] = [await addStore(app.db, 'Birch'), await addStore(app.db, 'Cedar')];
    await addProduct(app.db, birch, 'Lamp A', [{ sku: 'L-1' }]);
    await addProduct(app.db, cedar, 'Lamp B', [{ sku: 'L-2' }]);
    await addProduct(app.db, storeId, 'Lamp C', [{ sku: 'L-3' }]);
    const titles = async (params: Record<string, string>) => {
      const { body } = await search({ sort_by: 'title', ...params });
      return [body.results.map(({ product }) => product.title), body.pagination.total];
    };
    expect(await titles({ query: 'lamp' })).toEqual([['Lamp A', 'Lamp B', 'Lamp C'], 3]);
    expect(await titles({ query: 'lamp', store_id: birch })).toEqual([['Lamp A'], 1]);
    expect(await titles({ query: 'lamp', store_ids: `${birch},${cedar}` })).toEqual([
      ['Lamp A', 'Lamp B'],
      2,
    ]);
    expect(await titles({ query: 'l-2', type: 'sku' })).toEqual([['Lamp B'], 1]);
    expect(await titles({ query: 'l-2', type: 'name' })).toEqual([[], 0]);
    expect(await titles({ query: 'lamp', limit: '1', offset: '1' })).toEqual([['Lamp B'], 3]);
    expect(await titles({ query: 'lamp', sort_direction: 'desc', limit: '1' })).toEqual([['Lamp C'], 3]);
  });

  it('finds nothing in unknown stores and in an empty list of stores', async () => {
    for (const storeIds of [uuidv7(), '__EMPTY__', '']) {
      const { status, body } = await search({ query: 'tent', store_ids: storeIds });
      expect([status, body.pagination.total, body.results]).toEqual([200, 0, []]);
    }
  });

  it.each([
    ['query', { query: '   ' }, 'Enter a search term.'],
    ['query', { query: 'x'.repeat(10_000) }, 'Search for at most 200 characters.'],
    ['query', { query: '界'.repeat(10_000) }, 'Search for at most 200 characters.'],
    ['offset', { query: 'tent', offset: '-1' }, 'offset must be a whole number of at least 0.'],
    ['limit', { query: 'tent', limit: '5001' }, 'limit must be a whole number from 1 to 5000.'],
    ['type', { query: 'tent', type: 'colour' }, 'type must be name, sku or barcode.'],
    [
      'store_ids.0',
      { query: 'tent', store_ids: 'abc' },
      'store_ids must be a comma-separated list of store ids.',
    ],
  ])('refuses an invalid %s with a sentence', async (path, params, message) => {
    const { status, body } = await search(params);
    expect([status, body.errors]).toEqual([400, [{ path, message }]]);
  });
});

describe('GET /products/stores/{storeId}', () => {
  it('returns every field of a product and of a variant', async () => {
    const id = await addProduct(app.db, storeId, 'Stove', [
      { title: 'Large', sku: 'S-1', barcode: '4006381333931', price: '89.90', cost: '41.25' },
    ]);
    await app.db.query(
      `update variants set compare_at_price = 99.00, inventory_quantity = 7, weight = 1.25, weight_unit = 'kg'
        where product_id = $1`,
      [id],
    );
    const { body } = await get<ProductList>(`/products/stores/${storeId}`);
    expect(body.products.find((product) => product.id === id)).toMatchObject({
      id,
      shopify_id: `gid://shopify/Product/${id}`,
      shopify_product_id: id,
      store_id: storeId,
      store_name: 'Atlas',
      title: 'Stove',
      variants: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          shopify_id: expect.stringMatching(/^gid:\/\/shopify\/ProductVariant\//),
          title: 'Large',
          barcode: '4006381333931',
          sku: 'S-1',
          price: '89.90',
          cost: '41.25',
          compare_at_price: '99.00',
          inventory_quantity: 7,
          weight: '1.25',
          weight_unit: 'kg',
        },
      ],
    });
  });

  it('is 404 for an unknown store', async () => {
    const { status, body } = await get(`/products/stores/${uuidv7()}`);
    expect([status, body.detail]).toEqual([404, 'Store not found!']);
  });
});

describe('GET /products/{productId}', () => {
  it('returns the product with every variant and the currency of its store', async () => {
    const { status, body } = await get<ProductDetail>(`/products/${productId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: productId,
      store_id: storeId,
      store_name: 'Atlas',
      store_currency: 'EUR',
      title: 'Tent 50%',
      description: null,
      variants: [{ sku: 'T-1', price: '120.50', compare_at_price: null }],
    });
  });

  it('returns all of 2,048 variants in order', async () => {
    const variants = Array.from({ length: 2_048 }, (_, index) => ({ sku: `V-${index}` }));
    const id = await addProduct(app.db, storeId, 'Screws', variants);
    const { body } = await get<ProductDetail>(`/products/${id}`);
    expect(body.variants.map(({ sku }) => sku)).toEqual(variants.map(({ sku }) => sku));
  });

  it('is 404 as soon as its store is deleted, even before its rows are', async () => {
    const closing = await addStore(app.db, 'Closing');
    const id = await addProduct(app.db, closing, 'Last Hat', [{ sku: 'HAT' }]);
    expect((await get(`/products/${id}`)).status).toBe(200);
    await app.db.query('update stores set deleted_at = now() where id = $1', [closing]);
    expect((await get(`/products/${id}`)).status).toBe(404);
  });

  it('is 404 for a deleted product, with a sentence', async () => {
    const { status, body } = await get(`/products/${uuidv7()}`);
    expect([status, body.detail]).toEqual([404, 'This product does not exist any more.']);
  });
});
