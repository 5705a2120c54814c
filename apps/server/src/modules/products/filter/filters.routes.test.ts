import { ATTRIBUTE_FLAGS, countOfFlag } from '@storefleet/contract/catalogue/filter/filter-fields';
import { FilterParameter } from '@storefleet/contract/catalogue/filter/filter-parameter';
import { variantMatches } from '@storefleet/contract/catalogue/filter/product-filter';
import { VARIANT_FINDINGS } from '@storefleet/contract/catalogue/health/variant-findings';
import type {
  Facets,
  SearchedProducts,
  SearchResult,
} from '@storefleet/contract/catalogue/products/products';
import { openTestApp } from '@storefleet/test-support/app';
import { describe, expect, it, test } from 'vitest';
import { addProduct, addStore, type VariantInput } from '../../../../test/products/catalogue.ts';

const app = await openTestApp();
const [atlas, birch] = [await addStore(app.db, 'Atlas'), await addStore(app.db, 'Birch & Co')];
const stores = { atlas, birch };
const now = new Date();
await app.db.query('update stores set last_sync_at = $1 where id = $2', [now, atlas]);
await addProduct(
  app.db,
  atlas,
  'Lamp',
  [
    {
      title: 'Small',
      sku: 'L-1',
      price: '5',
      cost: '6',
      inventory_quantity: 0,
      barcode: '1',
      weight: '1',
      weight_unit: 'lb',
    },
    { title: 'Large', sku: 'L-2', price: '50', cost: '20', compare_at_price: '60', inventory_quantity: 9 },
  ],
  {
    vendor: 'Quarry  Lane',
    product_type: 'Lights',
    status: 'active',
    tags: ['Clearance', 'New, hot'],
    description: '<p>Of <b>li</b>nen\n&amp; Öl</p>',
  },
);
await addProduct(
  app.db,
  atlas,
  'Mug',
  [
    {
      sku: 'M-1',
      price: '10',
      cost: '8',
      inventory_quantity: 3,
      barcode: '2',
      weight: '2',
      weight_unit: 'kg',
    },
  ],
  { vendor: 'quarry lane', product_type: 'Cups', status: 'active', tags: ['clearance'], description: '' },
);
await addProduct(
  app.db,
  birch,
  'Tray',
  [
    { title: 'Oak', sku: 'T-1', price: '15', inventory_quantity: -2, barcode: '3' },
    { title: 'Ash', sku: 'T-2', price: '25', inventory_quantity: 4, barcode: '4' },
  ],
  { vendor: 'Böhm', status: 'draft', updated_at: new Date(now.getTime() - 3 * 86_400_000) },
);
await addProduct(app.db, birch, 'Voucher', [], { updated_at: new Date('2025-01-31T12:00:00Z') });

const get = <T>(path: string, params: Record<string, string>) =>
  app.call<T>('GET', `${path}?${new URLSearchParams(params)}`);

/** Each product found, with its shown variants. */
async function find(params: Record<string, string>) {
  const { body } = await get<SearchResult>('/products/search', { query: '', ...params });
  const found = body.results.map(({ product }) =>
    [product.title, ...product.variants.map(({ sku }) => sku)].join(' '),
  );
  expect(body.pagination).toMatchObject({ total: found.length, more_than_total: false });
  return found;
}

/** These products have no plain attributes yet. */
const NONE_FLAGGED = Object.fromEntries(ATTRIBUTE_FLAGS.map((flag) => [countOfFlag(flag), 0]));

