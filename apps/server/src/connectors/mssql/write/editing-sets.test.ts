import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import { describe, expect, it } from 'vitest';
import type { SourceEdit } from '../../editing.ts';
import type { Mapping } from '../mapping/field-mapping.ts';
import { readTable } from '../mapping/introspection.ts';
import { planTable } from '../read/catalogue-plan.ts';
import { edit, mapping, title, write } from '../testing/builders.ts';
import { openSqlTables } from '../testing/sql-server.ts';
import { createEditing } from './editing.ts';

const sql = await openSqlTables();

const { signal } = new AbortController();
const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const priced = (id: number, to = '6.00', from = '5.00') => edit(String(id), { price: from }, { price: to });

it('writes the rows of hundreds of products with one UPDATE in one transaction', async () => {
  const { table, editing } = await sql.openEditing(
    'ID int NOT NULL PRIMARY KEY, Name nvarchar(50), Price decimal(10,2)',
    ids(250).map((id) => `${id}, N'Item', 5`),
    [mapping('Price', 'price')],
  );
  const from = sql.simulator?.log.recent.length ?? 0;
  expect(editing.productsPerWrite).toBeGreaterThanOrEqual(200);
  const outcomes = await write(editing, ...ids(200).map((id) => priced(id, `${id}.50`)));
  expect(outcomes).toEqual(
    ids(200).map((id) => ({ key: `${id}`, kind: 'applied', values: { price: `${id}.50` } })),
  );
  expect(
    await sql.rows(
      `SELECT CONVERT(varchar(41), SUM(Price)) AS total, COUNT_BIG(*) AS rows FROM ${table} WHERE Price <> 5`,
    ),
  ).toEqual([{ total: '20200.00', rows: '200' }]);
  const sent = sql.simulator?.log.recent.slice(from).map(({ text }) => text) ?? [];
  for (const [word, times] of [
    ['UPDLOCK', 1],
    ['UPDATE', 1],
    ['COMMIT', 1],
  ] as const) {
    const found = sent.filter((text) => text.includes(word));
    if (sql.simulator !== null) expect(found).toHaveLength(times);
  }
});

/** A set and the same edits one by one must have the same effect on the same table. */
const CASES: {
  name: string;
  columns: string;
  rows: readonly string[];
  mappings: readonly Mapping[];
  edits: readonly SourceEdit[];
  kinds: string;
}[] = [
  {
    name: 'written, moved, gone and refused rows',
    columns:
      'ID int NOT NULL PRIMARY KEY, Name nvarchar(50), Price decimal(10,2) CHECK (Price >= 1), SKU varchar(8) UNIQUE',
    rows: ids(9).map((id) => `${id}, N'Item', 5, 'K${id}'`),
    mappings: [mapping('Price', 'price'), mapping('SKU', 'sku')],
    edits: [
      priced(1),
      priced(2, '6.00', '4.00'),
      priced(99),
      priced(3, '0.50'),
      priced(4),
      edit('5', { sku: 'K5' }, { sku: 'K1' }),
      edit('6', { sku: 'K6' }, { sku: '傘' }),
      edit('7', { sku: 'k7' }, { sku: 'K77' }),
      edit('8', { price: '5', sku: 'K8' }, { price: '7.25', sku: 'K88' }),
      edit('product:9', { title: 'Item' }, { title: 'Thing' }),
    ],
    kinds: 'applied conflict missing refused applied refused refused conflict applied applied',
  },
  {
    name: 'variants and the product that they belong to',
    columns: 'ID int NOT NULL PRIMARY KEY, Style nvarchar(10), Name nvarchar(50), Price money',
    rows: ids(6).map((id) => `${id}, N'S${Math.ceil(id / 2)}', N'Item', 5`),
    mappings: [mapping('Style', 'shopify_id'), mapping('Price', 'price')],
    edits: [
      edit('product:S1', { title: 'Item' }, { title: 'Tee' }),
      ...[1, 2].map((id) => edit(`${id}`, { price: '5.00' }, { price: '6.00' }, 'S1')),
      edit('3', { price: '5.00' }, { price: '6.00' }, 'S2'),
      edit('product:S2', { title: 'Tee' }, { title: 'Item' }),
      edit('4', { price: '5.00' }, { price: '6.00' }, 'S1'),
    ],
    kinds: 'applied applied applied applied conflict missing',
  },
  {
    name: 'values from and to nothing',
    columns: 'ID int NOT NULL PRIMARY KEY, Name nvarchar(50), Cost money, EAN nvarchar(20) NOT NULL',
    rows: ["1, N'a', NULL, N'400'", "2, N'b', 2, N'  '", "3, N'c', NULL, N''", "4, N'd', 4, N'4'"],
    mappings: [mapping('Cost', 'cost'), mapping('EAN', 'barcode')],
    edits: [
      edit('1', { cost: null, barcode: '400' }, { cost: '2.5', barcode: null }),
      edit('2', { cost: '2.00', barcode: null }, { cost: null, barcode: '12' }),
      edit('3', { cost: '3.00' }, { cost: '4.00' }),
      edit('4', { cost: '4.0000' }, { cost: '4.00' }),
    ],
    kinds: 'applied applied conflict applied',
  },
  {
    name: 'keys of several parts, of characters and of moments',
    columns:
      'Country nchar(5) NOT NULL, No datetime2(7) NOT NULL, Name nvarchar(50), Price money, PRIMARY KEY (Country, No)',
    rows: ['A|T', 'DE'].flatMap((country) =>
      [1, 2].map((digit) => `N'${country}', '2026-01-01T00:00:00.000000${digit}', N'Item', 5`),
    ),
    mappings: [mapping('Price', 'price')],
    edits: ['A\\|T|2026-01-01T00:00:00.0000002', 'DE|2026-01-01T00:00:00.0000001', 'DE|2026-01-01'].map(
      (id) => edit(id, { price: '5.00' }, { price: '6.00' }),
    ),
    kinds: 'applied applied missing',
  },
  {
    name: 'a prefix that the mapping added, and texts that could be SQL or JSON',
    columns:
      "ID nvarchar(40) COLLATE Latin1_General_CS_AS NOT NULL PRIMARY KEY, Name nvarchar(max), [x'; --]]] nvarchar(60) COLLATE Latin1_General_BIN2",
    rows: ["N'a', N'\"]}\\', N'P1'", "N'A', N'b', N'P2'", "N''' OR 1=1 --', N'c', N'P3'"],
    mappings: [
      mapping("x'; --]", 'sku', { transformation_type: 'concat', transformation_config: { prefix: 'X-' } }),
    ],
    edits: [
      edit('a', { sku: 'X-P1' }, { sku: "X-'; DROP TABLE y; -- \u2028 \t \\u0041 @rows 傘" }),
      edit('product:A', { title: 'b' }, { title: 'é'.repeat(5_000) }),
      edit("' OR 1=1 --", { sku: 'X-P3' }, { sku: 'X-"]]' }),
      edit('product:a', { title: '"]}\\' }, { title: '\\"[' }),
    ],
    kinds: 'applied applied applied applied',
  },
];

