import type { SearchResult } from '@storefleet/contract/catalogue/products/products';
import type { ProductStock } from '@storefleet/contract/catalogue/stock';
import type { HistoryBatchList, HistoryPage, Provenance } from '@storefleet/contract/edits/history';
import { stockOf } from '@storefleet/shopify-simulator/server';
import { describe, expect, it } from 'vitest';
import { openOneProduct } from './one-product.ts';

const LOCATIONS = ['Main street', 'Warehouse'];
const stage = await openOneProduct(
  { title: 'Mug', variants: [{ sku: 'MUG', tracked: true }] },
  { locations: LOCATIONS },
);
const { app, call, exported, product: mug, shop, storeId, sync, upload, variantInShop } = stage;

const readStock = () => app.bodyOf<ProductStock>('GET', `/products/${mug.id}/stock`);
/** By location name. */
async function levels(): Promise<Record<string, number>> {
  const { locations, variants } = await readStock();
  const names = new Map(locations.map(({ id, name }) => [id, name]));
  const [variant] = variants;
  return Object.fromEntries(
    (variant?.levels ?? []).map(({ location_id, available }) => [names.get(location_id) ?? '?', available]),
  );
}

function setInShop(...quantities: (number | null)[]) {
  const { locations, catalogue } = shop;
  const stock = new Map(
    locations.flatMap(({ id }, index) => {
      const quantity = quantities[index] ?? null;
      return quantity === null ? [] : [[id, quantity] as const];
    }),
  );
  const inventoryQuantity = [...stock.values()].reduce((sum, one) => sum + one, 0);
  catalogue.updateVariant(variantInShop().id, { stock, inventoryQuantity });
}

async function syncWith(...quantities: Parameters<typeof setInShop>) {
  setInShop(...quantities);
  await sync();
}

const switchOn = (stock_per_location: boolean) => stage.settle({ stock_per_location });
const set = async (stock: Record<string, number>) => (await stage.set({ stock })).body;
const refusalOf = (stock: Record<string, number>) => stage.refusalOf({ stock });

it('reads stock per location only where it is switched on', async () => {
  await syncWith(4, 6);
  expect(await readStock()).toEqual({ reads_stock: false, locations: [], variants: [] });
  const asked = shop.log.recent.filter(({ operation }) => operation === 'locations');
  expect(asked).toEqual([]);
  await switchOn(true);
  expect(await readStock()).toMatchObject({ reads_stock: true, locations: [] });
  await sync();
  expect(await levels()).toEqual({ 'Main street': 4, Warehouse: 6 });
  const { locations } = await app.bodyOf<{ locations: unknown[] }>('GET', `/stores/${storeId}/locations`);
  expect(locations).toMatchObject([
    { name: 'Main street', is_active: true },
    { name: 'Warehouse', is_active: true },
  ]);
  const { status } = await call('GET', `/stores/${crypto.randomUUID()}/locations`);
  expect(status).toBe(404);
});

it.each([
  ['a sync', 'sync-graphql'],
  ['a sync through REST', 'sync'],
  ['a sync of changes', 'sync-changes'],
])('stores by %s what moved between locations, and where it is no longer stocked', async (_name, how) => {
  await syncWith(9, 1);
  setInShop(8, 3);
  await sync(how);
  expect(await levels()).toEqual({ 'Main street': 8, Warehouse: 3 });
  setInShop(12, null);
  await sync(how);
  expect(await levels()).toEqual({ 'Main street': 12 });
});

it('writes nothing without a change', async () => {
  const versions = async () =>
    (await app.db.query('select xmin from variant_stock order by location_id')).rows;
  const before = await versions();
  expect(before).not.toEqual([]);
  await sync();
  expect(await versions()).toEqual(before);
});

const inShop = () => {
  const { locations } = shop;
  const stock = stockOf(variantInShop(), locations);
  return Object.fromEntries(
    locations.flatMap(({ id, name }) => (stock.has(id) ? [[name, stock.get(id)]] : [])),
  );
};