describe('a filter without words finds', () => {
  test.each([
    ['store:atlas', ['Lamp L-1 L-2', 'Mug M-1']],
    ['store:"birch &  CO"', ['Tray T-1 T-2', 'Voucher']],
    ['-store:atlas', ['Tray T-1 T-2', 'Voucher']],
    ['store:nowhere', []],
    ['vendor:"QUARRY LANE"', ['Lamp L-1 L-2', 'Mug M-1']],
    ['vendor:bohm', ['Tray T-1 T-2']],
    ['vendor:Quarry', []],
    ['-vendor:"Quarry Lane"', ['Tray T-1 T-2', 'Voucher']],
    ['vendor:böhm,"quarry lane"', ['Lamp L-1 L-2', 'Mug M-1', 'Tray T-1 T-2']],
    ['type:cups,lights', ['Lamp L-1 L-2', 'Mug M-1']],
    ['status:draft', ['Tray T-1 T-2']],
    ['tag:clearance', ['Lamp L-1 L-2', 'Mug M-1']],
    ['tag:clearance -tag:"new, HOT"', ['Mug M-1']],
    ['-tag:clearance', ['Tray T-1 T-2', 'Voucher']],
    ['price:<10', ['Lamp L-1']],
    ['price:<=10', ['Lamp L-1', 'Mug M-1']],
    ['price:10..20', ['Mug M-1', 'Tray T-1']],
    ['price:20..30', ['Tray T-2']],
    ['price:6..49', ['Mug M-1', 'Tray T-1 T-2']],
    ['price:5,25', ['Lamp L-1', 'Tray T-2']],
    ['-price:<20', ['Lamp L-2', 'Tray T-2']],
    ['compare-at:>0', ['Lamp L-2']],
    ['-compare-at:>0', ['Lamp L-1', 'Mug M-1', 'Tray T-1 T-2']],
    ['cost:<10', ['Lamp L-1', 'Mug M-1']],
    ['margin:20', ['Mug M-1']],
    ['margin:<0', ['Lamp L-1']],
    ['stock:0', ['Lamp L-1']],
    ['stock:<0', ['Tray T-1']],
    ['stock:>3.5', ['Lamp L-2', 'Tray T-2']],
    ['stock:<=2.5', ['Lamp L-1', 'Tray T-1']],
    ['stock:2.5..3.5', ['Mug M-1']],
    ['stock:2.5', []],
    ['stock:<99999999999', ['Lamp L-1 L-2', 'Mug M-1', 'Tray T-1 T-2']],
    ['weight:>1', ['Mug M-1']],
    ['weight:453g..454g', ['Lamp L-1']],
    ['no:barcode', ['Lamp L-2']],
    ['no:cost', ['Tray T-1 T-2']],
    ['-no:cost', ['Lamp L-1 L-2', 'Mug M-1']],
    ['is:below-cost', ['Lamp L-1']],
    ['-is:below-cost', ['Lamp L-2', 'Mug M-1', 'Tray T-1 T-2']],
    ['is:never-synced', ['Tray T-1 T-2', 'Voucher']],
    ['-is:never-synced', ['Lamp L-1 L-2', 'Mug M-1']],
    ['description:linen', ['Lamp L-1 L-2']],
    ['description:"LINEN & ol"', ['Lamp L-1 L-2']],
    ['description:silk,linen price:<10', ['Lamp L-1']],
    ['description:p', []],
    ['-description:linen', ['Mug M-1', 'Tray T-1 T-2', 'Voucher']],
    ['no:description', ['Mug M-1']],
    ['-no:description store:atlas', ['Lamp L-1 L-2']],
    ['changed:<2025-02-01', ['Voucher']],
    ['changed:>2025-02-01', ['Lamp L-1 L-2', 'Mug M-1', 'Tray T-1 T-2']],
    ['changed:2d', ['Lamp L-1 L-2', 'Mug M-1']],
    ['-changed:2d changed:7d', ['Tray T-1 T-2']],
    // One variant has to meet all conditions, not several variants together.
    ['price:<10 stock:0', ['Lamp L-1']],
    ['price:<10 stock:9', []],
    ['price:>20 no:barcode', ['Lamp L-2']],
    ['no:barcode is:below-cost', []],
    ['-price:<10 vendor:"quarry lane"', ['Lamp L-2', 'Mug M-1']],
    ['-price:5 stock:0', []],
  ])('%s', async (filter, found) => {
    expect(await find({ filter, sort_by: 'title' })).toEqual(found);
  });
});

