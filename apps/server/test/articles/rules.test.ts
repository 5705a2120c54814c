import type { Matching } from '@storefleet/contract/articles/articles';
import type { CompareCounts, Comparison } from '@storefleet/contract/articles/compare';
import type { EqualityRule, ExchangeRates, RuleCreate } from '@storefleet/contract/articles/rules';
import type { Attention } from '@storefleet/contract/catalogue/overview';
import type { Inbox } from '@storefleet/contract/edits/inbox';
import { refreshSome } from '@storefleet/server/modules/articles/refresh';
import { rematchSome } from '@storefleet/server/modules/catalogue/articles/rematch';
import { createRuleWatch } from '@storefleet/server/modules/compare/rules/watch';
import { createTestApp, type TestApp } from '@storefleet/test-support/app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addProduct, addStore } from '../products/catalogue.ts';

let app: TestApp;
let ids: Record<'zurich' | 'berlin' | 'tokyo', string>;

/** Without background work: a test runs the worker's steps where needed. */
beforeAll(async () => {
  app = await createTestApp({ environment: { PROCESS_ROLE: 'web' } });
  await app.signIn();
  ids = {
    zurich: await addStore(app.db, 'Zurich', 'CHF'),
    berlin: await addStore(app.db, 'Berlin', 'EUR'),
    tokyo: await addStore(app.db, 'Tokyo', 'JPY'),
  };
  await addProduct(app.db, ids.zurich, 'Tent', [{ sku: 'T', price: '100.00', cost: '40.00' }]);
  await addProduct(app.db, ids.berlin, 'Zelt', [{ sku: 'T', price: '105.00', cost: '40.00' }]);
  await addProduct(app.db, ids.tokyo, 'Tent', [{ sku: 'T', price: '17000', cost: null }]);
});
afterAll(() => app.close());

const add = (rule: Partial<RuleCreate>) => app.bodyOf<EqualityRule>('POST', '/rules', rule);
const ruleNow = async ({ id }: EqualityRule) =>
  (await app.bodyOf<{ rules: EqualityRule[] }>('GET', '/rules')).rules.find((rule) => rule.id === id);
const remove = ({ id }: EqualityRule) => app.bodyOf('DELETE', `/rules/${id}`);
const counts = (query = '') => app.bodyOf<CompareCounts>('GET', `/compare/counts?${query}`);
const expected = async (attributes: string) => {
  const { rows } = await app.bodyOf<Comparison>('GET', `/compare?attributes=${attributes}`);
  return Object.fromEntries(
    rows.flatMap(({ cells }) =>
      cells.flatMap(({ store_id, deviations }) => deviations.map((one) => [store_id, one.expected])),
    ),
  );
};
async function renewArticles() {
  const { rows } = await app.db.query<{ store_id: string }>(
    'delete from article_rematching returning store_id',
  );
  for (const { store_id } of rows) {
    await app.db.transaction((tx) => rematchSome(tx, store_id, { after: '', limit: 100 }));
  }
  while (await refreshSome(app.db));
}

it('converts by the entered rates, and says which one is missing', async () => {
  const { berlin, tokyo, zurich } = ids;
  const rule = await add({
    attribute: 'price',
    store_ids: [berlin, tokyo],
    source_store_id: zurich,
    way: { kind: 'currency', ending: '.90' },
  });
  expect(rule).toMatchObject({
    title: 'Price = Zurich × rate, ending .90',
    problem: 'There is no rate from CHF to EUR, from CHF to JPY.',
  });
  expect(await expected('price')).toEqual({});
  const save = async (rates: object[]) => {
    const { version } = await app.bodyOf<ExchangeRates>('GET', '/rules/rates');
    return app.bodyOf<ExchangeRates>('PUT', '/rules/rates', { rates, version });
  };
  await save([{ from: 'CHF', to: 'EUR', rate: '1.0523' }]);
  expect((await ruleNow(rule))?.problem).toBe('There is no rate from CHF to JPY.');
  expect(await expected('price')).toEqual({ [berlin]: '104.90' });
  // A currency without decimals has no endings either.
  const saved = await save([
    { from: 'CHF', to: 'EUR', rate: '1.0549' },
    { from: 'CHF', to: 'JPY', rate: '171.456' },
  ]);
  expect(saved).toMatchObject({ updated_by: { email: 'staff@example.com' } });
  expect((await ruleNow(rule))?.problem).toBeNull();
  expect(await expected('price')).toEqual({ [berlin]: '105.90', [tokyo]: '17146.00' });
  expect((await counts()).deviations).toEqual([{ rule_id: rule.id, variants: 2 }]);
  await remove(rule);
});

