import { metafieldName } from '@storefleet/contract/attributes/metafields';
import { expect, it } from 'vitest';
import type { Mapping } from '../mapping/field-mapping.ts';
import { edit, editingOf, mapping, write } from '../testing/builders.ts';
import { readThrough } from '../testing/reading.ts';
import { openSqlTables } from '../testing/sql-server.ts';

const sql = await openSqlTables();

const PRICES = ["N'A', 1, 10.00", "N'A', 2, 8.50", "N'B', 1, 20.00", "N'B', 2, NULL", "N'D', 1, 1.00"];

/** Items with a price in each of two lists, most of them. */
async function open(child: Partial<NonNullable<Mapping['child_table']>> = {}) {
  const table = await sql.createTable('No nvarchar(20) NOT NULL PRIMARY KEY, Name nvarchar(50), List int', [
    "N'A', N'Tent', 7",
    "N'B', N'Cup', 7",
    "N'C', N'Stove', 7",
  ]);
  const prices = await sql.createTable(
    `Item nvarchar(20) NOT NULL, List int NOT NULL, Price decimal(9,2), PRIMARY KEY (Item, List)`,
    PRICES,
  );
  const of = (list_value: string) => ({
    data_type: 'number' as const,
    child_table: { name: prices, key_columns: ['Item'], list_column: 'List', list_value, ...child },
  });
  const mappings = [
    mapping('Name', 'title'),
    mapping('Price', 'price', of('1')),
    mapping('Price', 'B2B', of('2')),
  ];
  return {
    table,
    prices,
    connect: (whereClause: string | null = null) => sql.connect({ table, mappings, whereClause }),
  };
}

const B2B = metafieldName('variant', 'custom.b2b');
const pricesIn = (table: string) =>
  sql.rows(`SELECT Item, List, Price FROM ${table} WHERE Item <> N'D' ORDER BY Item, List`);

it('are read as columns of the table, whatever those are called', async () => {
  const { connect } = await open();
  const { products, end } = await readThrough(await connect('List = 7'));
  expect(products.map(({ title, variants: [one] }) => [title, one?.price, one?.metafields])).toEqual([
    ['Tent', '10.00', { 'custom.b2b': '8.5' }],
    ['Cup', '20.00', { 'custom.b2b': null }],
    ['Stove', null, { 'custom.b2b': null }],
  ]);
  expect(end.sourceProducts).toBe(3);
});

it('are found by a key of another collation', async () => {
  const table = await sql.createTable(
    'No nvarchar(20) COLLATE Turkish_CI_AS NOT NULL PRIMARY KEY, Name nvarchar(50)',
    ["N'A', N'Tent'"],
  );
  const prices = await sql.createTable(
    'Item varchar(20) COLLATE Latin1_General_BIN2 NOT NULL, List int NOT NULL, Price money, PRIMARY KEY (Item, List)',
    ["'A', 1, 10"],
  );
  const child_table = { name: prices, key_columns: ['Item'], list_column: 'List', list_value: '1' };
  const mappings = [mapping('Name', 'title'), mapping('Price', 'price', { child_table })];
  const store = await sql.connect({ table, mappings });
  const { products } = await readThrough(store);
  expect(products.map(({ variants: [one] }) => one?.price)).toEqual(['10.00']);
  expect(await write(editingOf(store), edit('A', { price: '10.00' }, { price: '11.00' }))).toMatchObject([
    { kind: 'applied', values: { price: '11.00' } },
  ]);
});