describe('a filter with words', () => {
  test.each([
    [{ query: 'm', filter: 'vendor:"quarry lane"' }, ['Lamp L-1 L-2', 'Mug M-1']],
    [{ query: 'lamp', filter: 'price:>20' }, ['Lamp L-2']],
    [{ query: 'large', filter: 'price:<20' }, ['Lamp L-1']],
    [{ query: 'l-', type: 'sku', filter: 'price:<20' }, ['Lamp L-1']],
    [{ query: 'l-2', type: 'sku', filter: 'price:<20' }, []],
    [{ query: 't-2', type: 'sku', filter: 'store:"birch & co" no:cost' }, ['Tray T-2']],
    [{ query: '2', type: 'barcode', filter: 'stock:3' }, ['Mug M-1']],
  ])('%j finds what matches both', async (params, found) => {
    expect(await find({ sort_by: 'title', ...params } as Record<string, string>)).toEqual(found);
  });

  it('sorts by the values of the shown variants', async () => {
    expect(await find({ filter: 'price:>9', sort_by: 'price' })).toEqual([
      'Mug M-1',
      'Tray T-1 T-2',
      'Lamp L-2',
    ]);
    expect(await find({ filter: 'price:<20', sort_by: 'price', sort_direction: 'desc' })).toEqual([
      'Tray T-1',
      'Mug M-1',
      'Lamp L-1',
    ]);
    expect(await find({ filter: 'price:>0', sort_by: 'store_name', sort_direction: 'desc' })).toEqual([
      'Tray T-1 T-2',
      'Lamp L-1 L-2',
      'Mug M-1',
    ]);
    expect(await find({ filter: 'price:>20', sort_by: 'barcode' })).toEqual(['Tray T-2', 'Lamp L-2']);
    expect(await find({ query: 'lamp', filter: 'price:>20', sort_by: 'price' })).toEqual(['Lamp L-2']);
  });

  it('applies to the counts of other stores', async () => {
    const elsewhere = async (filter: string) =>
      (
        await get<{ total: number }>('/products/search/elsewhere', {
          query: '',
          store_ids: stores.atlas,
          filter,
        })
      ).body.total;
    expect([await elsewhere('status:draft'), await elsewhere('status:active')]).toEqual([1, 0]);
  });
});

test.each([
  [{}, 'query', 'Enter a search term.'],
  [{ query: '', filter: '' }, 'query', 'Enter a search term.'],
  [{ query: '', filter: 'colour:red' }, 'filter', /^At character 1: there is no filter "colour"\./],
  [{ query: '', filter: 'price:cheap' }, 'filter', /^At character 1: "price:" takes an amount such as/],
  [{ query: '', filter: 'mug' }, 'filter', '"mug" is no filter: words to search for go into query.'],
])('%j is refused', async (params, path, message) => {
  for (const call of ['/products/search', '/products/search/selection', '/products/export']) {
    const { status, body } = await get(call, params as Record<string, string>);
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      expect.objectContaining({
        path,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      }),
    ]);
  }
});

test('all matches are listed by id, in order, with an exact total', async () => {
  const { body: search } = await get<SearchResult>('/products/search', {
    query: '',
    filter: 'price:>0',
    sort_by: 'price',
  });
  const { body } = await get<SearchedProducts>('/products/search/selection', {
    query: '',
    filter: 'price:>0',
    sort_by: 'price',
  });
  expect(body).toEqual({
    total: 3,
    product_ids: search.results.map(({ product }) => product.id),
    more: false,
  });
});

test('an export contains the variants that match the filter', async () => {
  const response = await app.fetchApi(
    `/products/export?${new URLSearchParams({ query: '', filter: 'price:>20' })}`,
  );
  const lines = (await response.text()).trim().split('\n');
  expect(lines.slice(1).map((line) => line.split(',').find((cell) => /^[A-Z]-\d$/.test(cell)))).toEqual([
    'L-2',
    'T-2',
  ]);
});