it('sets the available stock of a location in shop, copy and history, and undoes it', async () => {
  await syncWith(5, 2);
  const { batch_id, succeeded, failed } = await set({ Warehouse: 7 });
  expect([succeeded, failed]).toEqual([1, 0]);
  expect(inShop()).toEqual({ 'Main street': 5, Warehouse: 7 });
  expect(await levels()).toEqual({ 'Main street': 5, Warehouse: 7 });
  expect((await stage.read()).variants[0]?.inventory_quantity).toBe(12);
  expect((await stage.history('stock.Warehouse'))[0]).toMatchObject({
    old_value: '2',
    new_value: '7',
    attribute_changed: 'stock.Warehouse',
  });
  expect(await set({ Warehouse: 7 })).toMatchObject({ unchanged: 1 });

  await stage.undo(batch_id);
  expect(await levels()).toEqual({ 'Main street': 5, Warehouse: 2 });
  expect(inShop()).toEqual({ 'Main street': 5, Warehouse: 2 });
});

it('plans an increase or decrease at a location from the current stock, and writes it', async () => {
  await syncWith(5, 2);
  const plan = (stock_change: object, more = {}) =>
    stage.preview({
      search: { query: 'mug', filter: '', type: 'name' },
      stock_change,
      ...more,
    });
  const stock_change = { location: 'Warehouse', operation: 'decrease', value: 3 };
  expect((await plan(stock_change, { attributes_to_set: { price: '1' } })).status).toBe(400);
  const { status, body, text } = await plan(stock_change);
  expect(status, text).toBe(201);
  expect(body).toMatchObject({
    title: expect.stringContaining('Stock at Warehouse −3'),
    total: 1,
    warnings: [{ code: 'negative_stock', message: '1 stock becomes less than 0.' }],
  });
  const [item] = await stage.items(body.batch_id);
  expect(item?.changes).toMatchObject([{ old_value: '2', new_value: '-1' }]);
  await stage.apply(body.batch_id);
  expect(inShop()).toEqual({ 'Main street': 5, Warehouse: -1 });
  expect((await plan({ ...stock_change, value: 1 })).body.warnings).toEqual([]);

  await syncWith(5, null);
  const { body: nowhere } = await plan({ ...stock_change, operation: 'increase' });
  expect(nowhere.errors[0]?.error).toContain('The variant is not stocked at Warehouse.');
  const { body: attic } = await plan({ ...stock_change, location: 'Attic' });
  expect(attic.errors[0]?.error).toContain('No location called Attic is read from this store.');
});

const changesOf = async (attribute: string) =>
  (await stage.history(attribute)).map((change) => [
    change.origin,
    change.found_by,
    change.old_value,
    change.new_value,
  ]);

it('records what changed in the shop as one update a day, apart from other changes there', async () => {
  await syncWith(5, 2);
  const found = async () =>
    (await app.bodyOf<HistoryBatchList>('GET', `/history/batches?source=sync&store_id=${storeId}`)).batches;
  const [line] = await found();
  setInShop(4, 3);
  shop.catalogue.updateVariant(variantInShop().id, { price: '0.50' });
  await sync();
  setInShop(4, 3);
  await sync('sync-changes');
  const [ofPrice, ofStock] = await found();
  expect(ofPrice?.title).toBe(`1 change made in ${shop.domain}, found by a sync`);
  expect(ofStock).toMatchObject({
    batch_id: line?.batch_id,
    changes: (line?.changes ?? 0) + 2,
    title: expect.stringMatching(/^\d+ changes of stock made in .+, found by syncs$/),
  });
  expect((await changesOf('stock.Warehouse'))[0]).toEqual(['outside', 'sync', '2', '3']);
  const of = new URLSearchParams({ product_id: mug.id, variant_id: mug.variants[0]?.id ?? '' });
  const path = `/history/provenance?${of}&attribute=stock.Warehouse`;
  expect((await app.bodyOf<Provenance>('GET', path)).change).toMatchObject({
    old_value: '2',
    new_value: '3',
    old_value_known: false,
  });
  // The history of everything else is not buried under what was sold.
  const { data } = await app.bodyOf<HistoryPage>('GET', '/history?found_stock=false');
  expect(data[0]).toMatchObject({ attribute_changed: 'price', new_value: '0.50' });
  expect(data.some(({ origin, attribute_changed: name }) => origin === 'outside' && name !== 'price')).toBe(
    false,
  );
});