it('ignores a difference that a rule allows, until that rule is deleted', async () => {
  await renewArticles();
  const differing = async () => (await counts('attributes=title,cost')).differs;
  expect(await differing()).toEqual({ title: 1, cost: 1 });
  const rule = await add({
    attribute: 'title',
    store_ids: [ids.berlin],
    source_store_id: null,
    way: { kind: 'ignore' },
  });
  expect(rule.title).toBe('Title may differ');
  await renewArticles();
  expect(await differing()).toEqual({ title: 0, cost: 1 });
  const { rows } = await app.bodyOf<Comparison>('GET', '/compare?attributes=title');
  expect(rows[0]?.differs).toEqual([]);
  expect((await counts()).deviations).toEqual([]);
  await remove(rule);
  await renewArticles();
  expect(await differing()).toEqual({ title: 1, cost: 1 });
});

it('refuses rules in a circle, whose corrections would never end', async () => {
  const { zurich, berlin, tokyo } = ids;
  const way = { kind: 'formula', factor: '1.05', amount: '0', ending: null } as const;
  const follows = (store: string, source: string, attribute: 'price' | 'cost' = 'price') => ({
    attribute,
    store_ids: [store],
    source_store_id: source,
    way,
  });
  const first = await add(follows(berlin, zurich));
  const second = await add(follows(tokyo, berlin));
  const other = await add(follows(zurich, tokyo, 'cost'));
  const refused = { status: 400, body: { errors: [{ path: 'source_store_id' }] } };
  expect(await app.call('POST', '/rules', follows(zurich, berlin))).toMatchObject(refused);
  expect(await app.call('POST', '/rules', follows(zurich, tokyo))).toMatchObject(refused);
  const moved = { ...follows(berlin, tokyo), version: first.version };
  expect(await app.call('PUT', `/rules/${first.id}`, moved)).toMatchObject(refused);
  for (const rule of [first, second, other]) await remove(rule);
});

it('submits a plan after each change with new deviations, but no second one', async () => {
  const setPrice = (price: string) =>
    app.db.query('update variants set price = $1 where store_id = $2', [price, ids.berlin]);
  const plans = async () => (await app.bodyOf<Inbox>('GET', '/inbox')).plans;
  const count = async () => {
    await renewArticles();
    await createRuleWatch(app.services).count();
  };
  const rule = await add({
    attribute: 'price',
    store_ids: [ids.berlin],
    source_store_id: ids.zurich,
    way: { kind: 'formula', factor: '1.05', amount: '0', ending: null },
    watch: 'plan',
  });
  await count();
  expect(await plans()).toEqual([]);
  await setPrice('99.00');
  await count();
  // A plan in which nothing can be applied would be pointless.
  const { items } = await app.bodyOf<Attention>('GET', '/overview/attention');
  expect([await plans(), items.find(({ kind }) => kind === 'deviations')]).toMatchObject([
    [],
    {
      detail: `${rule.title}. No plan could be made: Enter an Admin API access token for shop-${ids.berlin}.myshopify.com.`,
    },
  ]);
  expect((await app.db.query('select from edit_batches')).rows).toEqual([]);
  await app.bodyOf('PUT', `/stores/${ids.berlin}`, { access_token: `shpat_${'0'.repeat(32)}` });
  await count();
  expect((await app.db.query('select plan_problem from equality_rules')).rows).toEqual([
    { plan_problem: null },
  ]);
  const [first, ...others] = await plans();
  expect([first?.title, others]).toEqual([`${rule.title}, 1 variant in 1 store`, []]);
  await setPrice('98.00');
  await count();
  expect((await plans()).map(({ batch_id }) => batch_id)).toEqual([first?.batch_id]);
  await app.bodyOf('POST', `/products/bulk-updates/${first?.batch_id}/reject`, { reason: 'Not this one.' });
  await setPrice('97.00');
  await count();
  const [second] = await plans();
  expect(second?.batch_id).not.toBe(first?.batch_id);
  expect(await ruleNow(rule)).toMatchObject({ deviations: 1, waiting_plan_id: second?.batch_id });
});

it('plans no correction while products are being rematched', async () => {
  const { mode, stores, version } = await app.bodyOf<Matching>('GET', '/articles/matching');
  const [rule] = (await app.bodyOf<{ rules: EqualityRule[] }>('GET', '/rules')).rules;
  const plan = () => app.call('POST', '/compare/plan', { deviating: [rule?.id] });
  await app.bodyOf('PUT', '/articles/matching', {
    mode: mode === 'sku' ? 'sku_then_barcode' : 'sku',
    stores,
    version,
  });
  expect(await plan()).toMatchObject({ status: 409, body: { code: 'rematching' } });
  await renewArticles();
  expect(await plan()).toMatchObject({ status: 201 });
});