/** Without the names of the table and those generated by SQL Server. */
const shown = (outcomes: unknown, table: string) =>
  JSON.stringify(outcomes, null, 1)
    .replaceAll(table, 'T')
    .replace(/(CK|UQ)__\w+/g, '$1');

describe('a set has the same effect as its edits one by one', () => {
  it.each(CASES)('$name', async ({ columns, rows, mappings, edits, kinds }) => {
    const [one, other] = [
      await sql.openEditing(columns, rows, mappings),
      await sql.openEditing(columns, rows, mappings),
    ];
    const alone = [];
    for (const each of edits) alone.push(...(await write(one.editing, each)));
    const together = await write(other.editing, ...edits);
    const all = (table: string) => sql.rows(`SELECT * FROM ${table}`);
    expect(together.map(({ kind }) => kind).join(' ')).toBe(kinds);
    expect(shown(together, other.table)).toBe(shown(alone, one.table));
    expect(await all(other.table)).toEqual(await all(one.table));
  });

  const TYPES: readonly (readonly [type: string, stored: string, from: string, to: string])[] = [
    ['char(6)', "'ab'", 'ab', 'abc'],
    ['nchar(6)', "N'ab'", 'ab', 'é'],
    ['varchar(20) COLLATE Greek_CI_AS', "N'αβγ'", 'αβγ', 'Ω'],
    ['nvarchar(max)', "N'ab'", 'ab', 'x'.repeat(4_100)],
    ...(sql.simulator === null ? [['xml', "'<a />'", '<a />', '<b />'] as const] : []),
    ['tinyint', '5', '5', '7'],
    ['bigint', '9007199254740993', '9007199254740993', '9007199254740994'],
    ['decimal(30,10)', '12345678901234567890.0123456789', '12345678901234567890.0123456789', '0.0000000001'],
    ['smallmoney', '5.1234', '5.1234', '5.4321'],
    ['money', '922337203685477.5807', '922337203685477.5807', '-0.0001'],
    ['float', '0.1', '0.1', '12.99'],
    ['real', '0.1', '0.1', '12.99'],
    ['bit', '1', 'true', 'false'],
    ['date', "'2026-01-31'", '2026-01-31', '2026-02-28'],
    ['time(3)', "'09:30:00.123'", '09:30:00.123', '10:00:00.001'],
    ['datetime', "'2026-01-31T09:30:00.997'", '2026-01-31T09:30:00.997', '2026-01-31T09:30:00.003'],
    ['smalldatetime', "'2026-01-31T09:30:00'", '2026-01-31T09:30:00', '2026-02-01T10:00:00'],
    [
      'datetime2(7)',
      "'2026-01-31T09:30:00.1234567'",
      '2026-01-31T09:30:00.1234567',
      '2026-01-31T00:00:00.0000001',
    ],
    [
      'datetimeoffset(2)',
      "'2026-01-31T09:30:00.12+02:00'",
      '2026-01-31T09:30:00.12+02:00',
      '2026-01-31T09:30:00.12+01:00',
    ],
    [
      'uniqueidentifier',
      "'6F9619FF-8B86-D011-B42D-00C04FC964FF'",
      '6F9619FF-8B86-D011-B42D-00C04FC964FF',
      '00000000-0000-0000-0000-000000000001',
    ],
  ];

  it.each(TYPES)('and compares as it writes: %s', async (type, stored, from, to) => {
    const { editing } = await sql.openEditing(
      `ID int NOT NULL PRIMARY KEY, Name nvarchar(50), Value ${type}`,
      ids(3).map((id) => `${id}, N'Item', ${stored}`),
      [mapping('Value', 'sku')],
    );
    const all = (expected: string, value: string) =>
      write(editing, ...ids(3).map((id) => edit(`${id}`, { sku: expected }, { sku: value })));
    const applied = (sku: string) => ids(3).map((id) => ({ key: `${id}`, kind: 'applied', values: { sku } }));
    const spelt = (
      await editing.readValues([{ productId: '1', variantId: '1', attributes: ['sku'] }], { signal })
    )[0];
    expect(spelt).toEqual({ sku: from });
    expect(await all(from, to)).toEqual(applied(to));
    expect((await all(from, to)).map(({ kind }) => kind)).toEqual(['conflict', 'conflict', 'conflict']);
    expect(await all(to, from)).toEqual(applied(from));
  });
});