it('records nothing of a first look, a location that comes or goes, or an edit made here', async () => {
  await syncWith(5, 2);
  const before = (await changesOf('stock.Warehouse')).length;
  await syncWith(5, null);
  await syncWith(5, 8);
  await set({ Warehouse: 6 });
  await sync();
  const [own, ...others] = await changesOf('stock.Warehouse');
  expect(own?.slice(0, 2)).toEqual(['bulk_update', null]);
  expect(others).toHaveLength(before);
});

it('lists locations by name with the stores that use them', async () => {
  const { locations } = await app.bodyOf<{ locations: unknown }>('GET', '/locations');
  expect(locations).toEqual(LOCATIONS.map((name) => ({ name, store_ids: [storeId] })));
});

it('keeps a quantity that was sold meanwhile, and ignores a sale elsewhere', async () => {
  await syncWith(5, 2);
  setInShop(5, 1);
  expect(await set({ Warehouse: 9 })).toMatchObject({ succeeded: 0, failed: 1 });
  expect((await changesOf('stock.Warehouse'))[0]).toEqual(['outside', null, '2', '1']);
  expect(inShop()).toEqual({ 'Main street': 5, Warehouse: 1 });
  setInShop(4, 1);
  expect(await set({ Warehouse: 9 })).toMatchObject({ succeeded: 1 });
  expect(inShop()).toEqual({ 'Main street': 4, Warehouse: 9 });
});

it.each([
  ['a location that there is not', { Attic: 1 }, 'No location called Attic is read from this store.'],
  ['a location that does not stock it', { Warehouse: 1 }, 'The variant is not stocked at Warehouse.'],
])('says why %s cannot be set', async (_name, stock, sentence) => {
  await syncWith(3, null);
  expect(await refusalOf(stock)).toContain(sentence);
});

it('says that inventory is not tracked', async () => {
  setInShop(3, 3);
  shop.catalogue.updateVariant(variantInShop().id, { tracked: false });
  await sync();
  expect(await refusalOf({ Warehouse: 1 })).toContain('Inventory is not tracked');
  shop.catalogue.updateVariant(variantInShop().id, { tracked: true });
});

it.each([
  ['stock-at:"Main street<6"', true],
  ['stock-at:"main street"=5', true],
  ['stock-at:Warehouse>=3', false],
  ['stock-at:Warehouse=2..4,"Main street>100"', true],
  ['-stock-at:Warehouse>2', true],
  ['-stock-at:Warehouse<5', false],
  ['stock-at:Attic>0', false],
  ['stock-at:Warehouse<5 price:>1', false],
])('finds by what is available at a location: %s', async (filter, isFound) => {
  await syncWith(5, 2);
  expect(await stage.isFoundBy(filter)).toBe(isFound);
});

