import { type MetafieldAttribute, metafieldName } from '@storefleet/contract/attributes/metafields';
import { customFieldKey } from '@storefleet/contract/stores/mssql/mapping-rules';
import { describe, expect, it } from 'vitest';
import type { Mapping } from '../mapping/field-mapping.ts';
import { edit, expectApplied, expectRefused, kindOf, mapping, write } from '../testing/builders.ts';
import { openSqlTables } from '../testing/sql-server.ts';

const sql = await openSqlTables();

const { signal } = new AbortController();

describe('transformations', () => {
  it('are reversed where possible', async () => {
    const { table, editing } = await sql.openEditing(
      'ID int NOT NULL PRIMARY KEY, Name nvarchar(50), SKU nvarchar(20), Maker nvarchar(20), Kind nvarchar(20), Weight decimal(8,3)',
      ["1, N'Item', N'4711', N'acme', N'  Tool ', 1.5"],
      [
        mapping('SKU', 'sku', {
          transformation_type: 'concat',
          transformation_config: { prefix: 'DE-', suffix: '/x' },
        }),
        mapping('Maker', 'vendor', { transformation_type: 'uppercase' }),
        mapping('Kind', 'product_type', { transformation_type: 'trim' }),
        mapping('Weight', 'weight', { data_type: 'number' }),
      ],
    );
    const target = { productId: '1', variantId: '1' };
    expect(
      await editing.readValues([{ ...target, attributes: ['sku', 'vendor', 'product_type', 'weight'] }], {
        signal,
      }),
    ).toEqual([{ sku: 'DE-4711/x', vendor: 'ACME', product_type: 'Tool', weight: '1.5' }]);
    await expectApplied(
      editing,
      edit('1', { sku: 'DE-4711/x', weight: '1.5' }, { sku: 'DE-99/x', weight: '2' }),
    );
    await expectApplied(
      editing,
      edit('product:1', { vendor: 'ACME', product_type: 'Tool' }, { vendor: 'Bolt', product_type: 'Saw' }),
      { vendor: 'BOLT', product_type: 'Saw' },
    );
    await expectRefused(
      editing,
      edit('1', { sku: 'DE-99/x' }, { sku: '100' }),
      expect.stringContaining('begins with “DE-” and ends with “/x”'),
    );
    expect(await sql.rows(`SELECT SKU, Maker, Kind FROM ${table}`)).toEqual([
      { SKU: '99', Maker: 'Bolt', Kind: 'Saw' },
    ]);
  });

  it('that give another spelling the same result leave the table unchanged', async () => {
    const { table, editing } = await sql.openEditing(
      'ID int NOT NULL PRIMARY KEY, Name nvarchar(50), Maker nvarchar(20)',
      ["1, N'Item', N'Acme'"],
      [mapping('Maker', 'vendor', { transformation_type: 'uppercase' })],
    );
    await expectApplied(editing, edit('product:1', { vendor: 'ACME' }, { vendor: 'acme' }), {
      vendor: 'ACME',
    });
    expect(await sql.rows(`SELECT Maker FROM ${table}`)).toEqual([{ Maker: 'Acme' }]);
  });

  it('of product ids are reversed to find the rows', async () => {
    const prefixed = { transformation_type: 'concat', transformation_config: { prefix: 'P' } } as const;
    const { table, editing } = await sql.openEditing(
      'ID int NOT NULL PRIMARY KEY, Style nvarchar(20), Name nvarchar(50), Price money',
      ["1, N's1', N'Item', 5", "2, N'S1', N'Item', 5", "3, N'S2', N'Item', 5"],
      [mapping('Style', 'shopify_id', prefixed), mapping('Price', 'price')],
    );
    expect(await kindOf(editing, edit('product:Ps1', { title: 'Item' }, { title: 'Thing' }))).toBe('applied');
    expect(await kindOf(editing, edit('2', { price: '5.00' }, { price: '6.00' }, 'Ps1'))).toBe('applied');
    expect(await kindOf(editing, edit('2', { price: '6.00' }, { price: '7.00' }, 's1'))).toBe('missing');
    expect(await sql.rows(`SELECT Name, Price FROM ${table} ORDER BY ID`)).toEqual([
      { Name: 'Thing', Price: '5.0000' },
      { Name: 'Thing', Price: '6.0000' },
      { Name: 'Item', Price: '5.0000' },
    ]);
  });
});

