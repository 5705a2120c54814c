import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import { describe, expect, it } from 'vitest';
import {
  edit,
  editingOf,
  expectApplied,
  expectRefused,
  kindOf,
  mapping,
  title,
  write,
} from '../testing/builders.ts';
import { openSqlTables } from '../testing/sql-server.ts';

const sql = await openSqlTables();

const columns =
  'ID int NOT NULL PRIMARY KEY, Name nvarchar(50), Price decimal(10,2), Cost money, SKU varchar(8), EAN nvarchar(20) NOT NULL, State nvarchar(10)';
const row = (id: number) => `${id}, N'Item', 5, NULL, 'K${id}', N'400', NULL`;
const mappings = [
  mapping('Price', 'price'),
  mapping('Cost', 'cost'),
  mapping('SKU', 'sku'),
  mapping('EAN', 'barcode'),
  mapping('State', 'status', { default_value: 'draft' }),
];

describe('a write', () => {
  it('changes one row of the table by its key, and returns its new values', async () => {
    const { table, editing } = await sql.openEditing(columns, [1, 2, 3].map(row), mappings);
    expect(editing.attributes).toEqual(['title', 'price', 'cost', 'sku', 'barcode', 'status']);
    const decimals = (['price', 'cost', 'compare_at_price'] as const).map((name) =>
      editing.decimalsOf?.(name),
    );
    expect(decimals).toEqual([2, 4, 0]);
    const outcomes = await write(
      editing,
      edit('2', { price: '5.00', cost: null, sku: 'K2' }, { price: '7.10', cost: '3.0125', sku: "'; --" }),
    );
    expect(outcomes).toEqual([
      { key: '2', kind: 'applied', values: { price: '7.10', cost: '3.0125', sku: "'; --" } },
    ]);
    expect(await sql.rows(`SELECT ID, Price, Cost, SKU FROM ${table} ORDER BY ID`)).toEqual([
      { ID: 1, Price: '5.00', Cost: null, SKU: 'K1' },
      { ID: 2, Price: '7.10', Cost: '3.0125', SKU: "'; --" },
      { ID: 3, Price: '5.00', Cost: null, SKU: 'K3' },
    ]);
  });

  it('leaves a row alone that differs from what the edit is based on', async () => {
    const { table, editing } = await sql.openEditing(columns, [row(1)], mappings);
    await sql.run(`UPDATE ${table} SET Price = 6, SKU = 'new'`);
    expect(
      await write(editing, edit('1', { price: '5.00', sku: 'K1' }, { price: '7.00', sku: 'mine' })),
    ).toEqual([{ key: '1', kind: 'conflict', current: { price: '6.00', sku: 'new' } }]);
    expect(await sql.rows(`SELECT Price, SKU FROM ${table}`)).toEqual([{ Price: '6.00', SKU: 'new' }]);
  });

  it('treats amounts as equal in any spelling, but codes only if identical', async () => {
    const { editing } = await sql.openEditing(columns, [row(1)], mappings);
    expect(await kindOf(editing, edit('1', { price: '5' }, { price: '6.50' }))).toBe('applied');
    expect(await kindOf(editing, edit('1', { sku: 'k1' }, { sku: 'K9' }))).toBe('conflict');
  });

  it('finds nothing if the row is gone, belongs to another product, or has left the store', async () => {
    const { table, editing } = await sql.openEditing(
      columns,
      [row(1), row(2)],
      mappings,
      "State IS NULL OR State <> N'gone'",
    );
    await sql.run(`UPDATE ${table} SET State = N'gone' WHERE ID = 2`);
    for (const id of ['9', 'x', "1' OR '1'='1", '2', '1|2']) {
      expect(await write(editing, edit(id, { price: '5.00' }, { price: '1.00' }))).toEqual([
        { key: id, kind: 'missing' },
      ]);
    }
    expect(await kindOf(editing, edit('1', { price: '5.00' }, { price: '1.00' }, '2'))).toBe('missing');
  });

  it('compares and writes NULL', async () => {
    const { table, editing } = await sql.openEditing(columns, [row(1)], mappings);
    expect(await kindOf(editing, edit('1', { cost: null }, { cost: '2.00' }))).toBe('applied');
    expect(await kindOf(editing, edit('1', { cost: null }, { cost: '3.00' }))).toBe('conflict');
    await expectApplied(editing, edit('1', { cost: '2.00' }, { cost: null }));
    await expectApplied(editing, edit('1', { barcode: '400' }, { barcode: null }));
    expect(await sql.rows(`SELECT Cost, EAN FROM ${table}`)).toEqual([{ Cost: null, EAN: '' }]);
  });

  it('treats an empty column as its default', async () => {
    const { table, editing } = await sql.openEditing(columns, [row(1)], mappings);
    await expectApplied(editing, edit('product:1', { status: 'draft' }, { status: 'active' }));
    expect(await sql.rows(`SELECT State FROM ${table}`)).toEqual([{ State: 'active' }]);
  });

  it('uses all parts of a composite key', async () => {
    const { table, editing } = await sql.openEditing(
      'Country nvarchar(5) NOT NULL, No datetime2(7) NOT NULL, Name nvarchar(50), Price money, PRIMARY KEY (Country, No)',
      ['A|T', 'DE'].flatMap((country) =>
        [1, 2].map((digit) => `N'${country}', '2026-01-01T00:00:00.000000${digit}', N'Item', 5`),
      ),
      [mapping('Price', 'price')],
    );
    const id = 'A\\|T|2026-01-01T00:00:00.0000002';
    expect(await kindOf(editing, edit(id, { price: '5.00' }, { price: '6.00' }))).toBe('applied');
    expect(await sql.rows(`SELECT Country, Price FROM ${table} WHERE Price <> 5`)).toEqual([
      { Country: 'A|T', Price: '6.0000' },
    ]);
    expect((await sql.rows(`SELECT No FROM ${table} WHERE Price = 6`))[0]?.No).toBe(
      '2026-01-01T00:00:00.0000002',
    );
  });

  it('writes any text to its column, and nowhere else', async () => {
    const { table, editing } = await sql.openEditing(
      "ID nvarchar(40) NOT NULL PRIMARY KEY, Name nvarchar(50), [x'; DROP TABLE y; --]]] nvarchar(100)",
      ["N''' OR 1=1 --', N'Item', NULL", "N'b', N'Item', NULL"],
      [mapping("x'; DROP TABLE y; --]", 'sku')],
    );
    const id = "' OR 1=1 --";
    const nasty = "'; DROP TABLE x; -- ]] ’ ʼ \u2028 @p0 傘";
    await expectApplied(editing, edit(id, { sku: null }, { sku: nasty }));
    expect(await kindOf(editing, edit(id, { sku: nasty }, { sku: 'x' }))).toBe('applied');
    expect(
      await sql.rows(`SELECT COUNT_BIG(*) AS n FROM ${table} WHERE [x'; DROP TABLE y; --]]] IS NULL`),
    ).toEqual([{ n: '1' }]);
  });
});

