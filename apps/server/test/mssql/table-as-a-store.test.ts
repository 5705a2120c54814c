import type { Product, ProductDetail, ProductList } from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateBatch, BulkUpdateResult } from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItemList } from '@storefleet/contract/edits/bulk-update-items';
import type { HistoryPage, UndoPreview, UndoStarted } from '@storefleet/contract/edits/history';
import { CUSTOM_TARGET_FIELD, MAPPING_TARGET_FIELDS } from '@storefleet/contract/stores/mssql/constants';
import type { SkippedRowList, SyncLogList } from '@storefleet/contract/syncs/sync';
import { describe, expect, it } from 'vitest';
import { readRowVersions } from '../sync/catalogue.ts';
import { openMssqlApp } from './mssql-calls.ts';
import { openEmptyDatabase, storeOf } from './warehouse.ts';

const COLUMNS = `ID int NOT NULL PRIMARY KEY, Style nvarchar(20) NULL, Name nvarchar(100) NULL, Price nvarchar(20) NULL,
  Cost money NULL, EAN nvarchar(20) NULL, Colour nvarchar(20) NULL`;
const MAPPINGS = [
  { source_field: 'Style', target_field: 'shopify_id' },
  { source_field: 'Name', target_field: 'title' },
  { source_field: 'Price', target_field: 'price', data_type: 'number' },
  { source_field: 'Cost', target_field: 'cost', data_type: 'number' },
  { source_field: 'EAN', target_field: 'barcode' },
  { source_field: 'Colour', target_field: 'colour', is_custom: true },
] as const;

const COLOUR = 'variant.metafields.custom.colour';

const { database, simulator } = await openEmptyDatabase();
const { app, call, createStore, map } = await openMssqlApp();

let stores = 0;

/** A new table, connected and mapped. */
async function connect(columns: string, rows: readonly string[], mappings: readonly object[] = MAPPINGS) {
  const name = `Articles${++stores}`;
  await database.run(`CREATE TABLE ${name} (${columns})`);
  if (rows.length > 0)
    await database.run(`INSERT INTO ${name} VALUES ${rows.map((row) => `(${row})`).join(', ')}`);
  const store = await createStore({
    shop_name: name,
    shop_url: name.toLowerCase(),
    ...storeOf(simulator),
    mssql_table: `dbo.${name}`,
    mappings,
  });
  return { name, id: store.id };
}

/** Returns its log. */
async function sync(storeId: string) {
  await app.sync(storeId, 'mssql');
  const { body } = await call<SyncLogList>('GET', `/stores/${storeId}/sync/logs`);
  const [latest] = body.logs;
  if (latest === undefined) throw new Error('There is no run.');
  return latest;
}

const productsOf = async (storeId: string) =>
  (await call<ProductList>('GET', `/products/stores/${storeId}?limit=250`)).body.products;

function update(product: Product | undefined, variant: number | null, values: object) {
  if (product === undefined) throw new Error('There is no such product.');
  const selected = variant === null ? null : product.variants[variant];
  return call<BulkUpdateResult>('POST', '/products/bulk-update', {
    products_to_update: [
      {
        store_id: product.store_id,
        id: product.id,
        shopify_id: product.shopify_id,
        selectedVariant: selected ? { id: selected.id, shopify_id: selected.shopify_id } : null,
      },
    ],
    attributes_to_set: values,
  });
}

const tents = [
  "1, N'T', N'Tent', N'129.90', 80, N'0400', N'red'",
  "2, N'T', N'Tent', N'139.90', 80, N'0401', NULL",
  "3, N'S', N'Stove', N'24.5', NULL, NULL, NULL",
  "4, N'C', N'Cup', N'8', 2, N'0403', NULL",
];