it('writes a choice in the words and the case that the row has', async () => {
  const { table, editing } = await sql.openEditing(
    'ID int NOT NULL PRIMARY KEY, Name nvarchar(50), Taxed nvarchar(9), Kept varchar(9), Ships nvarchar(9), Policy nvarchar(9), State nvarchar(9)',
    ["1, N'Item', N'Yes', '1', N'Y', N'CONTINUE', N'Active'"],
    [
      mapping('Taxed', 'taxable'),
      mapping('Kept', 'tracked'),
      mapping('Ships', 'requires_shipping', { data_type: 'boolean' }),
      mapping('Policy', 'inventory_policy'),
      mapping('State', 'status'),
    ],
  );
  const held = { taxable: 'true', tracked: 'true', requires_shipping: 'true', inventory_policy: 'continue' };
  const wanted = { taxable: 'false', tracked: 'false', requires_shipping: 'false', inventory_policy: 'deny' };
  expect(
    await write(
      editing,
      edit('1', held, wanted),
      edit('product:1', { status: 'active' }, { status: 'draft' }),
    ),
  ).toEqual([
    { key: '1', kind: 'applied', values: wanted },
    { key: 'product:1', kind: 'applied', values: { status: 'draft' } },
  ]);
  expect(await sql.rows(`SELECT Taxed, Kept, Ships, Policy, State FROM ${table}`)).toEqual([
    { Taxed: 'No', Kept: '0', Ships: 'N', Policy: 'DENY', State: 'Draft' },
  ]);
});

it('writes a choice to columns that cannot hold its own word', async () => {
  const yesOrNo = { data_type: 'boolean' } as const;
  const { table, editing } = await sql.openEditing(
    'ID int NOT NULL PRIMARY KEY, Name nvarchar(50), Taxed char(1) NOT NULL, Kept char(1), Ships varchar(3), Policy bit',
    ["1, N'Item', 'Y', NULL, 'YES', 1"],
    [
      mapping('Taxed', 'taxable', yesOrNo),
      mapping('Kept', 'tracked', yesOrNo),
      mapping('Ships', 'requires_shipping'),
      mapping('Policy', 'inventory_policy', yesOrNo),
    ],
  );
  const held = { taxable: 'true', tracked: null, requires_shipping: 'true', inventory_policy: 'continue' };
  const wanted = { taxable: 'false', tracked: 'true', requires_shipping: 'false', inventory_policy: 'deny' };
  await expectApplied(editing, edit('1', held, wanted));
  expect(await sql.rows(`SELECT Taxed, Kept, Ships, Policy FROM ${table}`)).toEqual([
    { Taxed: 'N', Kept: 'y', Ships: 'NO', Policy: false },
  ]);
});

it('writes a choice to columns of bits and numbers', async () => {
  const { table, editing } = await sql.openEditing(
    'ID int NOT NULL PRIMARY KEY, Name nvarchar(50), Taxed int, Kept bit, Ships smallint NOT NULL, Policy bit',
    ["1, N'Item', 1, 1, 1, 1"],
    [
      mapping('Taxed', 'taxable'),
      mapping('Kept', 'tracked'),
      mapping('Ships', 'requires_shipping', { data_type: 'boolean' }),
      mapping('Policy', 'inventory_policy'),
    ],
  );
  const held = { taxable: 'true', tracked: 'true', requires_shipping: 'true', inventory_policy: 'continue' };
  const wanted = { taxable: 'false', tracked: 'false', requires_shipping: 'false', inventory_policy: 'deny' };
  await expectApplied(editing, edit('1', held, wanted));
  expect(await sql.rows(`SELECT Taxed, Kept, Ships, Policy FROM ${table}`)).toEqual([
    { Taxed: 0, Kept: false, Ships: 0, Policy: false },
  ]);
  await expectApplied(editing, edit('1', wanted, held));
});

