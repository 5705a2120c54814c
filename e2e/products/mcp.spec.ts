import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CreatedApiKey } from '@storefleet/contract/people/api-keys';
import type { AuditPage } from '@storefleet/contract/people/audit';
import { expect, test } from 'vitest';
import { syncStores } from '../support/api.ts';
import { fillShop } from '../support/shops.ts';
import { openStage } from '../support/stage.ts';

const CLI = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url));
const PRODUCTS = 6;
const CALLER = '203.0.113.7';

const stage = await openStage();
const { api } = stage;
const store = await stage.connectShop('Tidal Goods', { products: PRODUCTS });
const zurich = await stage.connectShop('Zurich', { currency: 'EUR' });
const berlin = await stage.connectShop('Berlin', { currency: 'EUR' });
fillShop(zurich, 'Kettle', [{ sku: 'KET-1', price: '40.00' }]);
fillShop(berlin, 'Kettle', [{ sku: 'KET-1', price: '45.00' }]);
await syncStores(api, [store, zurich, berlin]);
const storeId = store.id;
const berlinId = berlin.id;
const rule = {
  attribute: 'price',
  store_ids: [berlinId],
  source_store_id: zurich.id,
  way: { kind: 'same' },
};
await api('POST', '/rules', rule);

const keyOf = async (role: string) =>
  (await stage.api<CreatedApiKey>('POST', '/api-keys', { name: `A ${role}`, role })).secret;

const overHttp = (key: string): Transport =>
  new StreamableHTTPClientTransport(new URL('/mcp', stage.product.url), {
    // The caller's address, as set by a local proxy.
    requestInit: { headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': CALLER } },
  }) as Transport;

const overStdio = (key: string): Transport =>
  new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp'],
    env: { STOREFLEET_URL: stage.product.url, STOREFLEET_KEY: key },
  });

async function connected<T>(transport: Transport, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

const READING = [
  'compare_sku',
  'compare_stores',
  'list_stores',
  'list_updates',
  'product_history',
  'search_products',
  'show_update',
];
const PLANNING = ['plan_change', 'plan_corrections'];

const toolsOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name).toSorted();

test('a key sees the tools of its role', async () => {
  const toolsFor = async (role: string) => connected(overHttp(await keyOf(role)), toolsOf);
  expect(await toolsFor('viewer')).toEqual(READING);
  expect(await toolsFor('proposer')).toEqual([...READING, ...PLANNING].toSorted());
  expect(await toolsFor('editor')).toEqual([...READING, ...PLANNING, 'apply_plan'].toSorted());
});

test('over stdio, a proposer has the same tools, and their answers', async () => {
  await connected(overStdio(await keyOf('proposer')), async (client) => {
    expect(await toolsOf(client)).toEqual([...READING, ...PLANNING].toSorted());
    const found = await client.callTool({
      name: 'search_products',
      arguments: { filter: 'price:>0', store_ids: [storeId] },
    });
    expect(found.structuredContent).toMatchObject({ total: PRODUCTS });
    const refused = await client.callTool({ name: 'plan_change', arguments: { filter: 'price:>0' } });
    expect([refused.isError, JSON.stringify(refused.content)]).toEqual([
      true,
      expect.stringContaining('Choose at least one attribute'),
    ]);
  });
});

test('a proposer searches, compares and plans, and cannot apply', async () => {
  await connected(overHttp(await keyOf('proposer')), async (client) => {
    const call = async (name: string, args: Record<string, unknown>) => {
      const { structuredContent, isError, content } = await client.callTool({ name, arguments: args });
      return {
        data: structuredContent as Record<string, unknown>,
        isError: isError ?? false,
        text: JSON.stringify(content),
      };
    };
    type Found = { total: number; products: { variants: { sku: string; price: string }[] }[] };
    const found = (await call('search_products', { filter: 'price:>0', store_ids: [storeId] })).data as Found;
    expect(found.total).toBe(PRODUCTS);
    const { sku, price } = found.products[0]?.variants[0] ?? { sku: '', price: '' };
    const compared = await call('compare_sku', { code: sku });
    expect(compared.data).toMatchObject({ variants: [{ sku, price, store_name: 'Tidal Goods' }] });
    expect((await call('product_history', { product: sku })).data).toMatchObject({ total: 0 });

    const sideBySide = await call('compare_stores', { differs_in: ['price'], against_rules: true });
    const inBerlin = { store_id: berlinId, price: '45.00', rules_expect: { price: '40.00' } };
    expect(sideBySide.data).toMatchObject({
      articles: [
        {
          code: 'KET-1',
          differs: ['price'],
          in_stores: expect.arrayContaining([expect.objectContaining(inBerlin)]),
        },
      ],
    });
    const corrected = await call('plan_corrections', { note: 'As in Zurich' });
    const changes = [{ attribute: 'price', old_value: '45.00', new_value: '40.00' }];
    expect(corrected.data).toMatchObject({
      update: { note: 'As in Zurich', total: 1 },
      rows: [{ changes }],
    });

    const refused = await call('plan_change', { filter: 'price:>0' });
    expect([refused.isError, refused.text]).toEqual([
      true,
      expect.stringContaining('Choose at least one attribute'),
    ]);
    const planned = await call('plan_change', {
      filter: 'price:>0',
      price_change: { attribute: 'price', operation: 'increase', unit: 'percent', value: '10' },
      note: 'Costs rose',
    });
    expect(planned.data).toMatchObject({
      what_if: { stores: expect.arrayContaining([expect.objectContaining({ name: 'Tidal Goods' })]) },
    });
    const { batch_id, note, total } = (
      planned.data as { update: { batch_id: string; note: string; total: number } }
    ).update;
    expect(note).toBe('Costs rose');
    expect((await call('show_update', { batch_id })).data).toMatchObject({
      update: { total, status: 'planned' },
    });
    const applied = await call('apply_plan', { batch_id, expected_items: total });
    expect([applied.isError, applied.text]).toEqual([true, expect.stringContaining('apply_plan not found')]);
  });
});

test('the audit log has the address of an assistant’s calls', async () => {
  const { entries } = await stage.api<AuditPage>('GET', `/audit?area=bulkUpdates&target=${CALLER}`);
  expect(entries.map(({ call, ip }) => [call, ip])).toContainEqual(['bulkUpdates.preview', CALLER]);
});

test('a request without a key is refused, and streams are not supported', async () => {
  const post = (headers: Record<string, string>) =>
    fetch(new URL('/mcp', stage.product.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    });
  expect((await post({})).status).toBe(401);
  expect((await post({ authorization: 'Bearer sfk_unknown' })).status).toBe(401);
  expect((await fetch(new URL('/mcp', stage.product.url))).status).toBe(405);
});
