import type { ProblemDetails } from '@storefleet/contract/api/common';
import type { HistoryBatchList, UndoStarted } from '@storefleet/contract/catalogue/history';
import type { Product, ProductList } from '@storefleet/contract/catalogue/products';
import type { BulkUpdateBatch, BulkUpdateItemList } from '@storefleet/contract/edits/bulk-updates';
import type { GuardRail, GuardRailList } from '@storefleet/contract/edits/guard-rails';
import type { Role } from '@storefleet/contract/people/permissions';
import { startShopifySimulator } from '@storefleet/shopify-simulator/server';
import { createTestApp } from '@storefleet/test-support/app';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { TOKEN } from '../../connectors/shopify/testing/simulated-shop.ts';

const simulator = await startShopifySimulator();
const app = await createTestApp({ environment: { SHOPIFY_ALLOWED_HOSTS: `*.localhost:${simulator.port}` } });
let products: Product[] = [];
/** Bearer tokens of further members. */
const tokens = new Map<Role, string>();

beforeAll(async () => {
  const domain = 'atlas.localhost';
  simulator.addShop({ domain, token: TOKEN, plan: 'Plus', products: 8, variantsPerProduct: 1 });
  const { body: store } = await call<{ id: string }>('POST', '/stores', {
    shop_name: 'Atlas',
    shop_url: `${domain}:${simulator.port}`,
    access_token: TOKEN,
    api_version: '2026-10',
  });
  await call('POST', `/stores/${store.id}/sync-graphql`);
  await vi.waitFor(
    async () => {
      const { body } = await call<{ status: string }>('GET', `/stores/${store.id}/sync/status`);
      expect(body.status).toBe('completed');
    },
    { timeout: 30_000 },
  );
  products = (await call<ProductList>('GET', `/products/stores/${store.id}`)).body.products;
  for (const role of ['editor', 'proposer'] as const) tokens.set(role, await signInAs(role));
});
afterAll(async () => {
  await app.close();
  await simulator.close();
});
beforeEach(async () => {
  await app.db.query('delete from guard_rails');
});

async function signInAs(role: Role): Promise<string> {
  const account = { email: `${role}@example.com`, password: 'another-long-password' };
  await app.services.auth.embedded?.members.create({ ...account, emailConfirmed: true });
  await app.db.query('update users set member_role = $2 where email = $1', [account.email, role]);
  const response = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function call<Body>(method: string, path: string, json?: unknown, as?: Role) {
  const token = as === undefined ? {} : { token: tokens.get(as) ?? null };
  const response = await app.fetchApi(path, { method, ...(json === undefined ? {} : { json }), ...token });
  return { status: response.status, body: (await response.json()) as Body & Omit<ProblemDetails, 'status'> };
}

const ENDING = { kind: 'ending', attribute: 'price', endings: ['.99'] } as const;
const guard = (effect: GuardRail['effect'], rule: object = ENDING, more: object = {}) =>
  call<GuardRail>('POST', '/guard-rails', { effect, rule, ...more });
const priceOf = async (index: number) => {
  const { body } = await call<ProductList>('GET', `/products/stores/${products[index]?.store_id}`);
  return body.products.find(({ id }) => id === products[index]?.id)?.variants[0]?.price;
};
const referenceTo = (index: number) => ({ store_id: products[index]?.store_id, id: products[index]?.id });
const edit = (index: number, price: string, reason?: string, as?: Role) =>
  call<{ batch_id: string }>(
    'POST',
    '/products/bulk-update',
    {
      products_to_update: [referenceTo(index)],
      attributes_to_set: { price },
      ...(reason === undefined ? {} : { override_reason: reason }),
    },
    as,
  );
const preview = (indexes: number[], price: string, as?: Role) =>
  call<BulkUpdateBatch>(
    'POST',
    '/products/bulk-updates/preview',
    { products_to_update: indexes.map(referenceTo), attributes_to_set: { price } },
    as,
  );
const apply = (batchId: string, reason: string | null = null, as?: Role) =>
  call<{ batch_id: string }>(
    'POST',
    `/products/bulk-updates/${batchId}/apply`,
    { override_reason: reason },
    as,
  );
const read = async (batchId: string) =>
  (await call<BulkUpdateBatch>('GET', `/products/bulk-updates/${batchId}`)).body;
const untilEnded = (batchId: string) =>
  vi.waitFor(
    async () => {
      const batch = await read(batchId);
      expect(batch.status).toBe('completed');
      return batch;
    },
    { timeout: 30_000 },
  );
const plans = async () => (await app.db.query('select id from edit_batches')).rows.length;

it('asks for a reason where an edit in place breaks a warning, and keeps it with the change', async () => {
  const { body: rule } = await guard('warning', ENDING, { name: 'Prices end with .99' });
  const before = { price: await priceOf(0), plans: await plans() };
  const refused = await edit(0, '12.50');
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'override_reason_missing',
      detail: '1 row breaks “Price ends with .99”. Say why this change is to be made all the same.',
      errors: [
        {
          path: `guard_rails.${rule.id}`,
          message: 'Prices end with .99: 1 row breaks “Price ends with .99”.',
        },
      ],
    },
  });
  expect({ price: await priceOf(0), plans: await plans() }).toEqual(before);

  const { status, body } = await edit(0, '12.50', 'Round price agreed with the customer');
  expect(status).toBe(200);
  expect(await priceOf(0)).toBe('12.50');
  expect(await read(body.batch_id)).toMatchObject({
    override: { reason: 'Round price agreed with the customer', by: { name: 'Sam Staff' } },
    guard_rails: [{ guard_rail_id: rule.id, rows: 1, effect: 'warning' }],
  });
  const { body: history } = await call<HistoryBatchList>('GET', '/history/batches');
  expect(history.batches[0]).toMatchObject({
    override: { reason: 'Round price agreed with the customer' },
  });
  expect((await edit(0, '12.99')).status).toBe(200);
});