describe('in files', () => {
  it('is a column for each location, which comes back unchanged', async () => {
    await syncWith(5, null);
    const columns = 'Variant SKU,Stock at each location';
    const text = await exported({ query: 'mug', columns });
    expect(text).toBe('Variant SKU,Stock at Main street,Stock at Warehouse\r\nMUG,5,Not stocked\r\n');
    expect((await upload(text)).batch).toMatchObject({ unchanged: 1, failed: 0 });
    const { changes } = await upload('SKU,Stock at Main street,Stock at Warehouse', 'MUG,8,');
    expect(changes).toMatchObject([{ attribute: 'stock.Main street', old_value: '5', new_value: '8' }]);
    const { batch } = await upload('SKU,Stock at Main street', 'MUG,Not stocked');
    expect(batch.errors[0]?.error).toContain('Stock at Main street must be a whole number.');
  });

  // The columns of Shopify's inventory file, of which only the last is edited.
  const INVENTORY =
    'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,SKU,HS Code,COO,' +
    'Location,Bin name,Incoming (not editable),Unavailable (not editable),Committed (not editable),' +
    'Available (not editable),On hand (current),On hand (new)';
  const row = (location: string, ...quantities: (number | string)[]) =>
    `mug-1,Mug,Title,Default Title,,,,,MUG,,,${location},,0,${quantities.join()}`;

  it('is read from Shopify’s inventory file: what is on hand moves what is available', async () => {
    await syncWith(5, 2);
    const { rows } = await app.db.query<{ on_hand: number }>(
      `select on_hand from variant_stock join locations on id = location_id where name = 'Main street'`,
    );
    const onHand = rows[0]?.on_hand ?? 0;
    const { batch: late } = await upload(INVENTORY, row('Main street', 1, 2, 5, onHand + 1, onHand + 5));
    expect(late.errors[0]?.error).toContain(`On hand (current): It is ${onHand} by now.`);
    // Without its options, a corrected row would name the product only.
    const problems = await app.fetchApi(`/products/bulk-updates/${late.batch_id}/import-problems`);
    expect(await problems.text()).toContain('Option1 Value');
    const { batch, changes } = await upload(
      INVENTORY,
      row('Main street', 1, 2, 5, onHand, onHand + 4),
      row('Warehouse', 0, 0, 2, 2, ''),
    );
    expect(batch.import_report).toMatchObject({
      rows: 2,
      matched: 2,
      applied_columns: expect.arrayContaining(['On hand (new)']),
    });
    expect(changes).toEqual([{ attribute: 'stock.Main street', old_value: '5', new_value: '9' }]);
    setInShop(4, 2);
    expect(await stage.apply(batch.batch_id)).toMatchObject({ failed: 1, succeeded: 0 });
    expect(inShop()).toEqual({ 'Main street': 4, Warehouse: 2 });
  });

  const inventoryOf = async (query: string) =>
    (await exported({ query, layout: 'inventory' })).trim().split('\r\n');

  it('is exported as Shopify’s inventory file, which brings a quantity back', async () => {
    await syncWith(5, 2);
    const [header = '', ...rows] = await inventoryOf('mug');
    expect(header).toBe(INVENTORY.replace('Bin name,', ''));
    const committed = rows.map((line) => Number(line.split(',').at(-4)));
    const [here = 0, there = 0] = committed;
    const line = (location: string, aside: number, available: number, onHandNew: number | '') =>
      `mug-1,Mug,Title,Default Title,,,,,MUG,,,${location},0,0,${aside},${available},${available + aside},${onHandNew}`;
    expect(rows).toEqual([line('Main street', here, 5, ''), line('Warehouse', there, 2, '')]);
    expect((await upload(header, ...rows)).batch).toMatchObject({ unchanged: 1, failed: 0 });
    const { batch } = await upload(header, line('Main street', here, 5, 5 + here + 3), ...rows.slice(1));
    expect(await stage.apply(batch.batch_id)).toMatchObject({ failed: 0, succeeded: 1 });
    expect(inShop()).toEqual({ 'Main street': 8, Warehouse: 2 });
    expect(await inventoryOf('mug')).toContain(line('Main street', here, 8, ''));
    await sync();
    expect(await inventoryOf('mug')).toContain(line('Main street', here, 8, ''));
  });

  it('finds a variant without a SKU in Shopify’s inventory file by its handle and options', async () => {
    const { catalogue, locations } = shop;
    const { id, handle } = catalogue.createProduct({
      title: 'Lamp',
      options: [
        { name: 'Colour', values: ['Red', 'Blue'] },
        { name: 'Size', values: ['S / M'] },
      ],
      variants: ['Red', 'Blue'].map((colour) => ({
        title: `${colour} / S / M`,
        optionValues: [colour, 'S / M'],
        tracked: true,
        inventoryQuantity: 3,
        stock: new Map(locations.slice(0, 1).map((location) => [location.id, 3])),
      })),
    });
    await sync();
    const [header = '', ...rows] = await inventoryOf('lamp');
    expect(rows.map((line) => line.split(',').slice(0, 9).join())).toEqual([
      `${handle},Lamp,Colour,Red,Size,S / M,,,`,
      `${handle},Lamp,Colour,Blue,Size,S / M,,,`,
    ]);
    const { batch, items } = await upload(header, ...rows.map((line, index) => line + ['', '20'][index]));
    expect(batch.import_report).toMatchObject({ matched: 2, unmatched: 0, matched_by: ['Handle'] });
    expect(items.map((item) => [item.variant_title, item.changes[0]?.attribute])).toEqual([
      ['Red / S / M', undefined],
      ['Blue / S / M', 'stock.Main street'],
    ]);
    expect(batch.import_report?.ignored_columns).not.toContain('Option1 Value');
    const { batch: other } = await upload(
      'Handle,Option2 Value,Option1 Value,Option1 Name,Location,Available',
      `${handle},S / M,Blue,Colour,Main street,21`,
      'mug-1,,,,Main street,21',
    );
    expect(other.import_report).toMatchObject({
      matched: 2,
      matched_by: ['Handle'],
      ignored_columns: ['Option1 Name'],
    });
    catalogue.deleteProduct(id);
    await sync();
  });

  it('is exported as Shopify’s inventory file only if what is on hand was read of all', async () => {
    await syncWith(5, 2);
    const query = new URLSearchParams({ query: 'mug', layout: 'inventory' });
    const refusal = async () => {
      const answer = await app.fetchApi(`/products/export?${query}`);
      const text = await answer.text();
      return answer.ok ? null : text;
    };
    const writes = (values: string) =>
      app.db.query(
        `update variant_stock set ${values} where location_id = (select id from locations where name = 'Warehouse')`,
      );
    expect(await refusal()).toBeNull();
    await writes('available = available - 1, committed = committed + 1, on_hand = on_hand');
    expect(await refusal()).toBeNull();
    await writes('available = available - 1');
    expect(await refusal()).toContain('run a full sync');
    await sync();
    expect(await refusal()).toBeNull();
    await writes('on_hand = null');
    expect(await refusal()).toContain('run a full sync');
    await sync();
  });

  it('says which store Shopify’s inventory file can be of', async () => {
    const file = { query: 'mug', layout: 'inventory' };
    const refused = async () => {
      const { status, text } = await call('GET', `/products/export?${new URLSearchParams(file)}`);
      expect(status, text).toBe(400);
      return text;
    };
    await switchOn(false);
    expect(await refused()).toContain('Switch on stock per location');
    await switchOn(true);
    const other = await stage.connectShop({ products: 0, locations: LOCATIONS });
    other.shop.catalogue.createProduct({ title: 'Other mug', variants: [{ sku: 'OTHER', tracked: true }] });
    await call('PUT', `/stores/${other.storeId}`, { stock_per_location: true });
    await app.sync(other.storeId);
    expect(await refused()).toContain('Choose the store first');
    const text = await exported({ ...file, filter: `store:"${shop.domain}"` });
    expect(text).toContain('Main street');
    expect(text).not.toContain('OTHER');
    await call('PUT', `/stores/${other.storeId}`, { stock_per_location: false });
    const held = { query: '', type: 'name', filter: 'stock-at:"main street">=0' };
    const search = `/products/search?${new URLSearchParams(held)}`;
    const { results } = await app.bodyOf<SearchResult>('GET', search);
    expect(results.map(({ product }) => product.title)).toEqual(['Mug']);
    expect(await exported(file)).toBe(text);
  });

  it('is read from rows that say where and how much', async () => {
    await syncWith(5, 2);
    const { batch, changes } = await upload(
      'SKU,Location,Available',
      'MUG,Main street,7',
      'MUG,Warehouse,2',
      'MUG,Main street,9',
    );
    expect(changes).toMatchObject([{ attribute: 'stock.Main street', new_value: '7' }]);
    expect(batch.errors[0]?.error).toContain('Row 2 is about the same variant and location.');
  });
});
