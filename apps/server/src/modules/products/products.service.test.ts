import { SearchElsewhereQuery, SearchQuery } from '@storefleet/contract/catalogue/products/products';
import { openTestDatabase } from '@storefleet/test-support/database';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { addProduct, addStore } from '../../../test/products/catalogue.ts';
import { createProductsService } from './products.service.ts';

let atlas: string;
let birch: string;

const db = await openTestDatabase();
const products = createProductsService({ db, stores: { requireStore: async () => undefined } });

beforeEach(async () => {
  await db.query('delete from stores');
  atlas = await addStore(db, 'Atlas', 'EUR');
  birch = await addStore(db, 'birch');
});

async function search(query: string, options: Partial<z.input<typeof SearchQuery>> = {}) {
  const { results, pagination } = await products.search(SearchQuery.parse({ query, ...options }));
  return {
    titles: results.map(({ product }) => product.title),
    results,
    pagination,
    total: pagination.total,
  };
}

describe('a name search finds', () => {
  it('products whose titles contain all words, in any order, ignoring case and accents', async () => {
    await addProduct(db, atlas, 'Crème Brûlée Torch', [{ title: 'Blue' }]);
    await addProduct(db, birch, 'Torch holder', [{ title: 'Crème' }, { title: 'Black' }]);
    await addProduct(db, birch, 'Creme only');
    expect((await search('TORCH creme')).titles.toSorted()).toEqual(['Crème Brûlée Torch', 'Torch holder']);
    expect((await search('torch creme pink')).total).toBe(0);
  });

  it('nothing by ’Default Title’', async () => {
    await addProduct(db, atlas, 'Plain');
    expect((await search('default')).total).toBe(0);
  });

  it.each(['50%', '_', '\\', "o'", '"x"', '%%', 'a_c'])('%j literally', async (query) => {
    await addProduct(db, atlas, `Is ${query} in here`);
    await addProduct(db, atlas, 'Is abc 500 here');
    expect((await search(query)).titles).toEqual([`Is ${query} in here`]);
  });

  it('terms of one or two letters, and other scripts', async () => {
    await addProduct(db, atlas, 'Зелёный чай');
    await addProduct(db, atlas, '緑茶 玉露');
    expect((await search('чай')).titles).toEqual(['Зелёный чай']);
    expect((await search('茶')).titles).toEqual(['緑茶 玉露']);
    expect((await search('ЗЕ')).titles).toEqual(['Зелёный чай']);
    await addProduct(db, atlas, 'Żółć x9ж', [{ title: '%', sku: 'ж9' }]);
    for (const query of ['x9', '9ж', 'ж', '%']) expect((await search(query)).titles).toEqual(['Żółć x9ж']);
    expect((await search('ж9', { type: 'sku' })).total).toBe(1);
  });

  it('nothing for a term without any characters left: it is refused', async () => {
    await expect(search('\u0301\u0302')).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('a search by SKU or barcode finds', () => {
  it('variants that contain all words, and shows only those', async () => {
    await addProduct(db, atlas, 'Shirt', [{ sku: 'SH-RED-1' }, { sku: 'SH-BLU-2' }, { sku: null }]);
    const { results, total } = await search('blu', { type: 'sku' });
    expect(total).toBe(1);
    expect(results[0]?.product.variants.map(({ sku }) => sku)).toEqual(['SH-BLU-2']);
    expect((await search('sh- -2', { type: 'sku' })).total).toBe(1);
    // Each word occurs, but not in the same variant.
    expect((await search('red -2', { type: 'sku' })).total).toBe(0);
    expect((await search('shirt', { type: 'sku' })).total).toBe(0);
  });

  it('a 12-digit UPC by the 13-digit EAN with a leading zero, and vice versa', async () => {
    await addProduct(db, atlas, 'Upc', [{ barcode: '036000291452' }]);
    await addProduct(db, atlas, 'Ean', [{ barcode: '0036000291452' }, { barcode: '5036000291452' }]);
    const bySearch = async (query: string) => {
      const { results } = await search(query, { type: 'barcode', sort_by: 'title' });
      return results.map(({ product }) => [product.title, product.variants.map(({ barcode }) => barcode)]);
    };
    expect(await bySearch('0036000291452')).toEqual([
      ['Ean', ['0036000291452']],
      ['Upc', ['036000291452']],
    ]);
    expect(await bySearch('036000291452')).toEqual([
      ['Ean', ['0036000291452', '5036000291452']],
      ['Upc', ['036000291452']],
    ]);
  });
});

describe('the order of results', () => {
  it('has exact matches first, then prefixes, then the rest, each by title', async () => {
    for (const title of ['Big lamp', 'Lamp shade', 'A lamp', 'Lamp', 'Lamp oil'])
      await addProduct(db, atlas, title);
    await addProduct(db, atlas, 'Bulb', [{ title: 'Lamp' }]);
    expect((await search('lamp')).titles).toEqual([
      'Bulb',
      'Lamp',
      'Lamp oil',
      'Lamp shade',
      'A lamp',
      'Big lamp',
    ]);
  });

  it('counts an equal barcode of another length as an exact match', async () => {
    await addProduct(db, atlas, 'Holds it', [{ barcode: '99036000291452' }]);
    await addProduct(db, atlas, 'Same', [{ barcode: '0036000291452' }]);
    expect((await search('036000291452', { type: 'barcode' })).titles).toEqual(['Same', 'Holds it']);
  });

  it.each(['asc', 'desc'] as const)(
    'sorts numerically and puts empty values last (%s)',
    async (direction) => {
      await addProduct(db, atlas, 'x nine', [{ price: '9.00' }]);
      await addProduct(db, atlas, 'x none');
      await addProduct(db, atlas, 'x ten', [{ price: '10.00' }]);
      await addProduct(db, atlas, 'x hundred', [{ price: '100' }]);
      const { titles } = await search('x', { sort_by: 'price', sort_direction: direction });
      const sorted = ['x nine', 'x ten', 'x hundred'];
      expect(titles).toEqual([...(direction === 'asc' ? sorted : sorted.toReversed()), 'x none']);
    },
  );

  it.each(['asc', 'desc'] as const)(
    'is by any column, as numbers, names or times (%s)',
    async (direction) => {
      const day = (date: number) => ({ updated_at: new Date(Date.UTC(2026, 0, date)) });
      const first = {
        variant: { sku: 'a-2', compare_at_price: '9', price: '10', cost: '9', inventory_quantity: 9 },
        product: { vendor: 'äcme', product_type: 'bags', status: 'active', tags: ['a'], ...day(1) },
      };
      const last = {
        variant: { sku: 'B-1', compare_at_price: '10', price: '10', cost: '1', inventory_quantity: 10 },
        product: { vendor: 'Birch', product_type: 'Hats', status: 'draft', tags: ['B', 'a'], ...day(2) },
      };
      const weights = [
        { weight: '900', weight_unit: 'g' },
        { weight: '2', weight_unit: 'lb' },
      ];
      await addProduct(db, atlas, 'x last', [{ ...last.variant, ...weights[1] }], last.product);
      await addProduct(db, atlas, 'x none', [{}], day(3));
      await addProduct(db, atlas, 'x first', [{ ...first.variant, ...weights[0] }], first.product);
      const sorted = direction === 'asc' ? ['x first', 'x last'] : ['x last', 'x first'];
      const fields = ['sku', 'compare_at_price', 'margin', 'inventory_quantity', 'weight'] as const;
      const ofProduct = ['vendor', 'product_type', 'status', 'tags'] as const;
      for (const sort_by of [...fields, ...ofProduct]) {
        for (const asked of ['x', '-vendor:none', '-price:>10', 'x -price:>10']) {
          const [query = '', filter] = asked.startsWith('-') ? ['', asked] : asked.split(' ');
          const { titles } = await search(query, { filter, sort_by, sort_direction: direction });
          expect({ sort_by, asked, titles }).toEqual({ sort_by, asked, titles: [...sorted, 'x none'] });
        }
      }
      const { titles } = await search('x', { sort_by: 'updated_at', sort_direction: direction });
      expect(titles).toEqual(direction === 'asc' ? [...sorted, 'x none'] : ['x none', ...sorted]);
    },
  );

  it('uses the lowest value when ascending and the highest when descending', async () => {
    await addProduct(db, atlas, 'x wide', [{ cost: '1' }, { cost: '50' }]);
    await addProduct(db, atlas, 'x narrow', [{ cost: '20' }]);
    expect((await search('x', { sort_by: 'cost' })).titles).toEqual(['x wide', 'x narrow']);
    expect((await search('x', { sort_by: 'cost', sort_direction: 'desc' })).titles).toEqual([
      'x wide',
      'x narrow',
    ]);
  });

  it('sorts the variants of each product likewise, empty ones last', async () => {
    await addProduct(db, atlas, 'x', [
      { title: 'L', price: '10', barcode: '2' },
      { title: 'M', price: null },
      { title: 'S', price: '9.50', barcode: '10' },
    ]);
    const variants = async (options: Parameters<typeof search>[1]) =>
      (await search('x', options)).results[0]?.product.variants.map(({ title }) => title).join('');
    expect(await variants({ sort_by: 'price' })).toBe('SLM');
    expect(await variants({ sort_by: 'price', sort_direction: 'desc' })).toBe('LSM');
    expect(await variants({ sort_by: 'barcode' })).toBe('SLM');
    expect([await variants({}), await variants({ sort_by: 'title' })]).toEqual(['LMS', 'LMS']);
  });

  it.each([
    ['asc', ['e 5', 'e 30', 'd 4', 'd 20', 'none']],
    ['desc', ['e 30', 'e 5', 'd 20', 'd 4', 'none']],
  ] as const)('compares amounts within a currency, never across (%s)', async (sort_direction, expected) => {
    const euro = await addStore(db, 'Euro', 'EUR');
    for (const [store, title, price] of [
      [birch, 'd 20', '20'],
      [euro, 'none', null],
      [euro, 'e 30', '30'],
      [birch, 'd 4', '4'],
      [euro, 'e 5', '5'],
    ] as const)
      await addProduct(db, store, `${title} pot`, [{ price }]);
    const { titles } = await search('pot', { sort_by: 'price', sort_direction });
    expect(titles).toEqual(expected.map((title) => `${title} pot`));
  });

  it('uses only the matching variants of a search by SKU', async () => {
    await addProduct(db, atlas, 'one', [
      { sku: 'KEY-Ä-1', price: '30', barcode: '7' },
      { sku: 'other', price: '1', barcode: '1' },
    ]);
    await addProduct(db, atlas, 'two', [{ sku: 'key-ä-2', price: '20', barcode: '8' }]);
    await addProduct(db, atlas, 'three', [
      { sku: 'KEY-Ä-3', price: null, barcode: '' },
      { sku: 'other', price: '5', barcode: '5' },
    ]);
    expect((await search('key-ä', { type: 'sku', sort_by: 'price' })).titles).toEqual([
      'two',
      'one',
      'three',
    ]);
    expect((await search('key-ä', { type: 'sku', sort_by: 'barcode' })).titles).toEqual([
      'one',
      'two',
      'three',
    ]);
  });

  it('sorts stores by name, ignoring case', async () => {
    const cedar = await addStore(db, 'Cedar');
    for (const store of [cedar, birch, atlas]) await addProduct(db, store, 'Pot');
    const { results } = await search('pot', { sort_by: 'store_name' });
    expect(results.map(({ store_name }) => store_name)).toEqual(['Atlas', 'birch', 'Cedar']);
  });

  it('is stable across pages, so every product appears once', async () => {
    for (let index = 0; index < 25; index++)
      await addProduct(db, index % 2 ? atlas : birch, 'Same name', [{ price: '5' }]);
    for (const sort of [undefined, 'title', 'price', 'store_name', 'barcode'] as const) {
      const seen = new Set<string>();
      for (let offset = 0; offset < 25; offset += 7) {
        const { results, total } = await search('same', {
          limit: 7,
          offset,
          ...(sort ? { sort_by: sort } : {}),
        });
        expect(total).toBe(25);
        for (const { product } of results) seen.add(product.id);
      }
      expect(seen.size).toBe(25);
    }
  });
});

describe('which stores are searched', () => {
  beforeEach(async () => {
    await addProduct(db, atlas, 'Pot');
    await addProduct(db, birch, 'Pot');
  });

  it('counts matches in the other stores, except deleted ones', async () => {
    const elsewhere = async (store_ids: string) =>
      (await products.countElsewhere(SearchElsewhereQuery.parse({ query: 'pot', store_ids }))).total;
    expect(await elsewhere(birch)).toBe(1);
    expect(await elsewhere(`${atlas},${birch}`)).toBe(0);
    expect(await elsewhere('__EMPTY__')).toBe(2);
    await db.query('update stores set deleted_at = now() where id = $1', [atlas]);
    expect(await elsewhere('__EMPTY__')).toBe(1);
  });

  it('excludes a deleted store while its rows are still being removed', async () => {
    await db.query('update stores set deleted_at = now() where id = $1', [atlas]);
    const { results, total } = await search('pot');
    expect(total).toBe(1);
    expect(results.map(({ store_id }) => store_id)).toEqual([birch]);
  });
});

describe('pages', () => {
  it('have the exact total even beyond the end', async () => {
    for (let index = 0; index < 5; index++) await addProduct(db, atlas, `Pot ${index}`);
    expect((await search('pot', { limit: 2, offset: 4 })).pagination).toMatchObject({
      total: 5,
      has_more: false,
    });
    expect((await search('pot', { limit: 2, offset: 2 })).pagination).toMatchObject({
      total: 5,
      has_more: true,
    });
    expect(await search('pot', { limit: 2, offset: 100 })).toMatchObject({ total: 5, results: [] });
  });

  it('of a store’s products work forwards and backwards', async () => {
    for (let index = 0; index < 7; index++) await addProduct(db, atlas, `Pot ${index}`);
    await addProduct(db, birch, 'Elsewhere');
    const first = await products.listByStore(atlas, { limit: 3 });
    expect(first.pagination).toMatchObject({ total: 7, offset: 0, has_more: true, previous_page_info: null });
    const second = await products.listByStore(atlas, {
      limit: 3,
      page_info: first.pagination.next_page_info ?? '',
    });
    const third = await products.listByStore(atlas, {
      limit: 3,
      page_info: second.pagination.next_page_info ?? '',
    });
    expect(third.pagination).toMatchObject({ offset: 6, has_more: false, next_page_info: null });
    const titles = [first, second, third].flatMap((page) => page.products.map(({ title }) => title));
    expect(titles.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6].map((index) => `Pot ${index}`));
    const back = await products.listByStore(atlas, {
      limit: 3,
      page_info: third.pagination.previous_page_info ?? '',
    });
    expect(back).toEqual(second);
    await expect(products.listByStore(atlas, { limit: 3, page_info: 'nonsense' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});

describe('the counts of a store', () => {
  it('follow every change of its products', async () => {
    const counts = async () => {
      const { rows } = await db.query(
        'select products_count, variants_count from store_catalogue_counts where store_id = $1',
        [atlas],
      );
      return rows[0];
    };
    const id = await addProduct(db, atlas, 'One', [{}, {}, {}]);
    await addProduct(db, atlas, 'Two');
    expect(await counts()).toEqual({ products_count: 2, variants_count: 4 });
    await db.query('update products set variants_count = 5 where id = $1', [id]);
    expect(await counts()).toEqual({ products_count: 2, variants_count: 6 });
    await db.query('delete from products where id = $1', [id]);
    expect(await counts()).toEqual({ products_count: 1, variants_count: 1 });
  });
});