it('lets owners alone go beyond a block, with a reason', async () => {
  await guard('block');
  expect(await edit(1, '5.00', 'I want to', 'editor')).toMatchObject({
    status: 403,
    body: { code: 'guard_rail_blocks', detail: /Only an owner can make this change, with a reason\.$/ },
  });
  expect((await edit(1, '5.00')).body.code).toBe('override_reason_missing');
  expect((await edit(1, '5.00', 'End of line')).status).toBe(200);
});

it('has somebody else than its author apply what needs an approval', async () => {
  await guard('approval');
  const { body: plan } = await preview([2], '7.00', 'editor');
  expect((await apply(plan.batch_id, 'please', 'editor')).body.code).toBe('approval_required');
  expect((await edit(2, '7.00', 'please', 'editor')).body.code).toBe('approval_required');
  expect((await apply(plan.batch_id)).status).toBe(202);
  await untilEnded(plan.batch_id);
  expect(await priceOf(2)).toBe('7.00');
});

it('marks the rows of a preview, which breaks nothing once they are left out', async () => {
  await guard('block', { kind: 'floor', attribute: 'price', amount: '6.00', currency: 'USD' });
  const { body: plan } = await preview([3, 4], '5.50');
  expect(plan.guard_rails).toMatchObject([
    { rows: 2, message: '2 rows break “Price of at least 6.00 USD”.' },
  ]);
  expect(plan.warnings).toContainEqual({
    code: 'guard_rail',
    count: 2,
    message: '2 rows break a guard rail.',
  });
  const at = `/products/bulk-updates/${plan.batch_id}`;
  const { body: marked } = await call<BulkUpdateItemList>('GET', `${at}/items?warning=guard_rail`);
  expect(marked.items.map(({ guard_rails }) => guard_rails[0]?.message)).toEqual(
    Array(2).fill('Price becomes 5.50; at least 6.00 USD is allowed.'),
  );
  const { body: left } = await call<BulkUpdateBatch>('POST', `${at}/leave-out`, {
    left_out: true,
    filter: { warning: 'guard_rail' },
  });
  expect(left.guard_rails).toEqual([]);
});