it('writes amounts and counts to every kind of numeric column', async () => {
  const table = await sql.createTable(
    'ID int NOT NULL PRIMARY KEY, Name nvarchar(50), Whole int, Small tinyint, Text varchar(10), Exact numeric(9,4), Rough float, Single real',
    ["1, N'Item', 1, 1, '1', 1, 1, 1"],
  );
  for (const column of ['Whole', 'Small', 'Text', 'Exact', 'Rough', 'Single']) {
    const amount = mapping(column, 'price', { data_type: 'number' });
    const editing = editingOf(await sql.connect({ table, mappings: [title, amount] }));
    await expectApplied(editing, edit('1', { price: '1.00' }, { price: '12.00' }));
  }
});

describe('a value the column cannot hold', () => {
  it('is refused before anything is sent', async () => {
    const { table, editing } = await sql.openEditing(columns, [row(1)], mappings);
    const refusals: [AttributeValues, AttributeValues, string][] = [
      [
        { price: '5.00' },
        { price: '9.995' },
        '“9.995” cannot be written to the column “Price”: it has more than the 2 decimals of the column.',
      ],
      [{ price: '5.00' }, { price: '123456789.00' }, 'is too large for decimal(10,2)'],
      [{ sku: 'K1' }, { sku: 'longer than 8' }, 'is longer than the 8 characters of the column'],
      [{ status: 'draft' }, { status: null }, 'its field mapping reads an empty column as “draft”'],
      [
        { weight: null },
        { weight: '1' },
        `Weight is not mapped to a column of dbo.${table}: add a field mapping to change it.`,
      ],
    ];
    for (const [expected, values, message] of refusals) {
      await expectRefused(editing, edit('1', expected, values), expect.stringContaining(message));
    }
  });

  it('is read back and rolled back if SQL Server would store something else', async () => {
    const { table, editing } = await sql.openEditing(
      'ID int NOT NULL PRIMARY KEY, Name nvarchar(50), SKU varchar(8)',
      ["1, N'Item', 'K1'"],
      [mapping('SKU', 'sku')],
    );
    await expectRefused(
      editing,
      edit('1', { sku: 'K1' }, { sku: '傘' }),
      'The column “SKU” (varchar(8)) would hold “?” instead of “傘”. Nothing was changed.',
    );
    expect(await sql.rows(`SELECT SKU FROM ${table}`)).toEqual([{ SKU: 'K1' }]);
  });

  it('is refused alone, and the other edits of the product are made', async () => {
    const { table, editing } = await sql.openEditing(
      'ID int NOT NULL PRIMARY KEY, Style int NOT NULL, Name nvarchar(50), Price decimal(10,2) CHECK (Price >= 1), SKU varchar(8) UNIQUE',
      [1, 2, 3].map((id) => `${id}, 7, N'Item', 5, 'K${id}'`),
      [mapping('Style', 'shopify_id'), mapping('Price', 'price'), mapping('SKU', 'sku')],
    );
    const outcomes = await write(
      editing,
      edit('1', { price: '5.00' }, { price: '6.00' }, '7'),
      edit('2', { price: '5.00' }, { price: '0.50' }, '7'),
      edit('3', { price: '5.00', sku: 'K3' }, { price: '8.00', sku: 'K1' }, '7'),
      edit('product:7', { title: 'Item' }, { title: 'Thing' }),
    );
    expect(outcomes).toMatchObject([
      { key: '1', kind: 'applied' },
      { key: '2', kind: 'refused', message: expect.stringContaining('A rule of the database') },
      { key: '3', kind: 'refused', message: expect.stringContaining('Another row has this value already') },
      { key: 'product:7', kind: 'applied', values: { title: 'Thing' } },
    ]);
    expect(await sql.rows(`SELECT ID, Price, SKU, Name FROM ${table} ORDER BY ID`)).toEqual([
      { ID: 1, Price: '6.00', SKU: 'K1', Name: 'Thing' },
      { ID: 2, Price: '5.00', SKU: 'K2', Name: 'Thing' },
      { ID: 3, Price: '5.00', SKU: 'K3', Name: 'Thing' },
    ]);
  });

  it('includes two different values for attributes of one column', async () => {
    const { editing } = await sql.openEditing(
      'ID int NOT NULL PRIMARY KEY, Name nvarchar(50), Amount money',
      ["1, N'Item', 5"],
      [mapping('Amount', 'price'), mapping('Amount', 'cost')],
    );
    await expectRefused(
      editing,
      edit('1', { price: '5.00', cost: '5.00' }, { price: '6.00', cost: '7.00' }),
      expect.stringContaining('come from one column, “Amount”'),
    );
    await expectApplied(editing, edit('1', { price: '5.00', cost: '5.00' }, { price: '6.00', cost: '6.00' }));
  });
});

it('never writes what identifies a row or its product, or what SQL Server writes itself', async () => {
  const { table, editing } = await sql.openEditing(
    'No nvarchar(10) NOT NULL PRIMARY KEY, Style nvarchar(10), Name nvarchar(50), Net money, Gross AS (Net * 2)',
    [],
    [
      mapping('No', 'sku'),
      mapping('Style', 'shopify_id'),
      mapping('Style', 'vendor'),
      mapping('Gross', 'price'),
      mapping('Net', 'cost'),
    ],
  );
  expect(editing.attributes).toEqual(['title', 'cost']);
  expect(
    (['sku', 'vendor', 'price', 'tags'] as const).map((attribute) => editing.refusalOf?.(attribute)),
  ).toEqual([
    'SKU can be read, not edited: “No” is part of the primary key.',
    'Vendor can be read, not edited: “Style” says which product a row belongs to.',
    'Price can be read, not edited: “Gross” is written by SQL Server itself.',
    `Tags is not mapped to a column of dbo.${table}: add a field mapping to change it.`,
  ]);
});
