import { messages } from '@storefleet/contract/messages';
import type { ConnectionTestResult } from '@storefleet/contract/stores/connection-test';
import { describe, expect, it } from 'vitest';
import { TOKEN } from '../../../../test/stores/shop-stage.ts';
import { createStoresStage } from '../../../../test/stores/stores-stage.ts';
import { toConnectionTestResult } from './connection-test.ts';

const stage = await createStoresStage();
const { call, change, createStore, host } = stage;

describe('testing a connection', () => {
  const test = (fields: Record<string, unknown>) =>
    call<ConnectionTestResult>('POST', '/stores/test-connection', {
      shop_url: host('atlas'),
      access_token: TOKEN,
      api_version: '2026-10',
      ...fields,
    });

  it('returns the shop’s identity and API version', async () => {
    const { body } = await test({ api_version: '2023-10' });
    expect(body).toMatchObject({
      success: true,
      error: null,
      message: expect.stringContaining('Atlas Outdoor'),
      shop_data: {
        name: 'Atlas Outdoor',
        email: 'owner@atlas.example',
        domain: host('atlas'),
        country: 'NO',
        plan_name: 'Development',
        currency: 'EUR',
      },
      products_count: expect.any(Number),
      variants_count: expect.any(Number),
    });
    expect(body.api_version_served).not.toBe('2023-10');
    expect(body.notices.join()).toContain('2023-10');
  });

  it.each([
    ['a wrong token', () => ({ access_token: 'shpat_wrong' }), 'does not accept the access token'],
    [
      'a token without read_products',
      () => ({ shop_url: host('narrow') }),
      'lacks the permission read_products',
    ],
    [
      'a shop that does not exist',
      () => ({ shop_url: host('nobody') }),
      'There is no shop at nobody.localhost',
    ],
    [
      'a host that is not allowed',
      () => ({ shop_url: 'shop.example.com' }),
      'is not a myshopify.com address',
    ],
    ['an address that is none', () => ({ shop_url: 'not a shop' }), 'is not a shop address'],
  ])('returns a sentence for %s', async (_case, fields, sentence) => {
    const { status, body } = await test(fields());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: false,
      message: messages.stores.connectionTestFailed,
      shop_data: null,
    });
    expect(body.error).toContain(sentence);
  });

  it.each([
    ['admin_api_token', 'Add write_products under Configuration, Admin API integration'],
    [
      'client_credentials',
      'In the Dev Dashboard, add write_products to the scopes in a new version of the app',
    ],
    ['oauth', 'Add write_products to the scopes under Settings, Shopify app'],
  ] as const)('says where a store connected by %s gets a scope that is missing', (method, sentence) => {
    const shop = { name: 'Atlas', domain: host('atlas'), email: null, country: null, planName: null };
    const versions = { apiVersionAsked: '2026-10', apiVersionServed: '2026-10' };
    const counts = { products: 1, variants: 1 };
    const report = {
      ...{ ...shop, ...versions, ...counts, identity: null, currency: 'EUR', timezone: null },
      scopes: ['read_products'],
      missingScopes: ['write_products'],
      notices: ['Another.'],
    };
    const { notices } = toConnectionTestResult({ report }, method);
    expect(notices).toEqual([expect.stringContaining(sentence), 'Another.']);
  });

  it('requires an address and a token', async () => {
    for (const fields of [{ access_token: '' }, { shop_url: '' }]) {
      const { status, body } = await test(fields);
      expect([status, body.errors[0]?.message]).toEqual([400, messages.stores.connectionTestFieldsMissing]);
    }
  });

  it('uses the stored token only for the store’s own address', async () => {
    const { id } = await createStore();
    expect((await test({ store_id: id, access_token: '' })).body.success).toBe(true);
    const elsewhere = await test({ store_id: id, access_token: '', shop_url: host('narrow') });
    expect(elsewhere.body.errors[0]?.path).toBe('access_token');
  });

  it('tests the GraphQL connection of a saved store', async () => {
    const { id } = await createStore();
    const testSaved = async () => (await call('POST', `/stores/${id}/test-graphql-connection`)).body;
    expect(await testSaved()).toMatchObject({
      success: true,
      message: 'GraphQL connection successful! Connected to: Atlas Outdoor',
      data: { name: 'Atlas Outdoor' },
      error: null,
      detail: null,
    });
    await change(id, { access_token: 'shpat_wrong_token' });
    expect(await testSaved()).toMatchObject({
      success: false,
      message: expect.stringMatching(/^GraphQL connection failed: /),
      data: null,
      error: expect.any(String),
      detail: expect.stringContaining('does not accept the access token'),
    });
  });
});