describe('a sync of a table', () => {
  it('reads its rows, and then writes only changes', async () => {
    const { id, name } = await connect(COLUMNS, tents);
    expect(await sync(id)).toMatchObject({
      method: 'mssql',
      status: 'completed',
      gaps: [],
      counts: { created: 3, updated: 0, unchanged: 0, removed: 0 },
    });
    const products = await productsOf(id);
    expect(products.map(({ title, variants }) => [title, variants.length]).sort()).toEqual([
      ['Cup', 1],
      ['Stove', 1],
      ['Tent', 2],
    ]);
    const tent = products.find(({ title }) => title === 'Tent');
    expect(tent?.variants).toMatchObject([
      { price: '129.90', cost: '80.00', barcode: '0400', metafields: { 'custom.colour': 'red' } },
      { price: '139.90', cost: '80.00', barcode: '0401' },
    ]);

    await database.run(`UPDATE ${name} SET Price = N'9' WHERE ID = 4`);
    await database.run(`DELETE FROM ${name} WHERE ID = 3`);
    const before = await readRowVersions(app.db, id);
    expect(await sync(id)).toMatchObject({
      status: 'completed',
      gaps: [],
      counts: { created: 0, updated: 1, unchanged: 1, removed: 1 },
    });
    const after = await readRowVersions(app.db, id);
    for (const row of ['T', '1', '2']) expect(after.get(row)).toBe(before.get(row));
    expect((await productsOf(id)).map(({ title }) => title).sort()).toEqual(['Cup', 'Tent']);
  });

  it('fills each target field from its column', async () => {
    const ofProduct = { shopify_id: 'P-1', title: 'Tent', description: 'For two', product_type: 'Camping' };
    const product = { ...ofProduct, vendor: 'Nord', status: 'draft', handle: 'tent' };
    const codes = { sku: 'T-1', barcode: '4006381333931' };
    const variant = { ...codes, price: '129.90', cost: '80.50', weight: '2.5', weight_unit: 'kg' };
    const words = { inventory_policy: 'Continue', tracked: '1', taxable: 'no', requires_shipping: 'true' };
    const customs = { ...words, hs_code: '6306.22', country_of_origin: 'pt', unit_price: '500 g / 1 kg' };
    const category = 'Outdoor > Tents';
    const seo = { seo_title: 'A tent', seo_description: 'Dry inside', category };
    const values = {
      ...product,
      tags: 'big, green',
      ...variant,
      ...customs,
      ...seo,
      inventory_quantity: '7',
    };
    const numbers = ['price', 'cost', 'inventory_quantity', 'weight'];
    const columns = Object.keys(values);
    expect([...columns, CUSTOM_TARGET_FIELD].toSorted()).toEqual(MAPPING_TARGET_FIELDS.toSorted());
    const { id } = await connect(
      [
        'ID int NOT NULL PRIMARY KEY',
        ...columns.map((name) => `c_${name} nvarchar(50)`),
        'c_colour nvarchar(50)',
      ].join(),
      [['1', ...Object.values(values).map((value) => `N'${value}'`), "N'green'"].join()],
      [...columns, 'colour'].map((name) => ({
        source_field: `c_${name}`,
        target_field: name,
        is_custom: name === 'colour',
        data_type: numbers.includes(name) ? 'number' : 'string',
      })),
    );
    expect(await sync(id)).toMatchObject({ status: 'completed', gaps: [], counts: { created: 1 } });
    const [listed] = await productsOf(id);
    const { body } = await call<Product>('GET', `/products/${listed?.id}`);
    expect(body).toMatchObject({
      ...product,
      ...seo,
      tags: ['big', 'green'],
      variants: [
        {
          ...variant,
          inventory_policy: 'continue',
          tracked: true,
          taxable: false,
          requires_shipping: true,
          hs_code: '630622',
          country_of_origin: 'PT',
          unit_price: '500 g / 1 kg',
          inventory_quantity: 7,
          metafields: { 'custom.colour': 'green' },
        },
      ],
    });
    const changed = { inventory_policy: 'deny', tracked: false, country_of_origin: null };
    expect((await update(listed, 0, changed)).body).toMatchObject({ succeeded: 1, errors: [] });
    const { body: edited } = await call<Product>('GET', `/products/${listed?.id}`);
    expect(edited.variants).toMatchObject([{ ...changed, country_of_origin: '' }]);
  });

  it('lists skipped rows, and keeps their previous values', async () => {
    const { id, name } = await connect(COLUMNS, tents);
    await sync(id);
    await database.run(`UPDATE ${name} SET Price = N'cheap' WHERE ID IN (2, 3)`);
    await database.run(`UPDATE ${name} SET Style = NULL WHERE ID = 4`);
    const run = await sync(id);
    expect(run).toMatchObject({
      status: 'completed',
      message: 'Completed, 3 rows skipped',
      gaps: [],
      counts: { removed: 0 },
    });
    const { body } = await call<SkippedRowList>('GET', `/stores/${id}/sync/logs/${run.id}/skipped`);
    expect(body.rows.map(({ source_key, reason }) => `${source_key}: ${reason}`).sort()).toEqual([
      'ID = 2: “cheap” in the column “Price” is not a number.',
      'ID = 3: “cheap” in the column “Price” is not a number.',
      'ID = 4: The column “Style” is empty, and Product ID is required.',
    ]);
    const tent = (await productsOf(id)).find(({ title }) => title === 'Tent');
    expect(tent?.variants.map(({ price }) => price)).toEqual(['129.90', '139.90']);
    expect(await productsOf(id)).toHaveLength(3);

    await database.run(`UPDATE ${name} SET Price = N'10', Style = N'C' WHERE ID > 1`);
    expect(await sync(id)).toMatchObject({ status: 'completed', gaps: [] });
  });

  it('resumes when the server is back, and ends with exactly the table’s rows', async () => {
    const { id, name } = await connect(COLUMNS, [], MAPPINGS.slice(1));
    const rows = Array.from({ length: 2_500 }, (_, index) => [index, `Item ${index}`, `${index}`]);
    database.insertRows('dbo', name, ['ID', 'Name', 'Price'], rows);
    const hold = simulator.hold({ match: 'SELECT TOP (@n)', when: 'before', skip: 1 });
    const run = sync(id);
    await hold.reached;
    await simulator.stop();
    await simulator.start();
    expect(await run).toMatchObject({
      status: 'completed',
      gaps: [],
      counts: { created: 2_500 },
    });
  });

  it('continues past keys that cannot be stored, and reports them', async () => {
    const mappings = [
      { source_field: 'Style', target_field: 'shopify_id' },
      { source_field: 'Name', target_field: 'title' },
    ];
    const odd = ['a', 'b\0', 'c'].map((key) => [key, key, `Item ${key}`]);
    for (const used of [mappings, mappings.slice(1)]) {
      const { id, name } = await connect(
        'No nvarchar(20) COLLATE Latin1_General_BIN2 NOT NULL PRIMARY KEY, Style nvarchar(20) COLLATE Latin1_General_BIN2, Name nvarchar(20)',
        [],
        used,
      );
      database.insertRows('dbo', name, ['No', 'Style', 'Name'], odd.slice(0, 2));
      const run = await sync(id);
      expect(run).toMatchObject({ status: 'completed', skipped_rows: 1 });
      const { body } = await call<SkippedRowList>('GET', `/stores/${id}/sync/logs/${run.id}/skipped`);
      expect(body.rows.map(({ source_key }) => source_key)).toEqual(['No = b']);
      database.insertRows('dbo', name, ['No', 'Style', 'Name'], odd.slice(2));
      expect(await sync(id)).toMatchObject({ counts: { created: 1, unchanged: 1 }, skipped_rows: 1 });
    }
  });
});