it('are written where they stand, beside the table, and only over what was seen', async () => {
  const { prices, table, connect } = await open();
  const editing = editingOf(await connect());
  expect(
    await write(editing, edit('A', { price: '10.00', [B2B]: '8.5' }, { price: '11.00', [B2B]: '9' })),
  ).toEqual([{ key: 'A', kind: 'applied', values: { price: '11.00', [B2B]: '9' } }]);
  const outcomes = await write(
    editing,
    edit('product:A', { title: 'Tent' }, { title: 'Tarp' }),
    edit('A', { price: '10.00' }, { price: '12.00' }),
    edit('B', { [B2B]: null }, { [B2B]: '15' }),
    edit('C', { price: null }, { price: '5.00' }),
  );
  expect(outcomes).toMatchObject([
    { key: 'product:A', kind: 'applied' },
    { key: 'A', kind: 'conflict', current: { price: '11.00' } },
    { key: 'B', kind: 'applied', values: { [B2B]: '15' } },
    {
      key: 'C',
      kind: 'refused',
      message: `There is no row with “1” in the column “List” of dbo.${prices} for No = C: add it there first. Nothing was changed.`,
    },
  ]);
  expect(await pricesIn(prices)).toEqual([
    { Item: 'A', List: 1, Price: '11.00' },
    { Item: 'A', List: 2, Price: '9.00' },
    { Item: 'B', List: 1, Price: '20.00' },
    { Item: 'B', List: 2, Price: '15.00' },
  ]);
  expect(await sql.rows(`SELECT Name FROM ${table} WHERE No = N'A'`)).toEqual([{ Name: 'Tarp' }]);
});

it('are written in sets of one statement per table, with rows refused as if alone', async () => {
  const { prices, table, connect } = await open();
  const editing = editingOf(await connect());
  const from = sql.simulator?.log.recent.length ?? 0;
  const outcomes = await write(
    editing,
    edit('A', { price: '10.00', [B2B]: '8.5' }, { price: '11.00', [B2B]: '9' }),
    edit('product:A', { title: 'Tent' }, { title: 'Tarp' }),
    edit('B', { price: '20.00' }, { price: '21.00' }),
  );
  expect(outcomes.map(({ kind }) => kind)).toEqual(['applied', 'applied', 'applied']);
  const sent = sql.simulator?.log.recent.slice(from).map(({ text }) => text) ?? [];
  const updates = sent.filter((text) => text.includes('UPDATE ['));
  // The product shares its row with a variant, whose edit goes before.
  if (sql.simulator !== null) expect(updates).toHaveLength(3);
  expect(await pricesIn(prices)).toEqual([
    { Item: 'A', List: 1, Price: '11.00' },
    { Item: 'A', List: 2, Price: '9.00' },
    { Item: 'B', List: 1, Price: '21.00' },
    { Item: 'B', List: 2, Price: null },
  ]);
  const half = await write(
    editing,
    edit('A', { price: '11.00', [B2B]: '9' }, { price: '12.00', [B2B]: '9.5' }),
    edit('B', { price: '20.00' }, { price: '22.00' }),
    edit('C', { price: null }, { price: '5.00' }),
    { ...edit('B', { [B2B]: null }, { [B2B]: '7' }), key: 'B again' },
  );
  expect(half.map(({ kind }) => kind)).toEqual(['applied', 'conflict', 'refused', 'applied']);
  expect((await pricesIn(prices)).map(({ Price }) => Price)).toEqual(['12.00', '9.50', '21.00', '7.00']);
  expect(await sql.rows(`SELECT Name FROM ${table} WHERE No = N'A'`)).toEqual([{ Name: 'Tarp' }]);
});

it('one that cannot be written takes back the others of its edit', async () => {
  const { prices, connect } = await open();
  const before = await pricesIn(prices);
  const editing = editingOf(await connect());
  await sql.run(`DELETE FROM ${prices} WHERE Item = N'B' AND List = 2`);
  expect(
    await write(editing, edit('B', { price: '20.00', [B2B]: null }, { price: '21.00', [B2B]: '9' })),
  ).toMatchObject([{ kind: 'refused' }]);
  expect(await pricesIn(prices)).toEqual(before.slice(0, 3));
});

it.each([
  [{ name: 'dbo.Nowhere' }, 'There is no table or view dbo.Nowhere'],
  [{ key_columns: ['Item', 'List'] }, 'name as many key columns'],
  [{ key_columns: ['Article'] }, 'There is no column “Article”'],
  [{ key_columns: ['Price'] }, 'holds other values than the key of the table'],
  [{ list_column: 'Price' }, 'could have several values of Price'],
  [{ change_column: 'Changed' }, 'The column “Changed”, by which changed rows are found, is not in'],
  [{ list_value: 'Retail' }, '“Retail” cannot stand in the column “List”'],
])('%j is refused', async (child, message) => {
  const { connect } = await open(child);
  await expect(connect()).rejects.toThrow(message);
});