describe('a product value', () => {
  const style = mapping('Style', 'shopify_id');
  const wide =
    'ID int NOT NULL PRIMARY KEY, Style int NOT NULL, Name nvarchar(50), Maker nvarchar(50), Tags nvarchar(50)';

  it('is written to every row that holds one, and to all if none does', async () => {
    const { table, editing } = await sql.openEditing(
      wide,
      ["1, 7, N'Shirt', NULL, N'a,b'", "2, 7, NULL, NULL, N'B , A'", "3, 8, N'Shirt', NULL, NULL"],
      [style, mapping('Maker', 'vendor'), mapping('Tags', 'tags')],
    );
    await expectApplied(
      editing,
      edit(
        'product:7',
        { title: 'Shirt', vendor: null, tags: 'b, a' },
        { title: 'Tee', vendor: 'Acme', tags: 'c' },
      ),
    );
    expect(await sql.rows(`SELECT ID, Name, Maker, Tags FROM ${table} ORDER BY ID`)).toEqual([
      { ID: 1, Name: 'Tee', Maker: 'Acme', Tags: 'c' },
      { ID: 2, Name: null, Maker: 'Acme', Tags: 'c' },
      { ID: 3, Name: 'Shirt', Maker: null, Tags: null },
    ]);
  });

  it('is not unified if the rows disagree', async () => {
    const { editing } = await sql.openEditing(
      wide,
      ["1, 7, N'Shirt', N'A', NULL", "2, 7, N'Shirt', N'B', NULL"],
      [style, mapping('Maker', 'vendor')],
    );
    await expectRefused(
      editing,
      edit('product:7', { vendor: 'A' }, { vendor: 'C' }),
      'The 2 rows of this product do not agree on its vendor: “A”, “B”. Make them equal in the table before it is changed from here.',
    );
  });

  it('is written to all rows or to none', async () => {
    const { table, editing } = await sql.openEditing(
      "ID int NOT NULL PRIMARY KEY, Style int NOT NULL, Name nvarchar(50), CHECK (ID < 3 OR Name <> N'Tee')",
      ["1, 7, N'Shirt'", "2, 7, N'Shirt'", "3, 7, N'Shirt'"],
      [style],
    );
    expect(await kindOf(editing, edit('product:7', { title: 'Shirt' }, { title: 'Tee' }))).toBe('refused');
    expect(await sql.rows(`SELECT DISTINCT Name FROM ${table}`)).toEqual([{ Name: 'Shirt' }]);
  });
});

