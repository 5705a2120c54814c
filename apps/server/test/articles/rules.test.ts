import type { Matching } from '@storefleet/contract/articles/articles';
import type { CompareCounts, Comparison } from '@storefleet/contract/articles/compare';
import type { EqualityRule, ExchangeRates, RuleCreate } from '@storefleet/contract/articles/rules';
import type { Inbox } from '@storefleet/contract/edits/inbox';
import type { Attention } from '@storefleet/contract/overview';
import { bitOf } from '@storefleet/server/modules/articles/compared-sql';
import { refreshSome } from '@storefleet/server/modules/articles/refresh';
import { rematchSome } from '@storefleet/server/modules/catalogue/articles/rematch';
import { createRuleWatch } from '@storefleet/server/modules/compare/rules/watch';
import { inStoreScope } from '@storefleet/server/platform/db/store-scope';
import { openTestApp } from '@storefleet/test-support/app';
import { expect, it } from 'vitest';
import { addProduct, addStore } from '../products/catalogue.ts';

/** Without background work: a test runs the worker's steps where needed. */
const app = await openTestApp({ environment: { PROCESS_ROLE: 'web' } });
await app.signIn();
const ids = {
  zurich: await addStore(app.db, 'Zurich', 'CHF'),
  berlin: await addStore(app.db, 'Berlin', 'EUR'),
  tokyo: await addStore(app.db, 'Tokyo', 'JPY'),
};
await addProduct(app.db, ids.zurich, 'Tent', [{ sku: 'T', price: '100.00', cost: '40.00' }]);
await addProduct(app.db, ids.berlin, 'Zelt', [{ sku: 'T', price: '105.00', cost: '40.00' }]);
await addProduct(app.db, ids.tokyo, 'Tent', [{ sku: 'T', price: '17000', cost: null }]);

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
    watch: 'count',
  });
  const watch = createRuleWatch(app.services);
  const deviating = async () => {
    if (await watch.isDue()) await watch.count();
    return (await ruleNow(rule))?.deviations;
  };
  expect(rule).toMatchObject({
    title: 'Price = Zurich × rate, ending .90, whole amounts in JPY',
    problem: 'There is no rate from CHF to EUR, from CHF to JPY.',
  });
  expect(await expected('price')).toEqual({});
  expect(await deviating()).toBe(0);
  const save = async (rates: object[]) => {
    const { version } = await app.bodyOf<ExchangeRates>('GET', '/rules/rates');
    return app.bodyOf<ExchangeRates>('PUT', '/rules/rates', { rates, version });
  };
  await save([{ from: 'CHF', to: 'EUR', rate: '1.0523' }]);
  expect((await ruleNow(rule))?.problem).toBe('There is no rate from CHF to JPY.');
  expect(await expected('price')).toEqual({ [berlin]: '104.90' });
  expect(await deviating()).toBe(1);
  // A currency without decimals has no endings either.
  const saved = await save([
    { from: 'CHF', to: 'EUR', rate: '1.0549' },
    { from: 'CHF', to: 'JPY', rate: '171.456' },
  ]);
  expect(saved).toMatchObject({ updated_by: { email: 'staff@example.com' } });
  expect((await ruleNow(rule))?.problem).toBeNull();
  expect(await expected('price')).toEqual({ [berlin]: '105.90', [tokyo]: '17146.00' });
  expect((await counts()).deviations).toEqual([{ rule_id: rule.id, variants: 2 }]);
  expect(await deviating()).toBe(2);
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

