import type { PaginationTestResult } from '@storefleet/contract/catalogue/products/products';
import { type ShopOptions, startShopifySimulator } from '@storefleet/shopify-simulator/server';
import { openTestApp } from '@storefleet/test-support/app';
import { closedAtEnd } from '@storefleet/test-support/closed-at-end';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { startWarehouse, storeOf } from '../../../../test/mssql/warehouse.ts';
import { TOKEN } from '../../../connectors/shopify/testing/simulated-shop.ts';

const shopify = closedAtEnd(await startShopifySimulator());
const sqlServer = closedAtEnd(await startWarehouse());
const app = await openTestApp({ environment: { SHOPIFY_ALLOWED_HOSTS: `*.localhost:${shopify.port}` } });

const create = async (path: string, json: object) =>
  (await app.bodyOf<{ id: string }>('POST', path, json)).id;

async function addShop(name: string, options: Partial<ShopOptions> = {}) {
  const shop = shopify.addShop({ domain: `${name}.localhost`, token: TOKEN, ...options });
  const storeId = await create('/stores', {
    shop_name: name,
    shop_url: `${shop.domain}:${shopify.port}`,
    access_token: TOKEN,
    api_version: '2026-10',
    store_type: 'test',
  });
  return { shop, storeId };
}

async function addTable(table: string, mappings: readonly object[], more: object = {}): Promise<string> {
  const storeId = await create('/mssql/stores', {
    shop_name: table,
    shop_url: `${table}-${uuidv7()}`.toLowerCase(),
    ...storeOf(sqlServer),
    mssql_table: table,
    ...more,
  });
  for (const mapping of mappings) await create(`/mssql/stores/${storeId}/mappings`, mapping);
  return storeId;
}

const run = (params: Record<string, string>) =>
  app.call<PaginationTestResult>('GET', `/products/pagination-test?${new URLSearchParams(params)}`);

describe('GET /products/pagination-test', () => {
  it('reads the live pages of a shop, and stores nothing', async () => {
    const { storeId } = await addShop('atlas', { products: 620 });
    const { status, body } = await run({ store_id: storeId });
    expect(status).toBe(200);
    const preview = expect.stringMatching(/^.{1,30}…?$/);
    expect(body).toEqual({
      store_name: 'atlas',
      total_products: 620,
      pages_fetched: 3,
      products_per_page_limit: 250,
      pagination_details: [
        {
          page: 1,
          products_in_page: 250,
          total_products_so_far: 250,
          has_next_page: true,
          next_page_info_preview: preview,
        },
        {
          page: 2,
          products_in_page: 250,
          total_products_so_far: 500,
          has_next_page: true,
          next_page_info_preview: preview,
        },
        {
          page: 3,
          products_in_page: 120,
          total_products_so_far: 620,
          has_next_page: false,
          next_page_info_preview: null,
        },
      ],
    });
    const [first, second] = body.pagination_details;
    expect(first?.next_page_info_preview).not.toBe(second?.next_page_info_preview);
    const { rows } = await app.db.query('select from products where store_id = $1', [storeId]);
    expect(rows).toEqual([]);
  });

  it('stops at the requested page, and says that there are more', async () => {
    const { storeId } = await addShop('borealis', { products: 620 });
    const { body } = await run({ store_id: storeId, max_pages: '2' });
    expect(body).toMatchObject({ total_products: 500, pages_fetched: 2 });
    expect(body.pagination_details.at(-1)?.has_next_page).toBe(true);
  });

  it('reads a SQL Server table by its key', async () => {
    const storeId = await addTable('Numbers', [{ source_field: 'n', target_field: 'title' }]);
    const { status, body } = await run({ store_id: storeId });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      store_name: 'Numbers',
      total_products: 1_200,
      pages_fetched: 5,
      products_per_page_limit: 250,
    });
    expect(body.pagination_details.map((page) => page.products_in_page)).toEqual([250, 250, 250, 250, 200]);
    expect(body.pagination_details.map((page) => page.next_page_info_preview)).toEqual([
      '["249"]',
      '["499"]',
      '["749"]',
      '["999"]',
      null,
    ]);
  });

  it('applies the where clause', async () => {
    const storeId = await addTable('Numbers', [{ source_field: 'n', target_field: 'title' }], {
      mssql_where_clause: 'n < 10 OR n = 1100',
    });
    expect((await run({ store_id: storeId })).body).toMatchObject({ total_products: 11, pages_fetched: 1 });
  });

  it.each(['0', '101', '2.5', 'many'])('refuses max_pages %s', async (max_pages) => {
    expect(await run({ store_id: uuidv7(), max_pages })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });

  it('explains errors: no such store, an archived one, a rejected token, an unreachable shop', async () => {
    expect(await run({ store_id: uuidv7() })).toMatchObject({
      status: 404,
      body: { code: 'store_not_found' },
    });
    const { shop, storeId } = await addShop('dorado');
    shop.state = 'frozen';
    expect(await run({ store_id: storeId })).toMatchObject({
      status: 502,
      body: { code: 'source_unavailable', detail: expect.stringContaining('is frozen at Shopify') },
    });
    shop.state = 'open';
    shop.revoke(TOKEN);
    expect(await run({ store_id: storeId })).toMatchObject({
      status: 502,
      body: {
        code: 'source_auth_failed',
        detail: expect.stringContaining('does not accept the access token'),
      },
    });
    await app.db.query("update stores set store_status = 'archived' where id = $1", [storeId]);
    expect(await run({ store_id: storeId })).toMatchObject({ status: 409, body: { code: 'store_archived' } });
  });

  it('says that a SQL Server is unreachable', async () => {
    const storeId = await addTable('Numbers', [{ source_field: 'n', target_field: 'title' }], {
      mssql_port: 1,
    });
    const { status, body } = await run({ store_id: storeId });
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'source_transient' });
    expect(body.detail).toContain('127.0.0.1');
  });
});
