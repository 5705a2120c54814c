import type { ArticleList, Matching, StoreMatching } from '@storefleet/contract/articles/articles';
import { changeAmount } from '@storefleet/contract/edits/price-change';
import { gtinForms } from '@storefleet/contract/values/gtin';
import { addDecimals, multiplyDecimals } from '@storefleet/contract/values/money/decimal';
import { deviationsSql } from '@storefleet/server/modules/compare/deviations';
import { compose } from '@storefleet/server/platform/db/statements/statement';
import { openTestApp } from '@storefleet/test-support/app';
import { afterEach, describe, expect, it } from 'vitest';
import { addProduct, addStore } from '../products/catalogue.ts';

const app = await openTestApp();
const ids = [await addStore(app.db, 'A'), await addStore(app.db, 'B')] as const;
afterEach(async () => {
  await app.db.query('delete from products');
});

const matching = async () => (await app.call<Matching>('GET', '/articles/matching')).body;
const articles = async (query = '') =>
  (await app.call<ArticleList>('GET', `/articles${query}`)).body.articles;
const variantIds = async () =>
  (await app.db.query<{ id: string }>('select id from variants order by id')).rows.map(({ id }) => id);

/** Saves the matching, and matches every variant by it. */
async function match(mode: Matching['mode'], ...stores: Partial<StoreMatching>[]) {
  const before = await matching();
  const input = stores.map((store, index) => ({ ...before.stores[index], ...store }));
  const { status, body } = await app.call('PUT', '/articles/matching', {
    mode,
    stores: input,
    version: before.version,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  await expect.poll(async () => (await matching()).progress).toBeNull();
  return matching();
}

const PLAIN = {
  is_left_out: false,
  ignored_prefixes: [],
  ignored_suffixes: [],
  ignores_case: true,
  ignores_leading_zeros: false,
};
type Code = readonly [sku: string | null, barcode?: string];
/** In a variant of each store; whether they are one article. */
type Case = readonly [title: string, ofA: Code, ofB: Code, isOne: boolean];
const EAN = '96385074';

it.each<[mode: Matching['mode'], rulesOfA: Partial<StoreMatching>, cases: readonly Case[]]>([
  [
    'sku',
    {},
    [
      ['other case', ['Ab-1'], ['aB-1'], true],
      ['blanks around them', [' ab-2'], ['ab-2\t'], true],
      ['one barcode', ['a', EAN], ['b', EAN], false],
    ],
  ],
  ['sku', { ignores_case: false }, [['other case', ['AB-1'], ['ab-1'], false]]],
  [
    'barcode',
    {},
    [
      ['other SKUs', ['a', EAN], ['b', EAN], true],
      ['a UPC and the EAN of it', ['a', '012345678905'], ['b', '0012345678905'], true],
      ['a code that is no GTIN, with zeros', ['a', '12345'], ['b', '00012345'], false],
      ['no barcodes', ['a'], ['a'], false],
    ],
  ],
  [
    'both',
    {},
    [
      ['other barcodes', ['a', EAN], ['a', '12345670'], false],
      ['both are one', ['b', EAN], ['B', `000000${EAN}`], true],
    ],
  ],
  ['sku_then_barcode', {}, [['no SKU', [null, EAN], ['', EAN], true]]],
  [
    'sku',
    { ignored_prefixes: ['CH-', 'CH-X'] },
    [
      ['a prefix of a store', ['ch-1'], ['1'], true],
      ['the longer prefix', ['CH-X2'], ['2'], true],
      ['a prefix that is all there is', ['CH-'], ['ch-'], true],
    ],
  ],
  [
    'sku',
    { ignored_suffixes: ['.de'] },
    [
      ['a suffix of a store', ['7.DE'], ['7'], true],
      ['signs of a suffix as they are', ['8xde'], ['8'], false],
    ],
  ],
  [
    'sku',
    { ignored_prefixes: ['p'], ignored_suffixes: ['s'], ignores_leading_zeros: true },
    [
      ['a prefix, zeros and a suffix', ['P007s'], ['7'], true],
      ['zeros alone', ['000'], ['0'], true],
    ],
  ],
  ['sku', { is_left_out: true }, [['a store that is left out', ['a'], ['a'], false]]],
])('knows what is one article by %s, with %o', async (mode, rules, cases) => {
  const addAll = async () => {
    for (const [title, ...codes] of cases)
      for (const [index, storeId] of ids.entries()) {
        const [sku, barcode = null] = codes[index] as Code;
        await addProduct(app.db, storeId, title, [{ sku, barcode }]);
      }
  };
  const ones = async () =>
    (await articles()).flatMap(({ variants }) =>
      variants.length < 2 ? [] : [variants.map(({ product_title }) => product_title)],
    );
  const expected = cases.flatMap(([title, , , isOne]) => (isOne ? [[title, title]] : []));
  await addAll();
  await match(mode, { ...PLAIN, ...rules }, PLAIN);
  expect((await ones()).toSorted()).toEqual(expected.toSorted());
  // Variants written later get their key at once, by the same rules.
  await app.db.query('delete from products');
  await addAll();
  expect((await ones()).toSorted()).toEqual(expected.toSorted());
});

it('treats barcodes as equal wherever the contract does', async () => {
  const codes = [
    '96385074',
    '0096385074',
    '012345678905',
    '0012345678905',
    '00012345678905',
    '12345',
    '00012345',
  ];
  codes.push('00000000', '000000000000', 'ABC', '');
  const { rows } = await app.db.query<{ a: string; b: string; same: boolean }>(
    `select a, b, barcode_key(a) = barcode_key(b) as same from unnest($1::text[]) as a cross join unnest($1::text[]) as b
     where a <> '' and b <> ''`,
    [codes],
  );
  for (const { a, b, same } of rows) expect([a, b, same]).toEqual([a, b, gtinForms(a).includes(b)]);
});

describe('manually', () => {
  it('links, unlinks, and returns to the rules', async () => {
    await match('sku', PLAIN, PLAIN);
    await addProduct(app.db, ids[0], 'Tent', [{ sku: 'T-1' }]);
    await addProduct(app.db, ids[1], 'Tent', [{ sku: 'other' }]);
    const [, second] = await variantIds();
    const link = (to: object, variants = [second]) =>
      app.call<{ keys: string[] }>('POST', '/articles/link', { variant_ids: variants, to });
    expect((await link({ article: 's:t-1' })).body).toEqual({ keys: ['s:t-1'] });
    const [linked] = await articles();
    expect(linked).toMatchObject({ key: 's:t-1', conflicts: ['several_skus'] });
    expect(linked?.variants.map(({ by_hand }) => by_hand)).toEqual([false, true]);
    // The link stays, whatever the store changes.
    await app.db.query('update variants set sku = $1 where id = $2', ['another', second]);
    expect(await articles()).toHaveLength(1);
    expect((await link({ own: true })).body.keys[0]).toMatch(/^m:/);
    expect(await articles()).toHaveLength(2);
    expect((await link({ rules: true })).body.keys).toEqual(['s:another']);
    expect((await link({ article: 's:nothing' })).status).toBe(404);
    expect((await link({ own: true }, ['01a1fbda-66f1-7314-a08f-0fcc3155c20b'])).status).toBe(400);
  });

  it('does not overwrite a matching saved by somebody else', async () => {
    const { version } = await matching();
    const answer = await app.call('PUT', '/articles/matching', {
      mode: 'sku',
      stores: [],
      version: version + 1,
    });
    expect(answer.status).toBe(409);
  });
});

it('lists a barcode of several articles with all of them, until only one is left', async () => {
  await match('sku', PLAIN, PLAIN);
  await addProduct(app.db, ids[0], 'Tent', [{ sku: 'T-1', barcode: '96385074' }]);
  await addProduct(app.db, ids[0], 'Stove', [{ sku: 'S-1', barcode: '12345670' }]);
  await addProduct(app.db, ids[1], 'Cup', [{ sku: 'C-1', barcode: '00000096385074' }]);
  const shared = async () => (await articles('?conflict=shared_barcode')).map(({ key }) => key);
  const counted = async () => (await matching()).conflicts.shared_barcode;
  await expect.poll(shared).toEqual(['s:c-1', 's:t-1']);
  expect(await counted()).toBe(2);
  await app.db.query(`update variants set barcode = '12345670' where sku = 'C-1'`);
  await expect.poll(shared).toEqual(['s:c-1', 's:s-1']);
  await app.db.query(`delete from products where title = 'Stove'`);
  await expect.poll(counted).toBe(0);
});

it('computes amounts like any other price change', async () => {
  await match('sku', PLAIN, PLAIN);
  const prices = [
    '0.00',
    '0.04',
    '0.99',
    '1.00',
    '9.94',
    '9.95',
    '10.00',
    '19.999',
    '100.49',
    '123.4567',
    '9999999.99',
  ];
  await addProduct(
    app.db,
    ids[0],
    'From',
    prices.map((price, index) => ({ sku: `p${index}`, price })),
  );
  await addProduct(
    app.db,
    ids[1],
    'To',
    prices.map((_, index) => ({ sku: `p${index}`, price: '-1' })),
  );
  const ways = ['1', '1.05', '0.333333', '12.5'].flatMap((factor) =>
    ['0', '-5', '0.005'].flatMap((amount) =>
      [null, '.99', '.90', '.00'].flatMap((ending) =>
        [0, 2].map((decimals) => ({ factor, amount, ending, decimals })),
      ),
    ),
  );
  for (const { factor, amount, ending, decimals } of ways) {
    const rule = {
      id: '',
      title: '',
      attribute: 'price',
      watch: 'off',
      version: 1,
      way: { kind: 'formula', factor, amount, ending },
      sourceStoreId: ids[0],
      targets: [{ storeId: ids[1], factor, amount, decimals }],
      missingRates: [],
    } as const;
    const { text, params } = compose((bind) => deviationsSql(rule, bind));
    const { rows } = await app.db.query<{ key: string; expected: string }>(text, params);
    expect(rows).toHaveLength(prices.length);
    for (const [index, price] of prices.entries()) {
      const base = addDecimals(multiplyDecimals(price, factor), amount);
      const change = {
        operation: 'increase',
        unit: 'amount',
        value: '0',
        rounding: ending ?? 'none',
      } as const;
      const expected = changeAmount(change as Parameters<typeof changeAmount>[0], base, decimals);
      const found = rows.find(({ key }) => key === `s:p${index}`)?.expected;
      expect([price, factor, amount, ending, decimals, Number(found)]).toEqual([
        price,
        factor,
        amount,
        ending,
        decimals,
        Number(expected),
      ]);
    }
  }
});