describe('an edit that takes a row out of the where clause', () => {
  const outside = (name: string, row = 1) =>
    database.query(`SELECT Cost, EAN FROM ${name} WHERE ID = ${row}`);
  async function editOut(title = 'Tent', { lostAnswer = false } = {}) {
    const { id, name } = await connect(COLUMNS, tents);
    await call('PUT', `/stores/${id}`, { mssql_where_clause: 'cost > 1.50' });
    await sync(id);
    const tent = (await productsOf(id)).find((product) => product.title === title);
    if (lostAnswer) simulator.faults.add({ action: { kind: 'cut', when: 'after' }, match: 'COMMIT' });
    const { body } = await update(tent, 0, { cost: '1' });
    return { id, name, tent, batchId: body.batch_id ?? '' };
  }
  const itemsOf = async (batchId: string) =>
    (await call<BulkUpdateItemList>('GET', `/products/bulk-updates/${batchId}/items`)).body.items;

  it('is warned about before, and reported afterwards', async () => {
    const { name, tent, batchId } = await editOut();
    expect(await outside(name)).toEqual([{ Cost: '1.0000', EAN: '0400' }]);
    expect(await itemsOf(batchId)).toMatchObject([
      { status: 'succeeded', warnings: ['large_change', 'left_store'] },
    ]);

    const preview = (attributes_to_set: object) =>
      call<Omit<BulkUpdateBatch, 'status'>>('POST', '/products/bulk-updates/preview', {
        products_to_update: [{ store_id: tent?.store_id, id: tent?.id, shopify_id: tent?.shopify_id }],
        attributes_to_set,
      });
    expect((await preview({ cost: '11' })).body.warnings).toMatchObject([
      { code: 'large_change' },
      { code: 'may_leave_store', count: 2 },
    ]);
    expect((await preview({ title: 'Tarp' })).body.warnings).toEqual([]);
  });

  it('is reported as well where the answer to the edit was lost', async () => {
    const { name, batchId } = await editOut('Tent', { lostAnswer: true });
    expect(await outside(name)).toEqual([{ Cost: '1.0000', EAN: '0400' }]);
    expect(await itemsOf(batchId)).toMatchObject([
      { status: 'succeeded', warnings: ['large_change', 'left_store'] },
    ]);
  });

  it('is undone by the row’s key, which no other edit uses', async () => {
    const { name, tent, batchId } = await editOut();
    expect((await update(tent, 0, { barcode: '1' })).body).toMatchObject({
      failed: 1,
      errors: [{ error: expect.stringContaining('It is no longer in the store.') }],
    });
    const undo = await call<UndoStarted>('POST', '/history/undo', { batch_id: batchId });
    expect([undo.status, undo.body.restoring], undo.text).toEqual([202, 1]);
    await expect.poll(() => outside(name)).toEqual([{ Cost: '80.0000', EAN: '0400' }]);
    await expect
      .poll(() => itemsOf(undo.body.batch_id))
      .toMatchObject([{ status: 'succeeded', warnings: ['large_change'] }]);
  });

  it.each([
    { what: 'variant', title: 'Tent', row: 1, ean: '0400', cost: '80.0000' },
    { what: 'product', title: 'Cup', row: 4, ean: '0403', cost: '2.0000' },
  ])(
    'is undone after a sync has removed the $what, as long as the table has it; where not, that is said before',
    async ({ what, title, row, ean, cost }) => {
      const { id, name, batchId } = await editOut(title);
      const undo = async (method: 'undo' | 'undo/preview') =>
        (await call<UndoPreview & UndoStarted>('POST', `/history/${method}`, { batch_id: batchId })).body;
      const setCost = (value: string) => database.run(`UPDATE ${name} SET Cost = ${value} WHERE ID = ${row}`);
      await sync(id);
      await setCost('1.25');
      expect(await undo('undo/preview')).toMatchObject({
        restorable_count: 0,
        conflicts: [{ reason: 'It was changed in the store itself since.', current_value: '1.25' }],
      });
      await setCost('1');
      expect(await undo('undo/preview')).toMatchObject({ restorable_count: 1, conflicts_count: 0 });
      const { batch_id } = await undo('undo');
      await expect
        .poll(() => itemsOf(batch_id))
        .toMatchObject([{ status: 'succeeded', product_title: title }]);
      expect(await outside(name, row)).toEqual([{ Cost: cost, EAN: ean }]);
      await expect.poll(async () => (await app.db.query('select from edit_claims')).rows).toEqual([]);

      // Back in the store under new ids, it is the same row.
      await sync(id);
      expect((await undo('undo/preview')).conflicts).toMatchObject([
        { reason: 'This was undone already.', can_include: false },
      ]);
      await database.run(`DELETE FROM ${name} WHERE ID = ${row}`);
      await sync(id);
      const { restorable_count, conflicts } = await undo('undo/preview');
      expect(restorable_count).toBe(0);
      expect(conflicts[0]?.reason).toMatch(what === 'variant' ? /^This variant does not exist/ : /product/i);
    },
  );
});

