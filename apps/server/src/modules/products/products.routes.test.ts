import type { ProductDetail, ProductList, SearchResult } from '@storefleet/contract/products';
import { createTestApp, type TestApp } from '@storefleet/test-support/app';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addProduct, addStore } from '../../../test/products/catalogue.ts';

let app: TestApp;
let storeId: string;
let productId: string;

beforeAll(async () => {
  app = await createTestApp();
  storeId = await addStore(app.db, 'Atlas', 'EUR');
  productId = await addProduct(app.db, storeId, 'Tent 50%', [{ sku: 'T-1', price: '120.50' }]);
});
afterAll(() => app.close());

async function get<T>(path: string) {
  const response = await app.fetchApi(path);
  return {
    status: response.status,
    body: (await response.json()) as T & { detail: string; errors: { path: string; message: string }[] },
  };
}

const search = (params: Record<string, string>) =>
  get<SearchResult>(`/products/search?${new URLSearchParams(params)}`);

describe('GET /products/search', () => {
  it('answers in the shape of the contract', async () => {
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
      pagination: { total: 1, limit: 50, offset: 0, has_more: false },
    });
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
  ])('refuses a bad %s with a sentence', async (path, params, message) => {
    const { status, body } = await search(params);
    expect([status, body.errors]).toEqual([400, [{ path, message }]]);
  });

  it('wants a sign-in', async () => {
    const response = await app.fetchApi('/products/search?query=tent', { token: null });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      401,
      'application/problem+json; charset=utf-8',
    ]);
  });
});

describe('GET /products/stores/{storeId}', () => {
  it('lists the products of the store', async () => {
    const { body } = await get<ProductList>(`/products/stores/${storeId}`);
    expect(body.products.map(({ title }) => title)).toEqual(['Tent 50%']);
    expect(body.pagination).toMatchObject({ total: 1, limit: 250, has_more: false });
  });

  it('is 404 for an unknown store', async () => {
    const { status, body } = await get(`/products/stores/${uuidv7()}`);
    expect([status, body.detail]).toEqual([404, 'Store not found!']);
  });
});

describe('GET /products/{productId}', () => {
  it('answers the product with every variant and the currency of its store', async () => {
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

  it('answers all of 2,048 variants in their order', async () => {
    const variants = Array.from({ length: 2_048 }, (_, index) => ({ sku: `V-${index}` }));
    const id = await addProduct(app.db, storeId, 'Screws', variants);
    const { body } = await get<ProductDetail>(`/products/${id}`);
    expect(body.variants.map(({ sku }) => sku)).toEqual(variants.map(({ sku }) => sku));
  });

  it('is 404 for a product that is gone, and says so', async () => {
    const { status, body } = await get(`/products/${uuidv7()}`);
    expect([status, body.detail]).toEqual([404, 'This product does not exist any more.']);
  });

  it('refuses what cannot be an id', async () => {
    const { status, body } = await get('/products/1');
    expect([status, body.errors]).toEqual([400, [{ path: 'productId', message: 'This is not a valid id.' }]]);
  });
});
