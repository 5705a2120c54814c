import { type ArticleList, ArticlesQuery, type Matching } from '@storefleet/contract/articles/articles';
import {
  type CompareCounts,
  CompareFilter,
  CompareQuery,
  type Comparison,
} from '@storefleet/contract/articles/compare';
import { refreshSome } from '@storefleet/server/modules/articles/refresh';
import { inStoreScope } from '@storefleet/server/platform/db/store-scope';
import { openTestApp } from '@storefleet/test-support/app';
import { beforeAll, describe, expect, it } from 'vitest';
import { addProduct, addStore } from '../products/catalogue.ts';

/** Without background work: articles are as stale as a test leaves them. */
const app = await openTestApp({ environment: { PROCESS_ROLE: 'web' } });
const { db } = app;
const ids = {
  zurich: await addStore(db, 'A Zurich', 'CHF'),
  berlin: await addStore(db, 'B Berlin', 'EUR'),
  paris: await addStore(db, 'C Paris', 'EUR'),
  // Never synced: compared only if asked for.
  oslo: await addStore(db, 'D Oslo', 'NOK'),
};
const acme = { vendor: 'Acme', status: 'active' };
// In all three; in Paris with a higher price and another title than in Berlin.
await addProduct(db, ids.zurich, 'Tent', [{ sku: 'T-1', price: '100.00', barcode: '012345678905' }], acme);
await addProduct(db, ids.berlin, 'Tent', [{ sku: 't-1 ', price: '100.00', barcode: '0012345678905' }], acme);
await addProduct(db, ids.paris, 'Tente', [{ sku: 'T-1', price: '110.00', barcode: '12345678905' }], acme);
// Not in Paris; values in two currencies are never a difference.
await addProduct(db, ids.zurich, 'Stove', [{ sku: 'S-1', price: '50.00', cost: '20.00' }], acme);
await addProduct(db, ids.berlin, 'Stove', [{ sku: 'S-1', price: '45.00' }], { vendor: 'Other' });
// Only in Berlin, twice.
await addProduct(db, ids.berlin, 'Mug', [
  { sku: 'M-1', price: '5.00' },
  { sku: 'm-1', price: '6.00' },
]);
// Matched by barcode, as there is no SKU; and one without any code.
await addProduct(db, ids.zurich, 'Cup', [{ barcode: '96385074', price: '9.00' }, { title: 'None' }]);
await addProduct(db, ids.paris, 'Cup', [{ barcode: '00000096385074', price: '9.00' }]);

const get = <Body>(path: string) => app.bodyOf<Body>('GET', path);
const compare = (query: Record<string, string> = {}) =>
  get<Comparison>(`/compare?${new URLSearchParams(query)}`);
const counts = (query: Record<string, string> = {}) =>
  get<CompareCounts>(`/compare/counts?${new URLSearchParams(query)}`);
const keysOf = ({ rows }: Comparison) => rows.map(({ key }) => key);

const ALL = ['b:00000096385074', 's:m-1', 's:s-1', 's:t-1'];