describe('custom fields', () => {
  const nameOf = (field: string) => metafieldName('variant', customFieldKey(field));
  const named = (values: Record<string, string | null>) =>
    Object.fromEntries(Object.entries(values).map(([field, value]) => [nameOf(field), value]));
  const text = 'single_line_text_field';
  type Field = {
    readonly field: string;
    readonly type: string;
    readonly as: string;
    readonly limits?: Record<string, string>;
    readonly details?: Partial<Mapping>;
    readonly from: string | null;
    /** Where that is not `from`. */
    readonly held?: string;
    readonly to: string;
  };
  const FIELDS: readonly Field[] = [
    { field: 'Colour', type: 'nvarchar(10)', as: text, limits: { max: '10' }, from: ' red ', to: 'blue' },
    { field: 'Notes', type: 'nvarchar(max)', as: 'multi_line_text_field', from: null, to: 'dry\nwarm' },
    {
      field: 'Pieces',
      type: 'tinyint',
      as: 'number_integer',
      limits: { min: '0', max: '255' },
      from: '6',
      to: '0',
    },
    {
      field: 'Deposit',
      type: 'decimal(6,2)',
      as: 'number_decimal',
      limits: { min: '-9999.99', max: '9999.99', max_precision: '2' },
      from: '1.5',
      to: '2.25',
    },
    { field: 'Rate', type: 'float', as: 'number_decimal', from: '0.1', to: '0.7' },
    {
      field: 'Fragile',
      type: 'bit NOT NULL',
      as: 'boolean',
      limits: { required: 'true' },
      from: 'false',
      to: 'true',
    },
    {
      field: 'Boxed',
      type: 'int',
      details: { data_type: 'boolean' },
      held: 'true',
      as: 'boolean',
      from: '1',
      to: 'false',
    },
    { field: 'Day', type: 'date', as: 'date', from: '2026-11-21', to: '2024-02-29' },
    {
      field: 'Seen',
      type: 'datetime2(3)',
      as: 'datetime',
      from: '2026-11-21T09:30:00',
      to: '2026-11-22T10:00:00.25',
    },
    {
      field: 'Sold',
      type: 'datetime',
      as: 'datetime',
      from: '2026-11-21T00:00:00',
      to: '2026-11-22T00:00:00',
    },
    {
      field: 'Maker',
      type: 'uniqueidentifier',
      as: 'uniqueidentifier',
      from: '6F9619FF-8B86-D011-B42D-00C04FC964FF',
      to: '00000000-8B86-D011-B42D-00C04FC964FF',
    },
    {
      field: 'Shelf',
      type: 'int',
      details: { transformation_type: 'concat', transformation_config: { prefix: 'S-' } },
      as: text,
      from: '7',
      held: 'S-7',
      to: 'S-8',
    },
  ];
  const heldIn = ({ held, from }: Field) => held ?? from;

  it('are edited by the types of their columns', async () => {
    const literal = (value: string | null) => (value === null ? 'NULL' : `N'${value}'`);
    const { table, editing } = await sql.openEditing(
      [
        'ID int NOT NULL PRIMARY KEY, Name nvarchar(50)',
        ...FIELDS.map(({ field, type }) => `${field} ${type}`),
      ].join(),
      [["1, N'Cup'", ...FIELDS.map(({ from }) => literal(from))].join()],
      FIELDS.map(({ field, details }) => mapping(field, field, details)),
    );
    expect(editing.metafields?.map(({ name, type, validations }) => [name, type, validations])).toEqual(
      FIELDS.map(({ field, as, limits = {} }) => [field, as, limits]),
    );
    const attributes = FIELDS.map(({ field }): MetafieldAttribute => nameOf(field));
    const held = named(Object.fromEntries(FIELDS.map((field) => [field.field, heldIn(field)])));
    const target = { productId: '1', variantId: '1', attributes };
    expect(await editing.readValues([target], { signal })).toEqual([held]);
    const wanted = named(Object.fromEntries(FIELDS.map(({ field, to }) => [field, to])));
    await expectApplied(editing, edit('1', held, wanted));
    expect(await sql.rows(`SELECT Colour, Pieces, Deposit, Fragile, Boxed, Shelf FROM ${table}`)).toEqual([
      { Colour: 'blue', Pieces: 0, Deposit: '2.25', Fragile: true, Boxed: 0, Shelf: 8 },
    ]);
    expect(await write(editing, edit('1', held, named({ Colour: 'red' })))).toMatchObject([
      { kind: 'conflict', current: named({ Colour: 'blue' }) },
    ]);
    await expectApplied(editing, edit('1', wanted, held));
  });

  it('with an offset are written in any zone, but not without one', async () => {
    const { table, editing } = await sql.openEditing(
      'ID int NOT NULL PRIMARY KEY, Name nvarchar(50), Seen datetimeoffset(0)',
      ["1, N'Cup', '2026-01-31T09:30:00+02:00'"],
      [mapping('Seen', 'Seen')],
    );
    const held = named({ Seen: '2026-01-31T09:30:00+02:00' });
    await expectRefused(
      editing,
      edit('1', held, named({ Seen: '2026-02-01T10:00:00' })),
      expect.stringContaining('wants it, such as 2026-11-21T09:30:00+01:00'),
    );
    await expectApplied(
      editing,
      edit('1', held, named({ Seen: '2026-02-01T10:00:00Z' })),
      named({ Seen: '2026-02-01T10:00:00+00:00' }),
    );
    expect(await sql.rows(`SELECT CONVERT(varchar(34), Seen, 121) AS Seen FROM ${table}`)).toEqual([
      { Seen: '2026-02-01 10:00:00 +00:00' },
    ]);
  });

  it('stay as they are where an edit would spell them anew', async () => {
    const { editing } = await sql.openEditing(
      `ID int NOT NULL PRIMARY KEY, Name nvarchar(50), Opens time(0), Sold nvarchar(5), Doubled AS (ID * 2), Pieces int NOT NULL`,
      ["1, N'Cup', '09:30:00', N'Y', 2"],
      [
        ...['ID', 'Opens', 'Doubled', 'Pieces'].map((name) => mapping(name, `My ${name}`)),
        mapping('Sold', 'My Sold', { data_type: 'boolean' }),
      ],
    );
    const values = { productId: '1', variantId: '1', attributes: [nameOf('My Pieces')] };
    expect(await editing.readValues([values], { signal })).toEqual([named({ 'My Pieces': '2' })]);
    expect(editing.attributes).toEqual(['title', nameOf('My Pieces')]);
    expect(
      ['ID', 'Opens', 'Doubled', 'Sold'].map((name) => editing.refusalOf?.(nameOf(`My ${name}`))),
    ).toEqual([
      'My ID can be read, not edited: “ID” is part of the primary key.',
      'My Opens can be read, not edited: “Opens” is of the type time.',
      'My Doubled can be read, not edited: “Doubled” is written by SQL Server itself.',
      'My Sold can be read, not edited: “Sold” has words of its own for yes and no.',
    ]);
    await expectRefused(
      editing,
      edit('1', {}, named({ 'My Pieces': null })),
      'The column “Pieces” cannot be emptied: it is NOT NULL.',
    );
  });
});