describe('an edit of a table', () => {
  it('is an UPDATE of its row, and is recorded in the history', async () => {
    const { id, name } = await connect(COLUMNS, tents);
    await sync(id);
    const tent = (await productsOf(id)).find(({ title }) => title === 'Tent');
    const { body } = await update(tent, 1, { price: '150', barcode: "0'; --" });
    expect(body).toMatchObject({ success: true, succeeded: 1, failed: 0 });
    expect(await database.query(`SELECT ID, Price, EAN FROM ${name} WHERE Style = N'T' ORDER BY ID`)).toEqual(
      [
        { ID: 1, Price: '129.90', EAN: '0400' },
        { ID: 2, Price: '150.00', EAN: "0'; --" },
      ],
    );
    expect((await update(tent, null, { title: 'Tent “Süd”' })).body).toMatchObject({ succeeded: 1 });
    expect(await database.query(`SELECT DISTINCT Name FROM ${name} WHERE Style = N'T'`)).toEqual([
      { Name: 'Tent “Süd”' },
    ]);
    const history = await call<HistoryPage>('GET', `/history?store_id=${id}`);
    expect(
      history.body.data
        .map(({ attribute_changed, old_value, new_value }) => [attribute_changed, old_value, new_value])
        .sort(),
    ).toEqual([
      ['barcode', '0401', "0'; --"],
      ['price', '139.90', '150.00'],
      ['title', 'Tent', 'Tent “Süd”'],
    ]);
    expect(await sync(id)).toMatchObject({
      status: 'completed',
      gaps: [],
      counts: { created: 0, removed: 0 },
    });
  });

  it('of a custom field is validated by its column, written, recorded and undone', async () => {
    const { id, name } = await connect(COLUMNS, tents);
    await sync(id);
    const tent = (await productsOf(id)).find(({ title }) => title === 'Tent');
    const { body: detail } = await call<ProductDetail>('GET', `/products/${tent?.id}`);
    expect(detail).toMatchObject({
      store_type: 'mssql',
      metafield_definitions: [
        {
          name: 'colour',
          key: 'custom.colour',
          owner: 'variant',
          type: 'single_line_text_field',
          validations: { max: '20' },
        },
      ],
    });
    const colour = async (value: string) => (await update(tent, 0, { metafields: { [COLOUR]: value } })).body;
    const inTable = async () => (await database.query(`SELECT Colour FROM ${name} WHERE ID = 1`))[0]?.Colour;
    expect((await colour('a colour of no name at all')).errors?.[0]?.error).toContain(
      'colour: Must be at most 20 characters long.',
    );
    const { batch_id } = await colour('blue');
    expect(await inTable()).toBe('blue');
    await call('POST', '/history/undo', { batch_id });
    await expect.poll(inTable).toBe('red');
    await database.run(`UPDATE ${name} SET Colour = N'green' WHERE ID = 1`);
    await sync(id);
    const changes = () => call<HistoryPage>('GET', `/history?store_id=${id}`);
    await expect
      .poll(async () => (await changes()).body.data)
      .toMatchObject(
        [
          { old_value: 'red', new_value: 'green', origin: 'outside' },
          { old_value: 'blue', new_value: 'red', origin: 'undo' },
          { old_value: 'red', new_value: 'blue', origin: 'bulk_update' },
        ].map((change) => ({ ...change, attribute_changed: COLOUR })),
      );
    await database.run(`UPDATE ${name} SET Colour = N'grey' WHERE ID = 1`);
    expect((await colour('black')).errors?.[0]?.error).toContain('is “grey” now');
    expect(await inTable()).toBe('grey');
  });

  it('reaches a price list that is mapped from another table', async () => {
    const { id, name } = await connect(COLUMNS, tents);
    await database.run(
      `CREATE TABLE ${name}Prices (Article int NOT NULL, List nvarchar(10) NOT NULL, Amount decimal(9,2), PRIMARY KEY (Article, List))`,
    );
    await database.run(
      `INSERT INTO ${name}Prices VALUES (1, N'B2B', 99.5), (1, N'VIP', 89), (2, N'B2B', 109)`,
    );
    const wholesale = (list_column: string) =>
      map(id, {
        source_field: 'Amount',
        target_field: 'Wholesale price',
        is_custom: true,
        child_table: {
          name: `dbo.${name}Prices`,
          key_columns: ['Article'],
          list_column,
          list_value: 'B2B',
        },
      });
    expect((await wholesale('Listing')).body.errors?.[0]?.message).toContain('There is no column “Listing”');
    expect((await wholesale('List')).status).toBe(201);
    await sync(id);
    const tent = (await productsOf(id)).find(({ title }) => title === 'Tent');
    const key = 'custom.wholesale_price';
    expect(tent?.variants.map(({ metafields }) => metafields?.[key])).toEqual(['99.5', '109']);
    const { body } = await update(tent, 0, { metafields: { [`variant.metafields.${key}`]: '95' } });
    expect(body).toMatchObject({ succeeded: 1 });
    expect(await database.query(`SELECT * FROM ${name}Prices ORDER BY Article, List`)).toEqual([
      { Article: 1, List: 'B2B', Amount: '95.00' },
      { Article: 1, List: 'VIP', Amount: '89.00' },
      { Article: 2, List: 'B2B', Amount: '109.00' },
    ]);
  });

  it('is refused for unmapped attributes, and for a table without a primary key', async () => {
    const refusal = async (id: string, values: object) => {
      await sync(id);
      const [product] = await productsOf(id);
      return (await update(product, 0, values)).body.errors?.[0]?.error;
    };
    const mapped = await connect(COLUMNS, tents);
    expect(await refusal(mapped.id, { weight: '1' })).toContain(
      `Weight is not mapped to a column of dbo.${mapped.name}: add a field mapping to change it.`,
    );
    const keyless = await connect(COLUMNS.replace(' PRIMARY KEY', ''), tents);
    expect(await refusal(keyless.id, { price: '1' })).toContain(
      `dbo.${keyless.name} has no primary key. Its rows can be read, not edited.`,
    );
  });

  it.each(['before', 'after'] as const)(
    'whose COMMIT is cut off %s it is made, is made once and told once',
    async (when) => {
      const { id, name } = await connect(COLUMNS, tents);
      await sync(id);
      const cup = (await productsOf(id)).find(({ title }) => title === 'Cup');
      simulator.faults.add({ action: { kind: 'cut', when }, match: 'COMMIT' });
      const { body } = await update(cup, 0, { price: '9' });
      expect(body).toMatchObject({ success: true, succeeded: 1 });
      expect(await database.query(`SELECT Price FROM ${name} WHERE ID = 4`)).toEqual([{ Price: '9.00' }]);
      const history = await call<HistoryPage>('GET', `/history?store_id=${id}`);
      expect(history.body.data).toMatchObject([
        { attribute_changed: 'price', old_value: '8.00', new_value: '9.00' },
      ]);
    },
  );
});
