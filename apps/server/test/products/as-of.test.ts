import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type {
  Product,
  ProductDetail,
  ProductList,
  SearchResult,
} from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItemList } from '@storefleet/contract/edits/bulk-update-items';
import { closedAtEnd } from '@storefleet/test-support/closed-at-end';
import { createDataFolder, openTestDatabase } from '@storefleet/test-support/database';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, it } from 'vitest';
import { openMemoryStore } from '../bulk-updates/fake-shop.ts';
import { buildProduct, buildVariant } from '../sync/fake-source.ts';

const buildTent = () =>
  buildProduct('tent', {
    title: 'Tent',
    tags: ['camp'],
    variants: [
      buildVariant('tent-1', { sku: 'TENT-1', price: '100.00', cost: '60.00' }),
      buildVariant('tent-2', { sku: 'TENT-2', price: '150.00', cost: null, position: 2 }),
    ],
  });

/** PGlite is the same whatever TEST_DATABASE_URL names, and takes the longest. */
const DATABASES = process.env.TEST_DATABASE_URL
  ? (['PostgreSQL'] as const)
  : (['PostgreSQL', 'PGlite'] as const);

async function openPglite() {
  const folder = await mkdtemp(path.join(tmpdir(), 'sf-test-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return closedAtEnd(await createDataFolder(folder, 'pglite'));
}

describe.each(DATABASES)('on %s', async (kind) => {
  const db = kind === 'PostgreSQL' ? await openTestDatabase() : await openPglite();
  const { app, call, shop, store } = await openMemoryStore([buildTent()], { db });

  const search = (asOf: string, query = 'tent') =>
    call<SearchResult>(`/products/search?query=${query}&as_of=${encodeURIComponent(asOf)}`);
  const moment = () => new Date(Date.now() + 1).toISOString();

  async function preview(json: object) {
    const batch = await call<BulkUpdateBatch>('/products/bulk-updates/preview', json);
    const { items } = await call<BulkUpdateItemList>(`/products/bulk-updates/${batch.batch_id}/items`);
    return { batch, items };
  }
  const problemOf = async (json: object) => {
    const { status, body } = await app.call('POST', '/products/bulk-updates/preview', json);
    return { status, detail: body.detail };
  };

  /** After the first sync. */
  const synced = moment();
  const tent = (await call<SearchResult>('/products/search?query=tent')).results[0]?.product as Product;
  const named = [{ store_id: store.id, id: tent.id }];
  for (const price of ['110.00', '120.00']) {
    const selectedVariant = { id: tent.variants[0]?.id };
    await call('/products/bulk-update', {
      products_to_update: [{ ...named[0], selectedVariant, attributes_to_set: { price } }],
      attributes_to_set: { title: `Tent for ${price}`, tags: ['sale'] },
    });
  }
  const edited = moment();
  shop.set('tent-2', 'price', '175.00');
  shop.source.products[0]?.variants.push(
    buildVariant('tent-3', { sku: 'TENT-3', price: '9.00', position: 3 }),
  );
  shop.source.products.push(buildProduct('peg', { title: 'Peg of a tent' }));
  await app.sync(store.id);
  /** After the shop's own change. */
  const found = moment();

  it('a search returns past and current values, and which are uncertain', async () => {
    const { results, as_of, pagination } = await search(synced);
    expect(as_of).toEqual({ as_of: synced, complete_since: expect.any(String) });
    expect(Date.parse(as_of?.complete_since ?? '')).toBeLessThan(Date.parse(synced));
    const was = results.find(({ product }) => product.id === tent.id)?.product;
    expect(was).toMatchObject({
      title: 'Tent',
      tags: ['camp'],
      past: { existed: true, now: { title: 'Tent for 120.00', tags: 'sale' }, uncertain: [] },
    });
    expect(
      was?.variants.map(({ price, past }) => [price, past?.existed, past?.now, past?.uncertain]),
    ).toEqual([
      ['100.00', true, { price: '120.00' }, []],
      ['150.00', true, { price: '175.00' }, ['price']],
      ['9.00', false, {}, []],
    ]);
    // Later products are still found by the current catalogue, with the time they were first seen.
    const peg = results.find(({ product }) => product.title === 'Peg of a tent')?.product;
    expect(peg?.past).toMatchObject({ existed: false, now: {} });
    expect(Date.parse(peg?.past?.first_seen ?? '')).toBeGreaterThan(Date.parse(edited));
    expect(pagination.total).toBe(2);
  });

  it('search terms apply to the current catalogue', async () => {
    expect((await search(synced, 'tent%20for')).results[0]?.product.title).toBe('Tent');
  });

  it('a product is returned as it was, with any offset', async () => {
    const local = new Date(Date.parse(edited) + 3_600_000).toISOString().replace('Z', '+01:00');
    const product = await call<ProductDetail>(`/products/${tent.id}?as_of=${encodeURIComponent(local)}`);
    expect(product).toMatchObject({ title: 'Tent for 120.00', as_of: { as_of: edited } });
    expect(product.variants.map(({ price }) => price)).toEqual(['120.00', '150.00', '9.00']);
    const path = `/products/stores/${store.id}?as_of=${encodeURIComponent(edited)}`;
    const { products, as_of } = await call<ProductList>(path);
    const listed = products.find(({ id }) => id === tent.id);
    expect([listed?.title, listed?.variants, as_of?.as_of]).toEqual([
      'Tent for 120.00',
      product.variants,
      edited,
    ]);
    const now = await call<ProductDetail>(`/products/${tent.id}`);
    expect([now.past, now.as_of, now.variants[1]?.price]).toEqual([undefined, undefined, '175.00']);
  });

  it('after the last change everything is as it is now', async () => {
    const [product] = (await search(found)).results.map((result) => result.product);
    expect(product).toMatchObject({ title: 'Tent for 120.00', past: { existed: true, now: {} } });
  });

  it('a file has the past values, and their time', async () => {
    const response = await app.fetchApi(`/products/export?query=tent&as_of=${encodeURIComponent(synced)}`);
    expect(response.headers.get('content-disposition')).toContain(
      `products-as-of-${synced.slice(0, 16).replace('T', '-').replace(':', '')}.csv`,
    );
    const rows: Record<string, string>[] = parse(await response.text(), { columns: true, bom: true });
    expect(rows.map((row) => [row.Title, row.Tags, row['Variant SKU'], row['Variant Price']])).toEqual([
      ['Tent', 'camp', 'TENT-1', '100.00'],
      ['', '', 'TENT-2', '150.00'],
    ]);
    expect(rows[0]?.['Storefleet As Of']).toBe(synced);
  });

  it.each(['yesterday', '2026-11-12', '2026-11-12T14:00:00'])('as_of=%s is refused', async (asOf) => {
    const response = await app.fetchApi(`/products/search?query=tent&as_of=${asOf}`);
    expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
      400,
      expect.stringContaining('Must be a time with its offset'),
    ]);
  });

  it.each(['search?query=tent&', 'export?query=tent&', '$product?', 'stores/$store?'])(
    'the future is refused at /products/%s',
    async (path) => {
      const address = path.replace('$product', tent.id).replace('$store', store.id);
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
      const { status, body } = await app.call('GET', `/products/${address}as_of=${tomorrow}`);
      expect([status, body.detail]).toEqual([400, expect.stringContaining('Must be in the past.')]);
    },
  );

  it('a restore plans what was different, and uncertain values only on request', async () => {
    const restore = { as_of: synced };
    const { batch, items } = await preview({ products_to_update: named, restore });
    expect(batch).toMatchObject({ status: 'planned', origin: 'undo', total: 3, failed: 1 });
    expect(batch.title).toMatch(/^Restore to \d+ \w+ \d{4} \d\d:\d\d UTC, /);
    expect(items.map(({ changes }) => changes)).toEqual([
      [
        { attribute: 'title', old_value: 'Tent for 120.00', new_value: 'Tent' },
        { attribute: 'tags', old_value: 'sale', new_value: 'camp' },
      ],
      [{ attribute: 'price', old_value: '120.00', new_value: '100.00' }],
      [],
    ]);
    expect(items[2]?.error).toContain('Price is left as it is: what it was then is not certain');
    const search = { query: 'tent' };
    const whole = await preview({ search, restore: { ...restore, include_uncertain: true } });
    expect([whole.batch.failed, whole.items.at(-1)?.changes]).toEqual([
      0,
      [{ attribute: 'price', old_value: '175.00', new_value: '150.00' }],
    ]);
  });

  it('is titled with the requester’s local time and the search', async () => {
    const restore = { as_of: synced.replace('Z', '+00:00') };
    const { batch } = await preview({ search: { query: 'tent' }, restore });
    const expected = new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'UTC',
    });
    const words = expected.format(new Date(synced)).replace(',', '');
    expect(batch.title).toContain(`Restore to ${words}, “tent”`);
  });

  it('values that are still the same are no plan, and other values in a restore are refused', async () => {
    expect(await problemOf({ products_to_update: named, restore: { as_of: found } })).toEqual({
      status: 400,
      detail: expect.stringContaining('According to the history, none of these values was different then.'),
    });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect(await problemOf({ products_to_update: named, restore: { as_of: tomorrow } })).toMatchObject({
      status: 400,
    });
    const both = { restore: { as_of: synced }, attributes_to_set: { price: 1 } };
    expect(await problemOf({ products_to_update: named, ...both })).toMatchObject({
      status: 400,
      detail: expect.stringContaining('A restore takes no other values.'),
    });
  });

  it('reports named products that no longer exist', async () => {
    const [first] = named;
    const gone = { ...first, selectedVariant: { id: '01a1fc00-0000-7000-8000-0000000000ff' } };
    const { items } = await preview({ products_to_update: [gone], restore: { as_of: synced } });
    expect(items.map(({ error }) => error)).toContainEqual(
      expect.stringContaining('This variant does not exist any more.'),
    );
  });

  it('the plan is written to the store, and recorded in the history like every change', async () => {
    const restore = { as_of: synced, include_uncertain: true };
    const { batch } = await preview({ search: { query: 'tent' }, restore });
    await call(`/products/bulk-updates/${batch.batch_id}/apply`, {});
    expect((await app.untilEnded(batch.batch_id)).status).toBe('completed');
    expect([shop.get('tent', 'title'), shop.get('tent-1', 'price'), shop.get('tent-2', 'price')]).toEqual([
      'Tent',
      '100.00',
      '150.00',
    ]);
    // The moment before it is known, too.
    const before = await call<ProductDetail>(`/products/${tent.id}?as_of=${encodeURIComponent(found)}`);
    expect(before.variants.map(({ price }) => price)).toEqual(['120.00', '175.00', '9.00']);
  });
});
