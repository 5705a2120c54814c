import type { MetafieldFacet } from '@storefleet/contract/catalogue/metafield-values';
import type { SearchResult } from '@storefleet/contract/catalogue/products/products';
import { openTestApp } from '@storefleet/test-support/app';
import { describe, expect, it, test } from 'vitest';
import { addProduct, addStore } from '../../../../test/products/catalogue.ts';

const definition = (owner: string, key: string, name: string, type = 'single_line_text_field') => ({
  owner,
  key,
  name,
  type,
  validations: {},
  pinned_position: null,
});

const app = await openTestApp();
const [atlas, birch] = [await addStore(app.db, 'Atlas'), await addStore(app.db, 'Birch')];
const define = (store: string, definitions: object[]) =>
  app.db.query('update stores set metafields = $1 where id = $2', [JSON.stringify(definitions), store]);
await define(atlas, [
  definition('product', 'custom.material', 'Fabric & wood'),
  definition('product', 'custom.since', 'Since', 'date'),
  definition('variant', 'custom.width', 'Width', 'number_decimal'),
  definition('product', 'custom.note', 'Note'),
  definition('variant', 'custom.note', 'Note'),
]);
await define(birch, [definition('product', 'custom.material', 'Holz')]);
await addProduct(
  app.db,
  atlas,
  'Chair',
  [
    { sku: 'C-1', price: '5', metafields: { 'custom.width': '9.5', 'custom.note': 'Last one' } },
    { sku: 'C-2', price: '50', metafields: { 'custom.width': '45.0', 'custom.note': null } },
  ],
  { metafields: { 'custom.material': 'Solid  Oak', 'custom.since': '2026-11-24', 'custom.note': null } },
);
await addProduct(
  app.db,
  atlas,
  'Desk',
  [{ sku: 'D-1', price: '90', metafields: { 'custom.width': '120', 'custom.note': null } }],
  {
    metafields: { 'custom.material': 'Böhm-Ash', 'custom.since': '1969-01-31', 'custom.note': 'last one' },
  },
);
await addProduct(
  app.db,
  atlas,
  'Lamp',
  [{ sku: 'L-1', price: '20', metafields: { 'custom.width': '-0.25', 'custom.note': null } }],
  { metafields: { 'custom.material': null, 'custom.since': null, 'custom.note': null } },
);
await addProduct(app.db, birch, 'Mug', [{ sku: 'M-1' }], { metafields: { 'custom.material': 'oak' } });
await addProduct(app.db, birch, 'Never read', [{ sku: 'N-1' }]);

async function find(filter: string, params: Record<string, string> = {}) {
  const asked = new URLSearchParams({ query: '', filter, sort_by: 'title', ...params });
  const { status, body, text } = await app.call<SearchResult>('GET', `/products/search?${asked}`);
  expect(status, text).toBe(200);
  return body.results.map(({ product }) =>
    [product.title, ...product.variants.map(({ sku }) => sku)].join(' '),
  );
}

const CHAIR = 'Chair C-1 C-2';
const [DESK, LAMP, MUG, NEVER_READ] = ['Desk D-1', 'Lamp L-1', 'Mug M-1', 'Never read N-1'];