describe('facets', () => {
  const facets = async (params: Record<string, string> = {}) => {
    const { body } = await get<Facets>('/products/facets', params);
    const counts = Object.fromEntries(
      Object.entries(body.facets).map(([name, { values }]) => [
        name,
        Object.fromEntries(
          values.map(({ label, products }) => [label.toLowerCase().replace(/\s+/g, ' '), products]),
        ),
      ]),
    );
    return { ...body, counts };
  };

  it('count the values of all products', async () => {
    const { total, counts, flags } = await facets();
    expect({ total, counts, flags }).toEqual({
      total: 4,
      counts: {
        store: { atlas: 2, 'birch & co': 2 },
        vendor: { 'quarry lane': 2, böhm: 1 },
        type: { cups: 1, lights: 1 },
        status: { active: 2, draft: 1 },
        tag: { clearance: 2, 'new, hot': 1 },
      },
      flags: { ...NONE_FLAGGED, no_barcode: 1, no_cost: 1, no_image: 0, below_cost: 1, never_synced: 2 },
    });
  });

  it('are counted with the rest of the filter, but without their own part', async () => {
    const { total, counts, flags } = await facets({ filter: 'vendor:böhm store:"birch & co" price:>0' });
    expect({ total, counts, flags }).toEqual({
      total: 1,
      counts: { store: { 'birch & co': 1 }, vendor: { böhm: 1 }, type: {}, status: { draft: 1 }, tag: {} },
      flags: { ...NONE_FLAGGED, no_barcode: 0, no_cost: 1, no_image: 0, below_cost: 0, never_synced: 1 },
    });
    expect((await facets({ filter: 'status:draft' })).counts).toMatchObject({
      status: { active: 2, draft: 1 },
      vendor: { böhm: 1 },
    });
    expect((await facets({ filter: 'is:below-cost' })).flags).toMatchObject({ below_cost: 1, no_barcode: 0 });
    expect((await facets({ query: 'l-1', type: 'sku' })).flags).toMatchObject({
      below_cost: 1,
      no_barcode: 0,
    });
    expect((await facets({ query: 'tray' })).counts).toMatchObject({ store: { 'birch & co': 1 } });
    expect((await facets({ store_ids: stores.atlas })).total).toBe(2);
  });

  it('are found by a part of a value, and their values work as filters', async () => {
    const { body } = await get<Facets>('/products/facets', { facet: 'vendor', facet_query: 'BÖ' });
    expect(body).toEqual({
      total: 4,
      facets: { vendor: { values: [{ value: 'Böhm', label: 'Böhm', products: 1 }], more: false } },
    });
    const { body: oneStore } = await get<Facets>('/products/facets', { facet: 'store', facet_limit: '1' });
    expect(oneStore.facets.store?.more).toBe(true);
    const [first] = oneStore.facets.store?.values ?? [];
    expect(await find({ filter: `store:${first?.value}`, sort_by: 'title' })).toHaveLength(
      first?.products ?? 0,
    );
  });
});

test('SQL finds the products with a matching variant, whatever the filter', async () => {
  const random = seeded(11);
  const pick = <Value>(values: readonly Value[]) => values[random(values.length)] as Value;
  const store = await addStore(app.db, 'Chance');
  const catalogue: VariantInput[][] = [];
  const numbers = [null, '0', '1', '2', '3'];
  for (let product = 0; product < 60; product += 1) {
    const variants = Array.from({ length: random(4) }, () => ({
      price: pick(numbers),
      cost: pick(numbers),
      compare_at_price: pick(numbers),
      barcode: pick([null, '', '7', '4006381333931', '4006381333932', '4.60761E+12', '36000291452 ']),
      sku: pick([null, '', ' ', 'A', 'А', 'A ', 'Ж-1']),
      inventory_quantity: pick([null, 0, 1, 2]),
      weight: pick(numbers),
      weight_unit: pick(['kg', 'g', 'stone', null]),
    }));
    catalogue.push(variants);
    await addProduct(app.db, store, `Chance ${String(product).padStart(2, '0')}`, variants);
  }
  const tests = ['<1', '<=2', '>1', '>=2', '1', '1..2', '2..3', '<1,>2', '0,3'];
  const parts = [
    ...['price', 'cost', 'compare-at', 'stock', 'weight'].flatMap((field) =>
      tests.map((value) => `${field}:${value}`),
    ),
    ...['margin:<0', 'margin:50', 'margin:0..60', 'no:barcode', 'no:cost', 'no:sku', 'is:below-cost'],
    ...VARIANT_FINDINGS.filter((finding) => finding !== 'no-sku').map((finding) => `is:${finding}`),
  ];
  for (let run = 0; run < 150; run += 1) {
    const asked = Array.from({ length: 1 + random(3) }, () => `${pick(['', '', '-'])}${pick(parts)}`).join(
      ' ',
    );
    const filter = FilterParameter.parse(asked);
    const expected = catalogue.flatMap((variants, product) => {
      const shown = variants.filter((variant) =>
        variantMatches(filter, { ...NO_VALUES, ...variant } as Parameters<typeof variantMatches>[1]),
      );
      return shown.length === 0 ? [] : [`${product}: ${shown.length}`];
    });
    const { body } = await get<SearchResult>('/products/search', {
      query: '',
      filter: asked,
      store_id: store,
      sort_by: 'title',
      limit: '100',
    });
    const found = body.results.map(
      ({ product }) => `${Number(product.title.slice(7))}: ${product.variants.length}`,
    );
    expect(found, asked).toEqual(expected);
  }
});

const NO_VALUES = {
  price: null,
  compare_at_price: null,
  cost: null,
  barcode: null,
  inventory_quantity: null,
  weight: null,
  weight_unit: null,
};

function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}