describe.each(['while articles are still to be renewed', 'when they are'])('%s', (when) => {
  beforeAll(async () => {
    const { rows } = await app.db.query<{ count: number }>('select count(*)::int as count from articles');
    expect(rows[0]?.count).toBe(0);
    while (when === 'when they are' && (await refreshSome(app.db)));
  });

  it('lists an article with each store’s values, page by page', async () => {
    const first = await compare({ attributes: 'price,barcode,title', limit: '2' });
    expect(first.stores.map(({ name, currency }) => [name, currency])).toEqual([
      ['A Zurich', 'CHF'],
      ['B Berlin', 'EUR'],
      ['C Paris', 'EUR'],
    ]);
    expect(keysOf(first)).toEqual(ALL.slice(0, 2));
    const second = await compare({ attributes: 'price,barcode,title', limit: '2', after: first.next ?? '' });
    expect(keysOf(second)).toEqual(ALL.slice(2));
    expect(second.next).toBeNull();
    expect(second.rows[1]).toMatchObject({
      key: 's:t-1',
      code: 'T-1',
      title: 'Tent',
      differs: ['price', 'barcode', 'title'],
      apart: { price: 10 },
      missing_in: [],
      conflicts: ['several_barcodes'],
    });
    expect(second.rows[1]?.cells.map(({ store_id, values }) => [store_id, values])).toEqual([
      [ids.zurich, { price: '100.00', barcode: '012345678905', title: 'Tent' }],
      [ids.berlin, { price: '100.00', barcode: '0012345678905', title: 'Tent' }],
      [ids.paris, { price: '110.00', barcode: '12345678905', title: 'Tente' }],
    ]);
  });

  it.each<[title: string, query: () => Record<string, string>, keys: string[]]>([
    ['everything', () => ({}), ALL],
    ['a price that differs within a currency', () => ({ differs_in: 'price' }), ['s:m-1', 's:t-1']],
    ['a cost that one store lacks', () => ({ differs_in: 'cost' }), ['s:s-1']],
    ['a vendor', () => ({ differs_in: 'vendor,title' }), ['s:s-1', 's:t-1']],
    ['more than 15 % apart', () => ({ apart: '15' }), ['s:m-1']],
    ['missing in a store', () => ({ missing_in: ids.paris }), ['s:m-1', 's:s-1']],
    ['missing in a store that was never synced', () => ({ missing_in: ids.oslo }), ALL],
    ['only in a store', () => ({ only_in: ids.berlin }), ['s:m-1']],
    ['in several stores', () => ({ shared: 'true' }), ['b:00000096385074', 's:s-1', 's:t-1']],
    [
      'in several of the chosen stores',
      () => ({ shared: 'true', store_ids: `${ids.berlin},${ids.paris}` }),
      ['s:t-1'],
    ],
    ['twice in a store', () => ({ conflict: 'twice_in_store' }), ['s:m-1']],
    ['not what is doubtful elsewhere', () => ({ conflict: 'any', store_ids: ids.paris }), []],
    ['two of the stores', () => ({ store_ids: `${ids.zurich},${ids.berlin}` }), ALL],
    [
      'no difference between two of the stores',
      () => ({ store_ids: `${ids.zurich},${ids.berlin}`, differs_in: 'price,title' }),
      ['s:m-1'],
    ],
    ['what a store has', () => ({ store_ids: ids.paris }), ['b:00000096385074', 's:t-1']],
    ['words', () => ({ query: 'tent' }), ['s:t-1']],
    ['a SKU', () => ({ query: 'm-1', type: 'sku' }), ['s:m-1']],
    ['a filter', () => ({ filter: 'vendor:Acme price:>60' }), ['s:t-1']],
    ['a filter and a difference', () => ({ filter: 'vendor:Acme', differs_in: 'vendor' }), ['s:s-1']],
  ])('finds %s', async (_, query, keys) => {
    expect(keysOf(await compare(query()))).toEqual(keys);
    expect((await counts(query())).total).toBe(keys.length);
  });

  it('counts by kind', async () => {
    expect(await counts({ attributes: 'price,cost,title', differs_in: 'price' })).toEqual({
      total: 2,
      articles: 4,
      in_all: 1,
      differing: 3,
      differs: { price: 2, cost: 1, title: 1 },
      missing: [
        { store_id: ids.zurich, articles: 1 },
        { store_id: ids.berlin, articles: 1 },
        { store_id: ids.paris, articles: 2 },
      ],
      only: [
        { store_id: ids.zurich, articles: 0 },
        { store_id: ids.berlin, articles: 1 },
        { store_id: ids.paris, articles: 0 },
      ],
      doubtful: 2,
      conflicts: { twice_in_store: 1, several_barcodes: 1, several_skus: 0, shared_barcode: 0 },
      deviations: [],
      progress: null,
    });
    const two = { attributes: 'price,title', store_ids: `${ids.zurich},${ids.berlin}` };
    expect(await counts(two)).toMatchObject({
      articles: 4,
      in_all: 2,
      differing: 1,
      differs: { price: 1, title: 0 },
      doubtful: 1,
      conflicts: { twice_in_store: 1, several_barcodes: 0 },
    });
  });

  it('lists articles with their variants', async () => {
    const { articles } = await get<ArticleList>('/articles?query=t-');
    expect(articles.map(({ key, variants }) => [key, variants.map(({ sku }) => sku)])).toEqual([
      ['s:t-1', ['T-1', 't-1 ', 'T-1']],
    ]);
    const doubtful = await get<ArticleList>('/articles?conflict=any');
    expect(doubtful.articles.map(({ key, conflicts }) => [key, conflicts])).toEqual([
      ['s:m-1', ['twice_in_store']],
      ['s:t-1', ['several_barcodes']],
    ]);
  });
});

it('refreshes articles that one statement wrote in steps', async () => {
  await app.db.query('update variants set price = price');
  const steps: number[] = [];
  for (let done = await refreshSome(app.db, 3); done; done = await refreshSome(app.db, 3)) steps.push(done);
  expect(steps).toEqual([3, 1]);
});

it('says how variants are matched', async () => {
  const matching = await get<Matching>('/articles/matching');
  expect(matching).toMatchObject({ mode: 'sku_then_barcode', version: 1, progress: null });
  expect(matching.stores).toHaveLength(4);
});

describe('a person limited to two of the stores', () => {
  const SHARING = ['b:00000096385074', 's:b-1', 's:p-1', 's:t-1'].map((key) => [key, ['shared_barcode']]);
  const TWICE = [['s:m-1', ['twice_in_store']]];
  const addSharing = async () => {
    await addProduct(app.db, ids.berlin, 'Bag', [{ sku: 'B-1', barcode: '012345678905' }]);
    await addProduct(app.db, ids.berlin, 'Peg', [{ sku: 'P-1', barcode: '96385074' }]);
  };
  const renew = async () => {
    while (await refreshSome(app.db));
  };

  it.each([
    { when: 'what all stores differ in is known', before: renew, added: 0, conflicts: TWICE },
    { when: 'it is still to be renewed', before: addSharing, added: 2, conflicts: [...SHARING, ...TWICE] },
    { when: 'it is renewed', before: renew, added: 2, conflicts: [...SHARING, ...TWICE] },
  ])('sees only these when $when', async ({ before, added, conflicts }) => {
    await before();
    const attributes = ['price', 'cost', 'title'];
    const { compare: service, articles } = app.services;
    await inStoreScope({ storeIds: [ids.zurich, ids.berlin], personId: ids.paris }, async () => {
      const counted = await service.counts(
        CompareFilter.parse({ attributes, differs_in: ['price', 'title'] }),
      );
      expect(counted).toMatchObject({
        total: 1,
        articles: 4 + added,
        in_all: 2,
        differing: 2,
        differs: { price: 1, cost: 1, title: 0 },
        missing: [{ articles: 1 + added }, { articles: 1 }],
        only: [{ articles: 1 }, { articles: 1 + added }],
        conflicts: { twice_in_store: 1, several_barcodes: 0, several_skus: 0, shared_barcode: 2 * added },
      });
      const { rows } = await service.list(CompareQuery.parse({ attributes, conflict: 'any' }));
      const { articles: doubtful } = await articles.list(ArticlesQuery.parse({ conflict: 'any' }));
      for (const found of [rows, doubtful])
        expect(found.map((article) => [article.key, article.conflicts])).toEqual(conflicts.toSorted());
    });
  });
});
