import type { CompareCounts, Comparison } from '@storefleet/contract/articles/compare';
import { refreshSome } from '@storefleet/server/modules/articles/refresh';
import { rematchSome } from '@storefleet/server/modules/catalogue/articles/rematch';
import { writePriceLists } from '@storefleet/server/modules/catalogue/price-lists';
import { openTestApp } from '@storefleet/test-support/app';
import { beforeAll, describe, expect, it } from 'vitest';
import { addProduct, addStore } from '../products/catalogue.ts';

/** Lists by name and currency; `prices`: by SKU and list, null where a list has no fixed price. */
async function addShop(
  name: string,
  lists: Record<string, string>,
  prices: Record<string, Record<string, string | null>>,
): Promise<string> {
  const id = await addStore(app.db, name, 'CHF');
  const read = Object.entries(lists).map(([list, currency]) => ({
    id: list,
    name: list,
    currency,
    adjustment: 0,
  }));
  await app.db.query('update stores set reads_price_lists = true, price_lists = $2 where id = $1', [
    id,
    JSON.stringify(read),
  ]);
  for (const [sku, onLists] of Object.entries(prices)) {
    const product = await addProduct(app.db, id, sku, [{ sku, price: '1.00' }]);
    const held = Object.entries(onLists).map(([list, price]) => [`list_price.${list}`, price]);
    await app.db.query('update variants set list_prices = $2 where product_id = $1', [
      product,
      JSON.stringify(Object.fromEntries(held)),
    ]);
  }
  return id;
}

const app = await openTestApp({ environment: { PROCESS_ROLE: 'web' } });
await addShop(
  'A',
  { Europe: 'EUR', UK: 'GBP' },
  {
    'alike-1': { Europe: '12.00', UK: '10.00' },
    'apart-2': { Europe: '12.00', UK: null },
    'none-3': { Europe: null, UK: null },
  },
);
const shopB = await addShop(
  'B',
  { Europe: 'EUR', Japan: 'JPY' },
  {
    'alike-1': { Europe: '12.0', Japan: '900' },
    'apart-2': { Europe: '13.00', Japan: null },
    'none-3': { Europe: '9.00', Japan: null },
  },
);
// Another currency: never a difference.
await addShop('C', { Europe: 'SEK' }, { 'alike-1': { Europe: '130.00' } });
const plain = await addStore(app.db, 'D', 'CHF');
await addProduct(app.db, plain, 'alike-1', [{ sku: 'alike-1', price: '1.00' }]);

const query = 'attributes=list_prices&differs_in=list_prices';

describe.each(['while articles are still to be renewed', 'when they are'])('%s', (when) => {
  beforeAll(async () => {
    while (when === 'when they are' && (await refreshSome(app.db)));
  });

  it('compares fixed prices on lists of the same name and currency', async () => {
    const { rows } = await app.bodyOf<Comparison>('GET', `/compare?${query}`);
    expect(rows.map(({ key, cells }) => [key, cells.map(({ values }) => values.list_prices)])).toEqual([
      ['s:apart-2', ['Europe 12.00 EUR', 'Europe 13.00 EUR']],
      ['s:none-3', [null, 'Europe 9.00 EUR']],
    ]);
    const { differs } = await app.bodyOf<CompareCounts>('GET', '/compare/counts?attributes=list_prices');
    expect(differs).toEqual({ list_prices: 2 });
    const all = await app.bodyOf<Comparison>('GET', '/compare?attributes=list_prices');
    expect(all.rows[0]).toMatchObject({
      key: 's:alike-1',
      differs: [],
      cells: [
        { values: { list_prices: 'Europe 12.00 EUR, UK 10.00 GBP' } },
        { values: { list_prices: 'Europe 12.0 EUR, Japan 900 JPY' } },
        { values: { list_prices: 'Europe 130.00 SEK' } },
        { values: { list_prices: null } },
      ],
    });
  });
});

it('compares again when a store no longer reads price lists, reads them again or has other ones', async () => {
  const differing = async () => {
    const { rows } = await app.db.query<{ store_id: string }>(
      'delete from article_rematching returning store_id',
    );
    for (const { store_id } of rows) {
      await app.db.transaction((tx) => rematchSome(tx, store_id, { after: '', limit: 100 }));
    }
    while (await refreshSome(app.db));
    return (await app.bodyOf<CompareCounts>('GET', '/compare/counts?attributes=list_prices')).differs;
  };
  expect(await differing()).toEqual({ list_prices: 2 });
  const access_token = `shpat_${'0'.repeat(32)}`;
  const read = (reads_price_lists: boolean) =>
    app.bodyOf('PUT', `/stores/${shopB}`, { reads_price_lists, access_token });
  await read(false);
  expect(await differing()).toEqual({ list_prices: 0 });
  await read(true);
  expect(await differing()).toEqual({ list_prices: 2 });
  // Now in the currency of the list in C.
  await app.db.transaction((tx) =>
    writePriceLists(tx, shopB, [{ id: 'Europe', name: 'Europe', currency: 'SEK', adjustment: 0 }]),
  );
  expect(await differing()).toEqual({ list_prices: 1 });
});