it('checks a preview by the rules of the moment at which it is applied', async () => {
  const { body: plan } = await preview([5], '3.00');
  const { body: rule } = await guard('block');
  const refused = await apply(plan.batch_id);
  expect(refused.body.code).toBe('override_reason_missing');
  expect((await read(plan.batch_id)).guard_rails).toMatchObject([{ guard_rail_id: rule.id, rows: 1 }]);

  expect((await call('DELETE', `/guard-rails/${rule.id}`)).status).toBe(200);
  expect((await apply(plan.batch_id)).status).toBe(202);
  expect((await untilEnded(plan.batch_id)).guard_rails).toEqual([]);
});

it('holds for what an undo restores', async () => {
  const { body } = await edit(6, '8.00');
  await edit(6, '9.99');
  await guard('warning');
  const { body: back } = await call<HistoryBatchList>('GET', '/history/batches');
  const undo = (override_reason: string | null) =>
    call<UndoStarted>('POST', '/history/undo', {
      batch_id: back.batches[0]?.batch_id,
      override_reason,
    });
  expect(body.batch_id).not.toBe(back.batches[0]?.batch_id);
  expect((await undo(null)).body.code).toBe('override_reason_missing');
  const { body: undone } = await undo('Back to the agreed price');
  expect((await untilEnded(undone.batch_id)).override?.reason).toBe('Back to the agreed price');
});

it.each([
  [
    'more rows than at once',
    { kind: 'max_rows', rows: 1 },
    '2 rows are to be changed at once; at most 1 are allowed.',
  ],
  [
    'hours in which nothing may change',
    { kind: 'quiet_hours', days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '24:00', timezone: 'utc' },
    'Nothing may be changed now. No changes daily 00:00–24:00 (UTC).',
  ],
])('looks at the whole of an update: %s', async (_what, rule, message) => {
  const limited = { scope: { store_ids: [products[0]?.store_id] } };
  expect((await guard('block', rule, limited)).status).toBe(201);
  const { body: plan } = await preview([3, 4], '14.99');
  expect(plan.guard_rails).toMatchObject([{ rows: 2, message }]);
  expect((await apply(plan.batch_id)).body.detail).toContain(message);
});

it('is kept by owners, seen by all, and saved over what was seen alone', async () => {
  const { body: rule } = await guard('warning', ENDING, { scope: { vendors: ['Quarry Lane'] } });
  expect(rule).toMatchObject({ name: null, title: 'Price ends with .99', version: 1, is_enabled: true });
  const { body: seen } = await call<GuardRailList>('GET', '/guard-rails', undefined, 'proposer');
  expect(seen.guard_rails).toEqual([rule]);
  const change = (version: number, more: object = {}) =>
    call<GuardRail>('PUT', `/guard-rails/${rule.id}`, { effect: 'block', rule: ENDING, version, ...more });
  expect((await change(1, { is_enabled: false })).body).toMatchObject({ version: 2, is_enabled: false });
  expect((await change(1)).body.code).toBe('conflict');
  expect((await edit(7, '4.00')).status).toBe(200);
});

it.each([
  [
    'a vendor of a rule about whole updates',
    { kind: 'max_rows', rows: 5 },
    { scope: { vendors: ['Atlas'] } },
    /limited to stores alone/,
  ],
  ['no endings', { ...ENDING, endings: [] }, {}, /at least one ending/],
  [
    'a timezone that is none',
    { kind: 'quiet_hours', days: [1], from: '08:00', to: '09:00', timezone: 'Mars' },
    {},
    /no time zone Mars/,
  ],
  ['a margin of all', { kind: 'min_margin', percent: 100 }, {}, /0 to 99\.9%/],
  ['an unknown kind', { kind: 'wish' }, {}, /Choose what the guard rail demands/],
])('takes no rule with %s', async (_what, rule, more, detail) => {
  const { status, body } = await guard('block', rule, more);
  expect(status).toBe(400);
  expect(body.detail).toMatch(detail);
});
