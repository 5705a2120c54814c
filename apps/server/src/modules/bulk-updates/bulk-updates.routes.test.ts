import type { ProblemDetails } from '@storefleet/contract/api/common';
import type { Product, ProductList } from '@storefleet/contract/catalogue/products/products';
import type {
  BulkUpdateBatch,
  BulkUpdateBatchList,
  BulkUpdateResult,
} from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItemList } from '@storefleet/contract/edits/bulk-update-items';
import type { StoreEditing } from '@storefleet/contract/stores/store-editing';
import { startShopifySimulator } from '@storefleet/shopify-simulator/server';
import { openTestApp } from '@storefleet/test-support/app';
import { closedAtEnd } from '@storefleet/test-support/closed-at-end';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TOKEN } from '../../connectors/shopify/testing/simulated-shop.ts';

const simulator = closedAtEnd(await startShopifySimulator());
const app = await openTestApp({
  environment: { SHOPIFY_ALLOWED_HOSTS: `*.localhost:${simulator.port}` },
});
const atlas = await connectShop('Atlas', { products: 60, variantsPerProduct: 2 });
const products = await catalogue(atlas.storeId);
beforeEach(async () => {
  simulator.faults.clear();
  await app.db.query('delete from edit_batches');
});

function call<Body>(method: string, path: string, json?: unknown, headers: Record<string, string> = {}) {
  return app.call<Body>(method, path, json, { headers });
}

async function connectShop(name: string, options: { products: number; variantsPerProduct: number }) {
  const domain = `${name.toLowerCase()}.localhost`;
  const shop = simulator.addShop({ domain, token: TOKEN, plan: 'Plus', ...options });
  const { body } = await call<{ id: string }>('POST', '/stores', {
    shop_name: name,
    shop_url: `${domain}:${simulator.port}`,
    access_token: TOKEN,
    api_version: '2026-10',
  });
  await app.sync(body.id);
  return { shop, storeId: body.id };
}

async function catalogue(storeId: string): Promise<Product[]> {
  const { body } = await call<ProductList>('GET', `/products/stores/${storeId}?limit=250`);
  return body.products;
}

function referenceTo(index: number, variant = 0) {
  const product = products[index];
  const selected = product?.variants[variant];
  if (!product || !selected) throw new Error(`There is no product ${index} with variant ${variant}.`);
  return {
    store_id: product.store_id,
    id: product.id,
    shopify_id: product.shopify_id,
    selectedVariant: { id: selected.id, shopify_id: selected.shopify_id },
  };
}

const allVariants = () =>
  products.map(({ id, store_id, shopify_id }) => ({ id, store_id, shopify_id, selectedVariant: null }));

type EditAnswer = Omit<BulkUpdateResult, 'errors'> &
  Pick<ProblemDetails, 'detail'> & { readonly errors: readonly unknown[] };
type Reference = { readonly store_id: string; readonly id: string };

const edit = (products_to_update: readonly Reference[], attributes_to_set: object, prefer?: string) =>
  call<EditAnswer>(
    'POST',
    '/products/bulk-update',
    { products_to_update, attributes_to_set },
    prefer === undefined ? {} : { prefer },
  );
const editingOf = (storeId: string) => call<StoreEditing>('GET', `/stores/${storeId}/editing`);
const previewOf = (json: object) => call<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', json);
const onBatch = (method: 'GET' | 'POST' | 'DELETE', batchId: string, what = '', json?: object) =>
  call<BulkUpdateBatch>(method, `/products/bulk-updates/${batchId}${what}`, json);
const stored = async (table: 'edit_batches' | 'edit_items') =>
  (await app.db.query(`select id from ${table}`)).rows;

/** The statements sent meanwhile, without those of the job queue and of timed polls. */
async function statementsDuring(work: () => Promise<unknown>) {
  const statements: string[] = [];
  let durableCommits = 0;
  let isInTransaction = false;
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  for (const [statement] of query.mock.calls as unknown[][]) {
    const text = typeof statement === 'string' ? statement : String((statement as { text: string }).text);
    if (/jobs\.|"isBlocked"/.test(text)) continue;
    statements.push(text);
    const writes = /\b(insert into|update|delete from)\b/.test(text) && !/synchronous_commit/.test(text);
    if (text === 'begin') isInTransaction = true;
    else if (text === 'commit' || (writes && !isInTransaction)) durableCommits += 1;
    if (text === 'commit') isInTransaction = false;
  }
  query.mockRestore();
  return { statements: statements.length, durableCommits };
}