it('compares again once a store sells in another currency', async () => {
  const { berlin } = ids;
  const differing = async () => (await counts('attributes=price')).differs;
  const sellIn = async (store_currency: string) => {
    await app.bodyOf('PUT', `/stores/${berlin}`, { store_currency, access_token: `shpat_${'0'.repeat(32)}` });
    await renewArticles();
  };
  await renewArticles();
  expect(await differing()).toEqual({ price: 0 });
  await sellIn('CHF');
  expect(await differing()).toEqual({ price: 1 });
  await sellIn('EUR');
  expect(await differing()).toEqual({ price: 0 });
  await app.db.query('update stores set access_token_sealed = null where id = $1', [berlin]);
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

it('leaves out of circles what is switched off, and lets go of one that exists', async () => {
  const { zurich, berlin } = ids;
  const follows = (store: string, source: string, is_enabled: boolean): Partial<RuleCreate> => ({
    attribute: 'cost',
    store_ids: [store],
    source_store_id: source,
    way: { kind: 'same' },
    is_enabled,
  });
  const first = await add(follows(berlin, zurich, true));
  const second = await add(follows(zurich, berlin, false));
  const put = async (rule: EqualityRule, body: object) =>
    app.call('PUT', `/rules/${rule.id}`, { ...body, version: (await ruleNow(rule))?.version });
  const enabled = follows(zurich, berlin, true);
  expect(await put(second, enabled)).toMatchObject({ status: 400 });
  // As before circles were refused.
  await app.db.query('update equality_rules set is_enabled = true where id = $1', [second.id]);
  expect(await put(second, { ...enabled, name: 'Renamed' })).toMatchObject({ body: { name: 'Renamed' } });
  expect(await put(second, { ...enabled, attribute: 'price' })).toMatchObject({ status: 200 });
  expect(await put(second, enabled)).toMatchObject({ status: 400 });
  await app.db.query(`update equality_rules set attribute = 'cost' where id = $1`, [second.id]);
  expect(await put(second, { ...enabled, name: 'Back', is_enabled: false })).toMatchObject({ status: 200 });
  expect(await put(first, { ...follows(berlin, zurich, true), name: 'There' })).toMatchObject({
    status: 200,
  });
  for (const rule of [first, second]) await remove(rule);
});

it('counts a rule again that was changed while it was counted', async () => {
  const { zurich, berlin } = ids;
  const follows: Partial<RuleCreate> = {
    attribute: 'cost',
    store_ids: [berlin],
    source_store_id: zurich,
    watch: 'count',
  };
  const rule = await add({ ...follows, way: { kind: 'formula', factor: '2', amount: '0', ending: null } });
  const { db } = app.services;
  const slow = Object.create(db, {
    query: {
      value: async (text: string, params: never) => {
        const answer = await db.query(text, params);
        if (text.includes('as variants from'))
          await app.bodyOf('PUT', `/rules/${rule.id}`, { ...follows, way: { kind: 'same' }, version: 1 });
        return answer;
      },
    },
  });
  await createRuleWatch({ ...app.services, db: slow }).count();
  expect(await ruleNow(rule)).toMatchObject({ version: 2, deviations: null, counted_at: null });
  await createRuleWatch(app.services).count();
  expect(await ruleNow(rule)).toMatchObject({ deviations: 0 });
  await remove(rule);
});

it('minds the rules of stores that the caller does not see, without naming them', async () => {
  const { zurich, berlin, tokyo } = ids;
  const follows = (store_ids: string[], source_store_id: string): RuleCreate => ({
    attribute: 'cost',
    store_ids,
    source_store_id,
    way: { kind: 'same' },
    is_enabled: true,
    watch: 'off',
  });
  const ignoring = { attribute: 'title', way: { kind: 'ignore' }, source_store_id: null } as const;
  const hidden = [
    await add({ ...follows([tokyo], zurich), name: 'Hidden one' }),
    await add({ ...follows([berlin], tokyo), name: 'Hidden two' }),
    await add({ ...ignoring, store_ids: [zurich, tokyo], name: 'Hidden three' }),
  ];
  const caller = { id: zurich, email: 'limited@example.com', name: null, role: 'editor' } as never;
  const elsewhere = /one that also concerns stores you do not see\.$/;
  await inStoreScope({ storeIds: [zurich, berlin], personId: zurich }, async () => {
    const { equalityRules: rules } = app.services;
    const refusal = (path: string) => ({ errors: [{ path, message: expect.stringMatching(elsewhere) }] });
    await expect(rules.create(follows([zurich], berlin), caller)).rejects.toMatchObject(
      refusal('source_store_id'),
    );
    await expect(rules.create(follows([berlin], zurich), caller)).rejects.toMatchObject(refusal('store_ids'));
    await expect(rules.create(follows([zurich], tokyo), caller)).rejects.toMatchObject({
      code: 'store_not_found',
    });
    await expect(rules.remove(hidden[0]?.id ?? '')).rejects.toMatchObject({ code: 'rule_not_found' });
    await rules.remove(
      (
        await rules.create(
          {
            ...follows([zurich], berlin),
            attribute: 'vendor',
            way: { kind: 'ignore' },
            source_store_id: null,
          },
          caller,
        )
      ).id,
    );
  });
  const { rows } = await app.db.query('select ignored from article_stores where store_id = $1', [zurich]);
  expect(rows).toEqual([{ ignored: bitOf('title') }]);
  for (const rule of hidden) await remove(rule);
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

  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);
  await app.bodyOf('PUT', `/products/bulk-updates/${second?.batch_id}/schedule`, {
    starts: inDays(2),
    ends: null,
    timezone: 'UTC',
  });
  const whileIt = async (state: string, price: string) => {
    await setPrice(price);
    await count();
    return [state, await plans()];
  };
  expect(await whileIt('is scheduled', '96.00')).toEqual(['is scheduled', []]);
  const become = (status: string) =>
    app.db.query('update edit_batches set status = $2 where id = $1', [second?.batch_id, status]);
  await become('in_progress');
  expect(await whileIt('is written', '95.00')).toEqual(['is written', []]);
  await become('completed');
  expect(await whileIt('has ended', '94.00')).toMatchObject(['has ended', [{}]]);
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

it('stays due for nothing once the store of its source is deleted, and minds the stores that are left', async () => {
  const gone = [await addStore(app.db, 'Gone', 'EUR'), await addStore(app.db, 'Gone, too', 'EUR')];
  const [source = '', target = ''] = gone;
  for (const store of gone) await addProduct(app.db, store, 'Tent', [{ sku: 'T', price: '7.00' }]);
  const same = { way: { kind: 'same' }, watch: 'count' } as const;
  const rules = await Promise.all([
    add({
      ...same,
      attribute: 'compare_at_price',
      store_ids: [target, ids.tokyo],
      source_store_id: ids.zurich,
    }),
    add({ ...same, attribute: 'cost', store_ids: [ids.berlin], source_store_id: source }),
  ]);
  const ignoring = { way: { kind: 'ignore' }, source_store_id: null, watch: 'count' } as const;
  await add({ ...ignoring, attribute: 'vendor', store_ids: [ids.berlin] });
  await app.db.query(`update variants set compare_at_price = '9.00' where store_id = $1`, [ids.zurich]);
  const watch = createRuleWatch(app.services);
  await watch.count();
  const reported = async () =>
    (await app.bodyOf<Attention>('GET', '/overview/attention')).items
      .filter(({ kind, rule }) => kind === 'deviations' && rules.some(({ id }) => id === rule?.id))
      .map(({ store_name, rule }) => [store_name, rule?.attribute]);
  expect((await reported()).toSorted()).toEqual([
    ['Berlin', 'cost'],
    ['Gone, too', 'compare_at_price'],
  ]);
  await app.db.query('update stores set deleted_at = now() where id = any ($1::uuid[])', [gone]);
  await app.db.query('update equality_rules set counted_at = null where id = $1', [rules[1]?.id]);
  await watch.count();
  expect(await watch.isDue()).toBe(false);
  expect(await reported()).toEqual([['Tokyo', 'compare_at_price']]);
  const [first, second] = await Promise.all(rules.map(ruleNow));
  expect([first?.problem, second?.problem]).toEqual([null, expect.stringContaining('was deleted')]);
});