describe('a filter for a metafield finds', () => {
  test.each<[string, string[]]>([
    ['metafield.custom.material:"solid oak"', [CHAIR]],
    ['metafield.custom.material:oak,"SOLID OAK"', [CHAIR, MUG]],
    ['metafield.CUSTOM.Material:oak', [MUG]],
    ['metafield."fabric & wood":oak', [MUG]],
    ['metafield.custom.material:~oak', [CHAIR, MUG]],
    ['metafield.custom.material:~bohm', [DESK]],
    ['metafield.custom.material:~%', []],
    ['-metafield.custom.material:~oak', [DESK, LAMP, NEVER_READ]],
    ['no:metafield.custom.material', [LAMP]],
    ['-no:metafield.custom.material', [CHAIR, DESK, MUG, NEVER_READ]],
    ['metafield.custom.nowhere:oak', []],
    ['-metafield.custom.nowhere:oak store:birch', [MUG, NEVER_READ]],
    ['metafield.custom.since:>=2026-11-24', [CHAIR]],
    ['metafield.custom.since:<2026-11-24', [DESK]],
    ['metafield.custom.since:2026-11-01..2026-11-30', [CHAIR]],
    ['metafield.custom.since:2026-12-01..2027-11-30', []],
    ['metafield.custom.since:2026-11-24', [CHAIR]],
    ['metafield.custom.width:<10', ['Chair C-1', LAMP]],
    ['metafield.custom.width:<0', [LAMP]],
    ['metafield.custom.width:>=-0.25', [CHAIR, DESK, LAMP]],
    ['metafield.custom.width:>45', [DESK]],
    ['metafield.custom.width:45', ['Chair C-2']],
    ['metafield.custom.width:9..45', [CHAIR]],
    ['metafield.custom.width:-1..-0.2', [LAMP]],
    ['-metafield.custom.width:<10', ['Chair C-2', DESK, MUG, NEVER_READ]],
    // One variant has to meet all conditions.
    ['metafield.custom.width:<10 price:<10', ['Chair C-1']],
    ['metafield.custom.width:<10 price:50', []],
    ['metafield.custom.width:>9 metafield.custom.material:"solid oak"', [CHAIR]],
    ['metafield.custom.width:<10 metafield.custom.material:oak', []],
    // A name of both a product's metafield and a variant's.
    ['metafield.Note:"last one"', ['Chair C-1', DESK]],
    ['-metafield.Note:"last one" store:atlas', ['Chair C-2', LAMP]],
    ['no:metafield.custom.note', [CHAIR, DESK, LAMP]],
  ])('%s', async (filter, found) => {
    expect(await find(filter)).toEqual(found);
  });
});

it('narrows a search, an export and a selection', async () => {
  expect(await find('metafield.custom.width:<10', { query: 'c-', type: 'sku' })).toEqual(['Chair C-1']);
  expect(await find('metafield.custom.width:>10', { sort_by: 'price', sort_direction: 'desc' })).toEqual([
    DESK,
    'Chair C-2',
  ]);
  const asked = new URLSearchParams({ query: '', filter: 'metafield.custom.width:<10' });
  const file = await (await app.fetchApi(`/products/export?${asked}`)).text();
  expect(file.match(/\b[A-Z]-\d\b/g)).toEqual(['C-1', 'L-1']);
  const { body } = await app.call<{ total: number }>('GET', `/products/search/selection?${asked}`);
  expect(body.total).toBe(2);
});

describe('the values to choose from', () => {
  const values = async (params: Record<string, string>) => {
    const asked = new URLSearchParams(params);
    const { status, body, text } = await app.call<MetafieldFacet>(
      'GET',
      `/products/facets/metafields?${asked}`,
    );
    expect(status, text).toBe(200);
    return {
      ...Object.fromEntries(body.values.map(({ value, products }) => [value, products])),
      none: body.missing,
      more: body.more,
    };
  };

  it('are counted with the rest of the filter, but without their own part', async () => {
    const metafield = 'custom.material';
    const all = { 'Solid  Oak': 1, 'Böhm-Ash': 1, oak: 1, none: 1, more: false };
    expect(await values({ metafield })).toEqual(all);
    expect(await values({ metafield, filter: 'metafield.custom.material:oak' })).toEqual(all);
    expect(await values({ metafield, filter: 'store:atlas -metafield.custom.width:<0' })).toEqual({
      'Solid  Oak': 1,
      'Böhm-Ash': 1,
      none: 0,
      more: false,
    });
    expect(await values({ metafield, query: 'mug' })).toEqual({ oak: 1, none: 0, more: false });
    expect(await values({ metafield, facet_query: 'bohm' })).toEqual({ 'Böhm-Ash': 1, none: 1, more: false });
    expect(await values({ metafield, facet_limit: '1' })).toMatchObject({ more: true });
    expect(await values({ metafield: 'custom.nowhere' })).toEqual({ none: 0, more: false });
  });

  it('count a product once, whichever of its variants has the value', async () => {
    expect(await values({ metafield: 'Note' })).toEqual({ 'Last one': 2, none: 3, more: false });
  });
});
