import type { ProductSortField } from '@storefleet/contract/catalogue/catalogue-constants';
import { parseFilterText } from '@storefleet/contract/catalogue/filter/filter-text';
import { SearchQuery } from '@storefleet/contract/catalogue/products/products';
import { openTestDatabase } from '@storefleet/test-support/database';
import { describe, expect, it } from 'vitest';
import { addProduct, addStore } from '../../../../test/products/catalogue.ts';
import { createProductsService } from '../products.service.ts';

describe('one or two letters, or a filter, with very many matches', async () => {
  const limits = { counted: 60, estimated: 70, few: 0 };
  const sizes = ['xs', 's', 'Mauve'];

  const db = await openTestDatabase();
  const large = createProductsService({
    db,
    stores: { requireStore: async () => undefined },
    largeResults: limits,
  });
  const stores = [
    await addStore(db, 'Atlas', 'EUR'),
    await addStore(db, 'birch'),
    await addStore(db, 'Atlas'),
  ];
  for (let number = 0; number < 240; number++) {
    const title = number % 40 === 0 ? 'S' : `${String.fromCharCode(97 + (number % 26))}-Lamp ${number}`;
    const code = `${number % 5 === 0 ? '  ' : ''}${number % 7 === 0 ? 'A1' : 'B'}-${number}`;
    const price = number % 11 === 0 ? null : String((number * 37) % 90);
    await addProduct(db, stores[number % 3] ?? '', title, [
      {
        title: sizes[number % 3] ?? '',
        sku: code,
        barcode: `${900 - number}`,
        price,
        cost: price,
        inventory_quantity: number % 4,
      },
      ...(number % 2 === 0
        ? [{ title: 'Second', sku: 'other', barcode: '7', price: '1', cost: '99', inventory_quantity: 2 }]
        : []),
    ]);
  }

  const ordersBy = (columns: readonly ProductSortField[]) => [
    {},
    ...columns.flatMap((sort_by) =>
      (['asc', 'desc'] as const).map((sort_direction) => ({ sort_by, sort_direction })),
    ),
  ];
  const orders = ordersBy([
    'title',
    'price',
    'cost',
    'barcode',
    'store_name',
    'margin',
    'inventory_quantity',
  ]);
  const terms = [
    ...['s', 'm', 'la', 'l s', '-l'].map((query) => ({ query, type: 'name' as const })),
    ...['b', '-', '1'].map((query) => ({ query, type: 'sku' as const })),
    ...['7', '6'].map((query) => ({ query, type: 'barcode' as const })),
    ...['-price:5', 'cost:<60', 'price:2..60 cost:<50', 'stock:<2 price:<60'].map((filter) => ({
      query: '',
      filter,
      type: 'name' as const,
    })),
  ];

  it.each(terms)('are in the order of the whole result: $query in $type', async (term) => {
    const { rows: stores } = await db.query<{ id: string }>('select id from stores order by id');
    const page = async (options: object, limit: number, offset: number) => {
      const { results, pagination } = await large.search(
        SearchQuery.parse({ ...term, ...options, limit, offset }),
      );
      return { ids: results.map(({ product }) => product.id), pagination };
    };
    const chosen = {
      store_ids: stores
        .slice(1)
        .map(({ id }) => id)
        .join(','),
    };
    const asked = term.query === '' ? [...orders, ...ordersBy(['sku', 'handle'])] : orders;
    for (const [at, order] of asked.entries()) {
      // Each order is tested with all stores by one term, and with some stores by the next.
      const options = { ...order, ...((at + terms.indexOf(term)) % 2 === 0 ? chosen : {}) };
      // A page this long would be cut from the fully sorted result.
      const whole = await page(options, 5_000, 0);
      expect(whole.pagination).toMatchObject({ total: whole.ids.length, more_than_total: false });
      for (const offset of [0, 40]) {
        const { ids, pagination } = await page(options, 20, offset);
        expect({ options, offset, ids }).toEqual({
          options,
          offset,
          ids: whole.ids.slice(offset, offset + 20),
        });
        if (pagination.more_than_total) {
          expect(pagination).toMatchObject({ total: limits.counted, has_more: true });
          expect(whole.pagination.total).toBeGreaterThan(limits.counted);
        } else expect(pagination.total).toBe(whole.pagination.total);
      }
    }
  });

  it('are counted up to a limit, and exactly on a page beyond it', async () => {
    const pagination = async (offset: number) =>
      (await large.search(SearchQuery.parse({ query: 'l', limit: 20, offset }))).pagination;
    expect(await pagination(40)).toMatchObject({ total: 60, more_than_total: true, has_more: true });
    expect(await pagination(60)).toMatchObject({ total: 234, more_than_total: false, has_more: true });
  });

  it('are counted including every answered edit, in each process', async () => {
    const others = createProductsService({
      db,
      stores: { requireStore: async () => undefined },
      largeResults: limits,
    });
    const query = {
      query: '',
      filter: parseFilterText('price:<60').filter,
      type: 'name',
      limit: 20,
      offset: 0,
    } as const;
    const totals = async () => {
      const found = await Promise.all(
        [large, others].flatMap((each) => [
          each.search({ ...query, sort_direction: 'asc' }).then(({ pagination }) => pagination.total),
          each.facets({ ...query, facet_limit: 10 }).then(({ total }) => total),
        ]),
      );
      return [...new Set(found)];
    };
    const [before = 0, ...differing] = await totals();
    expect(differing).toEqual([]);
    for (let added = 1; added <= 5; added++) {
      const { rows } = await db.query<{ id: string }>('select id from stores limit 1');
      await addProduct(db, rows[0]?.id ?? '', `added ${added}`, [{ price: '5' }]);
      expect(await totals()).toEqual([before + added]);
    }
  });
});