it('leaves the columns of a period to SQL Server', async () => {
  const { table, editing } = await sql.openEditing(
    `ID int NOT NULL PRIMARY KEY, Name nvarchar(50), Since datetime2(7) GENERATED ALWAYS AS ROW START NOT NULL,
    Until datetime2(7) GENERATED ALWAYS AS ROW END NOT NULL, PERIOD FOR SYSTEM_TIME (Since, Until)`,
    [],
    [mapping('Since', 'Since'), mapping('Until', 'Until')],
  );
  await sql.run(`INSERT INTO ${table} (ID, Name) VALUES (1, N'Cup')`);
  expect(editing.attributes).toEqual(['title']);
  expect(editing.refusalOf?.(metafieldName('variant', customFieldKey('Until')))).toBe(
    'Until can be read, not edited: “Until” is written by SQL Server itself.',
  );
  expect(await kindOf(editing, edit('product:1', { title: 'Cup' }, { title: 'Mug' }))).toBe('applied');
});

describe('the values of targets', () => {
  it('come in the order requested, and null for missing ones', async () => {
    const price = (id: number) => (id === 5 ? 'five' : String(id));
    const { editing } = await sql.openEditing(
      'ID int NOT NULL PRIMARY KEY, Style int NOT NULL, Name nvarchar(50), Price nvarchar(20)',
      Array.from({ length: 200 }, (_, id) => `${id}, ${Math.floor(id / 2)}, N'Item', N'${price(id)}'`),
      [mapping('Style', 'shopify_id'), mapping('Price', 'price')],
    );
    const ids = Array.from({ length: 130 }, (_, index) => 199 - index);
    const found = await editing.readValues(
      [
        ...ids.map((id) => ({
          productId: String(Math.floor(id / 2)),
          variantId: String(id),
          attributes: ['price'] as const,
        })),
        { productId: '0', variantId: '1', attributes: ['price', 'weight'] },
        { productId: '0', variantId: '2', attributes: ['price'] },
        { productId: '0', variantId: null, attributes: ['title'] },
        { productId: '777', variantId: null, attributes: ['title'] },
        { productId: '2', variantId: '5', attributes: ['price'] },
      ],
      { signal },
    );
    expect(found).toEqual([
      ...ids.map((id) => ({ price: `${id}.00` })),
      { price: '1.00', weight: null },
      null,
      { title: 'Item' },
      null,
      { price: 'five' },
    ]);
  });
});