it('a set leaves rows outside the store alone, and says which row left it', async () => {
  const { table, editing } = await sql.openEditing(
    'ID int NOT NULL PRIMARY KEY, Name nvarchar(50), State nvarchar(10)',
    ["1, N'Item', N'on'", "2, N'Item', N'on'", "3, N'Item', N'off'", "4, N'Item', N'off'"],
    [mapping('State', 'status')],
    "[State] <> 'off'",
  );
  const state = (id: string, from: string, to: string, rest: Partial<SourceEdit> = {}) => ({
    ...edit(`product:${id}`, { status: from }, { status: to }),
    ...rest,
  });
  const values: AttributeValues = { status: 'on' };
  expect(
    await write(
      editing,
      state('1', 'on', 'off'),
      state('2', 'on', 'new'),
      state('3', 'off', 'on'),
      state('4', 'off', 'on', { alsoOutside: true }),
    ),
  ).toEqual([
    { key: 'product:1', kind: 'applied', values: { status: 'off' }, leftStore: true },
    { key: 'product:2', kind: 'applied', values: { status: 'new' } },
    { key: 'product:3', kind: 'missing' },
    { key: 'product:4', kind: 'applied', values },
  ]);
  expect((await sql.rows(`SELECT State FROM ${table} ORDER BY ID`)).map(({ State }) => State)).toEqual([
    'off',
    'new',
    'off',
    'on',
  ]);
});

it('writes row by row if the database is too old for sets', async () => {
  const table = await sql.createTable('ID int NOT NULL PRIMARY KEY, Name nvarchar(50), Price money', [
    "1, N'Item', 5",
    "2, N'Item', 5",
  ]);
  const info = await readTable(sql.server, { schema: 'dbo', name: table }, signal);
  const plan = planTable(
    { ...info, compatibilityLevel: 120 },
    { condition: null, mappings: [title, mapping('Price', 'price')] },
  );
  const editing = createEditing(plan, sql.server);
  const from = sql.simulator?.log.recent.length ?? 0;
  expect(editing?.productsPerWrite).toBe(1);
  expect(await editing?.write([priced(1), priced(2)], { signal })).toMatchObject([
    { kind: 'applied' },
    { kind: 'applied' },
  ]);
  const sent = sql.simulator?.log.recent.slice(from) ?? [];
  expect(sent.filter(({ text }) => text.includes('OPENJSON'))).toEqual([]);
});

if (sql.simulator === null) {
  it('a set passes triggers, and reports their effect on its rows', async () => {
    const { table, editing } = await sql.openEditing(
      'ID int NOT NULL PRIMARY KEY, Name nvarchar(50), Price money, Twice AS (Price * 2)',
      ids(3).map((id) => `${id}, N'Item', 5`),
      [mapping('Price', 'price')],
    );
    await sql.run(
      `CREATE TRIGGER ${table}_rounds ON ${table} AFTER UPDATE AS UPDATE ${table} SET Price = 9 FROM ${table} JOIN inserted ON inserted.ID = ${table}.ID WHERE inserted.ID = 2`,
    );
    const outcomes = await write(editing, ...ids(3).map((id) => priced(id)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['applied', 'refused', 'applied']);
    expect((await sql.rows(`SELECT Price FROM ${table} ORDER BY ID`)).map(({ Price }) => Price)).toEqual([
      '6.0000',
      '5.0000',
      '6.0000',
    ]);
  });
}