describe('POST /products/bulk-update', () => {
  it('of one variant takes few statements, and waits for the disk twice', async () => {
    const taken: { statements: number; durableCommits: number }[] = [];
    for (const price of ['51.00', '52.00', '53.00']) {
      taken.push(await statementsDuring(() => edit([referenceTo(0)], { price }, 'respond-async, wait=10')));
    }
    // Background work occasionally adds some.
    const fewest = (of: (counts: { statements: number; durableCommits: number }) => number) =>
      Math.min(...taken.map(of));
    // One of them records the call for the audit log, and does not wait for the disk.
    expect(fewest(({ statements }) => statements)).toBeLessThanOrEqual(16);
    expect(fewest(({ durableCommits }) => durableCommits)).toBe(2);
  });

  it('returns the specification’s shape with the batch, and updates shop and copy', async () => {
    const values = { price: 1234.5, barcode: '4006381333931' };
    const { status, body } = await edit([referenceTo(0), referenceTo(1)], values);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      succeeded: 2,
      failed: 0,
      unchanged: 0,
      errors: [],
      batch_id: expect.any(String),
    });
    const [first] = await catalogue(atlas.storeId);
    expect(first?.variants[0]).toMatchObject({ price: '1234.50', barcode: '4006381333931' });
    const written = atlas.shop.writes.of(referenceTo(0).selectedVariant.shopify_id, 'price');
    expect(written.at(-1)?.value).toBe('1234.50');
  });

  it('reports a conflict with the value seen and the shop’s value, and continues with the rest', async () => {
    const seen = { ...referenceTo(2), based_on: { price: '1.23' } };
    const own = { ...referenceTo(3), attributes_to_set: { price: '77.00' } };
    const { body } = await edit([seen, own], { price: '88.00' });
    const product = products[2];
    expect(body).toMatchObject({
      success: false,
      succeeded: 1,
      failed: 1,
      errors: [
        {
          store_id: atlas.storeId,
          product_id: product?.id,
          variant_id: seen.selectedVariant.id,
          attribute: 'price',
          conflict: { based_on: '1.23', current: product?.variants[0]?.price },
        },
      ],
    });
    expect(body.errors[0]).toHaveProperty(
      'error',
      expect.stringMatching(new RegExp(`^“${product?.title} / .*” \\(Atlas\\): `)),
    );
  });

  it('takes up to 100 variants, and requires the header for more', async () => {
    const hundred = await edit(allVariants().slice(0, 50), { sku: 'same' });
    expect(hundred.body).toMatchObject({ success: true, succeeded: 100 });
    const more = await edit(allVariants(), { sku: 'other' });
    const detail =
      'More than 100 variants are updated in the background only: send the header “Prefer: respond-async”.';
    expect(more).toMatchObject({ status: 400, body: { code: 'validation_failed', detail } });
    expect(await stored('edit_batches')).toHaveLength(1);
  });

  it('with respond-async returns at once, with the batch to poll for progress', async () => {
    const { status, body, headers } = await edit(allVariants(), { cost: '3.33' }, 'respond-async');
    expect([status, headers.get('preference-applied')]).toEqual([202, 'respond-async']);
    expect(body).toEqual({ batch_id: expect.any(String) });
    expect(await app.untilEnded(body.batch_id)).toMatchObject({
      status: 'completed',
      origin: 'bulk_update',
      progress: 100,
      total: 120,
      succeeded: 120,
      expires_at: null,
      requested_by: { email: 'staff@example.com' },
    });
  });

  it('with a time to wait returns the result if it is ready in time, or else the batch', async () => {
    const inTime = await edit([referenceTo(5)], { cost: '1.11' }, 'respond-async, wait=30');
    expect([inTime.status, inTime.headers.get('preference-applied')]).toEqual([200, 'wait=30']);
    expect(inTime.body).toMatchObject({ success: true, succeeded: 1 });
    const hold = simulator.hold({ match: 'productVariantsBulkUpdate', when: 'before' });
    const late = await edit([referenceTo(5)], { cost: '2.22' }, 'respond-async, wait=1');
    expect([late.status, late.headers.get('preference-applied')]).toEqual([202, 'respond-async, wait=1']);
    hold.release();
    expect(await app.untilEnded(late.body.batch_id)).toMatchObject({ succeeded: 1 });
  });

  it('refuses an invalid value before anything is planned', async () => {
    const { status, body } = await edit([referenceTo(0)], { price: -1 });
    const errors = [{ path: 'attributes_to_set.price', message: 'An amount must be at least 0.' }];
    expect({ status, errors: body.errors }).toEqual({ status: 400, errors });
    expect(await stored('edit_batches')).toEqual([]);
  });

  it('refuses an archived store with 409, and among other stores row by row', async () => {
    const birch = await connectShop('Birch', { products: 1, variantsPerProduct: 1 });
    const [other] = await catalogue(birch.storeId);
    await app.db.query(`update stores set store_status = 'archived' where id = $1`, [birch.storeId]);
    const archived = { store_id: birch.storeId, id: other?.id ?? '' };
    const { body: editing } = await editingOf(birch.storeId);
    expect(editing).toEqual({ read_only_because: expect.stringContaining('archived'), locked: {} });
    expect(await edit([archived], { price: 5 })).toMatchObject({
      status: 409,
      body: { code: 'store_archived' },
    });
    const { body } = await edit([archived, referenceTo(8)], { price: '6.66' });
    const error = expect.stringContaining('(Birch): This store is archived and read-only.');
    expect(body).toMatchObject({ succeeded: 1, failed: 1, errors: [{ store_id: birch.storeId, error }] });
  });

  it('accepts a body of many thousand products', async () => {
    const many = Array.from({ length: 30_000 }, () => ({
      store_id: atlas.storeId,
      id: uuidv7(),
      shopify_id: 'gid://shopify/Product/1234567890123',
      selectedVariant: { id: uuidv7(), shopify_id: 'gid://shopify/ProductVariant/1234567890123' },
    }));
    const { status, body } = await edit(many, { price: 5 });
    expect([status, body.detail]).toEqual([400, expect.stringContaining('Prefer: respond-async')]);
  });
});

it('GET /stores/{id}/editing says what cannot be edited in a store', async () => {
  expect((await editingOf(atlas.storeId)).body).toEqual({ read_only_because: null, locked: {} });
  expect(await editingOf(uuidv7())).toMatchObject({ status: 404, body: { detail: 'Store not found!' } });
});

describe('a preview', () => {
  const itemsOf = async (batchId: string, query = '') =>
    (await call<BulkUpdateItemList>('GET', `/products/bulk-updates/${batchId}/items${query}`)).body;

  it('of everything a search finds is applied except for the rows left out', async () => {
    const { status, body: planned } = await previewOf({
      search: { query: products[10]?.title, store_ids: [atlas.storeId] },
      price_change: { attribute: 'price', operation: 'increase', unit: 'percent', value: 10 },
    });
    expect(status).toBe(201);
    expect(planned).toMatchObject({ status: 'planned', progress: 0, expires_at: expect.any(String) });
    const { batch_id } = planned;
    const { items, total } = await itemsOf(batch_id);
    expect(total).toBe(planned.total);
    const before = atlas.shop.writes.all.length;
    const applied = await onBatch('POST', batch_id, '/apply', { excluded_item_ids: [items[0]?.id] });
    expect(applied).toMatchObject({ status: 202, body: { batch_id } });
    const left = total - 1;
    expect(await app.untilEnded(batch_id)).toMatchObject({
      status: 'completed',
      total: left,
      succeeded: left,
    });
    expect(atlas.shop.writes.all.length).toBe(before + left);
    const again = await onBatch('POST', batch_id, '/apply', {});
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('leaves out a row, or all that a filter finds, and updates sums and warnings', async () => {
    const chosen = [40, 41, 42, 43].map((index) => products[index]);
    const prices = chosen.map((product) => Number(product?.variants[0]?.price));
    const { body: planned } = await previewOf({
      products_to_update: [40, 41, 42, 43].map((index) => referenceTo(index)),
      price_change: { attribute: 'price', operation: 'increase', unit: 'percent', value: 1000 },
    });
    const { batch_id } = planned;
    const leaveOut = (json: unknown) => onBatch('POST', batch_id, '/leave-out', json as object);
    expect(planned).toMatchObject({ total: 4, left_out: 0, warnings: [{ code: 'large_change', count: 4 }] });
    const { items } = await itemsOf(batch_id);

    const without = await leaveOut({ left_out: true, item_ids: [items[0]?.id] });
    expect(without).toMatchObject({
      status: 200,
      body: {
        total: 4,
        left_out: 1,
        stores: [{ left_out: 1, total: 4 }],
        warnings: [{ code: 'large_change', count: 3 }],
      },
    });
    const [amount] = (without.body as BulkUpdateBatch).stores[0]?.amounts ?? [];
    const staying = prices.slice(1).reduce((sum, price) => sum + price, 0);
    expect([Number(amount?.before).toFixed(2), amount?.largest_rise_percent]).toEqual([
      staying.toFixed(2),
      1000,
    ]);
    expect((await itemsOf(batch_id)).items.map(({ left_out }) => left_out)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(await itemsOf(batch_id, '?show=left_out')).toMatchObject({
      total: 1,
      items: [{ id: items[0]?.id }],
    });

    // Repeating changes nothing; a filter leaves out, and includes again, all its matches.
    await leaveOut({ left_out: true, item_ids: [items[0]?.id] });
    const title = chosen[3]?.title ?? '';
    expect((await leaveOut({ left_out: true, filter: { q: title } })).body).toMatchObject({ left_out: 2 });
    expect((await leaveOut({ left_out: true, filter: {} })).body).toMatchObject({
      left_out: 4,
      warnings: [],
      stores: [{ amounts: [] }],
    });
    expect((await leaveOut({ left_out: false, filter: { warning: 'large_change' } })).body).toEqual({
      ...planned,
      expires_at: expect.any(String),
    });
    await leaveOut({ left_out: true, filter: { q: title } });
    for (const json of [{ left_out: true }, { left_out: true, item_ids: [], filter: {} }]) {
      expect(await leaveOut(json)).toMatchObject({
        status: 400,
        body: { errors: [{ message: 'Name either the rows or a filter.' }] },
      });
    }

    // A person who saw four rows does not write three.
    expect(await onBatch('POST', batch_id, '/apply', { expected_items: 4 })).toMatchObject({
      status: 409,
      body: { detail: 'Other rows were left out meanwhile. Look at the preview again.' },
    });
    const before = atlas.shop.writes.all.length;
    expect((await onBatch('POST', batch_id, '/apply', { expected_items: 3 })).status).toBe(202);
    expect(await app.untilEnded(batch_id)).toMatchObject({ total: 3, succeeded: 3, left_out: 0 });
    expect(atlas.shop.writes.all.length).toBe(before + 3);
    expect(await leaveOut({ left_out: true, filter: {} })).toMatchObject({ status: 409 });
  });

  it('is listed only on request, paged by filter, and dropped', async () => {
    const { body } = await previewOf({
      products_to_update: [
        referenceTo(11),
        referenceTo(12),
        { ...referenceTo(13), selectedVariant: { id: uuidv7() } },
        { ...referenceTo(14), attributes_to_set: { cost: products[14]?.variants[0]?.cost ?? '1.00' } },
        { ...referenceTo(15), attributes_to_set: { price: '0' } },
      ],
      attributes_to_set: { barcode: '123' },
    });
    const { batch_id } = body;
    for (const [query, count, total] of [
      ['?limit=2&offset=1', 2, 5],
      ['?offset=99', 0, 5],
      ['?show=changes', 4, 4],
      ['?show=problems', 1, 1],
      ['?show=warnings', 4, 4],
      ['?show=unchanged', 0, 0],
    ] as const) {
      const page = await itemsOf(batch_id, query);
      expect([page.items.length, page.total], query).toEqual([count, total]);
    }

    const listed = (query: string) => call<BulkUpdateBatchList>('GET', `/products/bulk-updates${query}`);
    expect((await listed('')).body).toEqual({ bulk_updates: [], total: 0 });
    const error = expect.stringMatching(/^“.*” \(Atlas\): This variant does not exist any more\.$/);
    const bulk_updates = [{ batch_id, errors: [{ error }] }];
    expect((await listed('?status=planned')).body).toMatchObject({ total: 1, bulk_updates });

    const dropped = { status: 'cancelled', started_at: null, expires_at: null };
    expect(await onBatch('DELETE', batch_id)).toMatchObject({ status: 200, body: dropped });
    const gone = { status: 404, body: { code: 'batch_not_found' } };
    expect(await onBatch('GET', batch_id)).toMatchObject(gone);
    expect(await stored('edit_items')).toEqual([]);
  });

  it('shows the margin of a price, with the stored or planned cost', async () => {
    const [stored, planned] = [referenceTo(17), referenceTo(18)];
    await edit([stored], { cost: '4' });
    const { body } = await previewOf({
      products_to_update: [stored, { ...planned, attributes_to_set: { cost: '7.5' } }],
      attributes_to_set: { price: '10' },
    });
    const { items } = await itemsOf(body.batch_id);
    expect(items.map(({ margin }) => margin).toSorted()).toEqual(['25.0', '60.0']);
    await onBatch('DELETE', body.batch_id);
  });

  it('sorts and filters its rows by name, store and change', async () => {
    const [up, down, none] = [referenceTo(22), referenceTo(23), referenceTo(24)];
    for (const [reference, cost] of [
      [up, '4'],
      [down, '1'],
      [none, null],
    ] as const) {
      await edit([reference], { price: '10', cost });
    }
    const { body } = await previewOf({
      products_to_update: [
        { ...up, attributes_to_set: { price: '15' } },
        { ...down, attributes_to_set: { price: '7' } },
        { ...none, attributes_to_set: { price: '10.5' } },
      ],
    });
    const titleOf = (query: string) =>
      itemsOf(body.batch_id, query).then(({ items, total }) => [
        total,
        ...items.map(({ changes }) => changes[0]?.new_value),
      ]);
    const title = products[23]?.title ?? '';
    for (const [query, ...expected] of [
      ['?sort=change', 3, '7.00', '10.50', '15.00'],
      ['?sort=change&direction=desc&limit=1&offset=1', 3, '10.50'],
      ['?sort=change&offset=9', 3],
      ['?sort=margin&direction=desc', 3, '7.00', '15.00', '10.50'],
      ['?sort=store&moves=down', 1, '7.00'],
      ['?by_at_least=30&sort=change', 2, '7.00', '15.00'],
      ['?by_at_least=20&moves=up', 1, '15.00'],
      [`?q=${encodeURIComponent(title)}&sort=name`, 1, '7.00'],
      ['?q=%25', 0],
      [`?store_id=${uuidv7()}`, 0],
    ] as const) {
      expect(await titleOf(query), query).toEqual(expected);
    }
    await onBatch('DELETE', body.batch_id);
  });

  it('expires after a day, and cannot be applied any more', async () => {
    const wanted = { products_to_update: [referenceTo(16)], attributes_to_set: { sku: 'x' } };
    const { batch_id } = (await previewOf(wanted)).body;
    await app.db.query(`update edit_batches set created_at = created_at - interval '24 hours'`);
    expect(await onBatch('GET', batch_id)).toMatchObject({ status: 404 });
    expect(await onBatch('POST', batch_id, '/apply', {})).toMatchObject({ status: 404 });
  });
});

describe('a retry', () => {
  it('is a new preview of failed rows, based on current values', async () => {
    const outdated = { ...referenceTo(20), based_on: { price: '0.01' } };
    const { body } = await edit([outdated, referenceTo(21)], { price: '41.00' });
    expect(body).toMatchObject({ succeeded: 1, failed: 1 });
    const retry = await onBatch('POST', body.batch_id, '/retry');
    expect(retry).toMatchObject({ status: 201, body: { status: 'planned', total: 1, failed: 0 } });
    const { batch_id } = retry.body;
    await onBatch('POST', batch_id, '/apply', {});
    expect(await app.untilEnded(batch_id)).toMatchObject({ status: 'completed', succeeded: 1 });
    const detail = 'There is nothing to retry in this bulk update.';
    const again = await onBatch('POST', batch_id, '/retry');
    expect(again).toMatchObject({ status: 409, body: { detail } });
  });

  it('waits for the end of the batch', async () => {
    const wanted = { products_to_update: [referenceTo(22)], attributes_to_set: { sku: 'later' } };
    const { batch_id } = (await previewOf(wanted)).body;
    const retry = await onBatch('POST', batch_id, '/retry');
    expect(retry).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });
});

describe('cancelling', () => {
  it('ends a running batch: finished rows stay, the others keep their values', async () => {
    const hold = simulator.hold({ match: 'productVariantsBulkUpdate', when: 'before', times: 1_000 });
    const { batch_id } = (await edit(allVariants(), { compare_at_price: '9999.00' }, 'respond-async')).body;
    await hold.reached;
    // Closing a preview that was started meanwhile stops nothing.
    const running = { status: 'in_progress', started_at: expect.any(String), cancelling: false };
    expect(await onBatch('DELETE', batch_id)).toMatchObject({ status: 200, body: running });
    expect((await onBatch('POST', batch_id, '/cancel')).status).toBe(200);
    hold.release();
    const { status, succeeded, cancelled } = await app.untilEnded(batch_id);
    expect([status, succeeded + cancelled]).toEqual(['cancelled', 120]);
    expect(cancelled).toBeGreaterThan(0);
  });
});
