import { describe, expect, it } from 'vitest';
import type { Mapping } from '../mapping/field-mapping.ts';
import { mapping, title } from '../testing/builders.ts';
import { idsOf, readThrough } from '../testing/reading.ts';
import { openSqlTables } from '../testing/sql-server.ts';

const sql = await openSqlTables();

const sorted = (texts: readonly string[]) => [...texts].sort();

describe('a table with several rows per product', () => {
  const mappings = [title, mapping('Style', 'shopify_id'), mapping('SKU', 'sku')];
  const columns = 'ID int NOT NULL PRIMARY KEY, Style nvarchar(20) NULL, SKU nvarchar(20), Name nvarchar(50)';

  it.each([true, false])('returns whole products, with an index on the product id: %s', async (isIndexed) => {
    const rows = Array.from({ length: 60 }, (_, index) => {
      const style = index < 25 ? 'BIG' : `S${index % 9}`;
      return `${60 - index}, N'${style}', N'K${index}', N'Shirt'`;
    });
    const table = await sql.createTable(columns, rows);
    if (isIndexed) await sql.run(`CREATE INDEX by_style ON ${table} (Style)`);
    const connector = await sql.connect({ table, mappings }, { rowsPerStatement: isIndexed ? 4 : 1 });
    const { products, pages, end } = await readThrough(connector);
    expect(products).toHaveLength(10);
    expect(products.find(({ sourceId }) => sourceId === 'BIG')?.variants).toHaveLength(25);
    expect(products.flatMap(({ variants }) => variants)).toHaveLength(60);
    expect(end).toMatchObject({ sourceProducts: 10, sourceVariants: 60, notices: [] });
    for (const page of pages) {
      const rest = await readThrough(connector, { checkpoint: page.checkpoint });
      const before = pages.slice(0, pages.indexOf(page) + 1).flatMap((each) => each.products);
      expect([...before, ...rest.products]).toEqual(products);
    }
  });

  it('returns each product whole and once, while others come, go and change hands meanwhile', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, index) => `${index}, N'P${10 + Math.floor(index / 2)}', NULL, N'Shirt'`,
    );
    const table = await sql.createTable(columns, rows);
    await sql.run(`CREATE INDEX by_style ON ${table} (Style)`);
    const connector = await sql.connect({ table, mappings }, { rowsPerStatement: 5 });
    const { products } = await readThrough(connector, {
      async onPage(page, index) {
        const last = page.products.at(-1)?.sourceId ?? '';
        if (index > 1) return;
        await sql.run(`DELETE FROM ${table} WHERE Style = N'${last}'`);
        await sql.run(
          `INSERT INTO ${table} VALUES (${100 + index}, N'${last}a', NULL, N'next'), (${200 + index}, N'A${index}', NULL, N'behind')`,
        );
        await sql.run(`UPDATE ${table} SET Style = N'P28' WHERE Style = N'P29'`);
      },
    });
    const found = idsOf(products);
    expect(Object.keys(found)).toHaveLength(products.length);
    expect(found.P28).toEqual(['36', '37', '38', '39']);
    expect(found.P29).toBeUndefined();
    expect(products.filter(({ title }) => title === 'next')).toHaveLength(2);
    for (const { sourceId, variants } of products) {
      expect(variants, sourceId).toHaveLength({ P28: 4 }[sourceId] ?? (sourceId.endsWith('a') ? 1 : 2));
    }
  });

  it('reads whole products wherever a statement ends, in syntax that every T-SQL server knows', async () => {
    const sizes = [2, 3, 1, 9, 1, 4, 3];
    const rows = sizes.flatMap((size, style) =>
      Array.from({ length: size }, (_, row) => `${10 * style + row}, N'S${style}', NULL, N'Shirt'`),
    );
    const table = await sql.createTable(columns, rows);
    for (const rowsPerStatement of [1, 3, 4, 23]) {
      sql.simulator?.log.clear();
      const connector = await sql.connect({ table, mappings }, { rowsPerStatement });
      const { products } = await readThrough(connector);
      expect(products.map(({ variants }) => variants.length)).toEqual(sizes);
      const sent = sql.simulator?.log.recent ?? [];
      expect(sent.map(({ text }) => text).join('\n')).not.toContain('WITH TIES');
    }
  });

  it('treats ids as equal if the column does', async () => {
    const rows = ['abc', 'ABC', 'abc ', 'abd', 'äbc'].map(
      (style, index) => `${index}, N'${style}', NULL, N'Shirt'`,
    );
    const insensitive = await sql.createTable(columns, rows);
    const one = await readThrough(
      await sql.connect({ table: insensitive, mappings }, { rowsPerStatement: 1 }),
    );
    expect(idsOf(one.products)).toEqual({ abc: ['0', '1', '2'], abd: ['3'], äbc: ['4'] });
    expect(one.end.sourceProducts).toBe(3);

    const binary = await sql.createTable(
      columns.replace('nvarchar(20) NULL', 'nvarchar(20) COLLATE Latin1_General_BIN2 NULL'),
      rows,
    );
    const other = await readThrough(await sql.connect({ table: binary, mappings }, { rowsPerStatement: 1 }));
    expect(sorted(Object.keys(idsOf(other.products)))).toEqual(['ABC', 'abc', 'abd', 'äbc']);
  });

  it('reports rows without a product id by key, even when resumed in the middle of them', async () => {
    const rows = Array.from(
      { length: 10 },
      (_, index) => `${index}, ${index < 7 ? 'NULL' : "N'S1'"}, NULL, N'Shirt'`,
    );
    const table = await sql.createTable(columns, [...rows, "99, N'  ', NULL, N'Shirt'"]);
    const connector = await sql.connect({ table, mappings }, { rowsPerStatement: 3 });
    const { skipped, products, pages, end } = await readThrough(connector);
    expect(idsOf(products)).toEqual({ S1: ['7', '8', '9'] });
    expect(sorted(skipped.map(({ sourceKey }) => sourceKey))).toEqual(
      sorted(['0', '1', '2', '3', '4', '5', '6', '99'].map((id) => `ID = ${id}`)),
    );
    expect(new Set(skipped.map(({ reason }) => reason))).toEqual(
      new Set(['The column “Style” is empty, and Product ID is required.']),
    );
    expect(end.sourceVariants).toBe(11);
    for (const [index, page] of pages.entries()) {
      const rest = await readThrough(connector, { checkpoint: page.checkpoint });
      const before = pages.slice(0, index + 1).flatMap((each) => each.skipped ?? []);
      expect([...before, ...rest.skipped]).toEqual(skipped);
    }
  });

  it('says so if a column is not a product id at all', async () => {
    const table = await sql.createTable(columns, []);
    await sql.insertRows(
      table,
      ['ID', 'Style', 'Name'],
      Array.from({ length: 10_001 }, (_, index) => [index, 'all', 'Shirt']),
    );
    const connector = await sql.connect({ table, mappings });
    await expect(readThrough(connector)).rejects.toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('More than 10000 rows of'),
    });
  });
});

describe('a table without a primary key', () => {
  const mappings = [title, mapping('Style', 'shopify_id'), mapping('Price', 'price')];

  it('is read by product id, with its rows numbered', async () => {
    const table = await sql.createTable('Style nvarchar(20) NULL, Price decimal(10,2), Name nvarchar(50)', [
      "N'S1', 2, N'Shirt'",
      "N'S1', 1, N'Shirt'",
      "N'S2', NULL, N'Hat'",
      "NULL, 3, N'Lost'",
      "NULL, 4, N'Lost'",
    ]);
    const connector = await sql.connect({ table, mappings });
    const { products, skipped, end, pages } = await readThrough(connector);
    expect(idsOf(products)).toEqual({ S1: ['S1#1', 'S1#2'], S2: ['S2#1'] });
    expect(products[0]?.variants.map(({ price }) => price)).toEqual(['1.00', '2.00']);
    expect(skipped).toEqual(
      Array(2).fill({
        sourceKey: 'Style = NULL',
        productId: null,
        variantId: null,
        reason: expect.any(String),
      }),
    );
    expect(end.notices).toEqual([
      expect.stringContaining('has no primary key. Its rows can be read, not edited.'),
    ]);
    expect((await readThrough(connector, { checkpoint: pages.at(-1)?.checkpoint ?? null })).skipped).toEqual(
      [],
    );
    expect(connector.editing).toBeNull();
    expect(connector.readOnlyBecause).toBe(end.notices[0]);

    const view = `${table}View`;
    await sql.run(`CREATE VIEW ${view} AS SELECT Style, Price, Name FROM ${table}`);
    const ofView = await sql.connect({ table: view, mappings });
    expect((await readThrough(ofView)).products).toEqual(products);
    expect(ofView.editing).toBeNull();
  });
});

describe('rows', () => {
  const columns =
    'ID int NOT NULL PRIMARY KEY, Style nvarchar(20) NOT NULL, Price nvarchar(20), Name nvarchar(50)';
  const rows = [
    "1, N'S1', N'5', N'Shirt'",
    "2, N'S1', N'five', N'Shirt'",
    "3, N'S2', N'6', NULL",
    "4, N'S3', N'7', N'Hat'",
  ];

  it('are those matching the where clause, however it is written', async () => {
    const table = await sql.createTable(columns, rows);
    const read = async (whereClause: string) => {
      const mappings = [title];
      const connector = await sql.connect({ table, mappings, whereClause }, { rowsPerStatement: 1 });
      expect(await connector.count(new AbortController().signal)).toMatchObject({ exact: true });
      const { products, end } = await readThrough(connector);
      expect(end.sourceProducts).toBe(products.length);
      return products.map(({ sourceId }) => sourceId);
    };
    expect(await read("Name = N'Hat' OR Name = N'Shirt' AND ID < 2")).toEqual(['1', '4']);
    expect(await read(`ID IN (SELECT ID FROM ${table} WHERE Price = N'7')`)).toEqual(['4']);
    expect(await read("Name = N'x OR 1 = 1; DROP TABLE y --'")).toEqual([]);
  });

  it('come from tables and columns of any name', async () => {
    const [known] = await sql.rows("SELECT SCHEMA_ID(N'Lager Süd') AS id");
    if (known?.id === null) await sql.run('CREATE SCHEMA [Lager Süd]');
    await sql.run(
      "CREATE TABLE [Lager Süd].[Preis]]liste'; DROP TABLE x --] ([Nr.] int NOT NULL PRIMARY KEY, [名称] nvarchar(50), [Preis (€)]]] money)",
    );
    await sql.run("INSERT INTO [Lager Süd].[Preis]]liste'; DROP TABLE x --] VALUES (1, N'傘', 9.5)");
    const connector = await sql.connect({
      table: "[Lager Süd].[Preis]]liste'; DROP TABLE x --]",
      mappings: [
        mapping('名称', 'title'),
        mapping('Preis (€)]', 'price'),
        mapping('Nr.', "'; DROP TABLE x --"),
      ],
    });
    const { products } = await readThrough(connector);
    expect(products).toMatchObject([
      {
        sourceId: '1',
        title: '傘',
        variants: [{ price: '9.50', metafields: { 'custom.drop_table_x': '1' } }],
      },
    ]);
    await sql.run("DROP TABLE [Lager Süd].[Preis]]liste'; DROP TABLE x --]");
  });

  it('are read exactly for every type', async () => {
    const table = await sql.createTable(
      `ID bigint NOT NULL PRIMARY KEY, Name nvarchar(max), D decimal(38,18), M money, B bit, F float, R real, Day date,
       T datetime2(7), O datetimeoffset(7), G uniqueidentifier, C char(5), Odd varbinary(10)`,
      [
        "9007199254740993, N'Süß 傘', 12345678901234567890.123456789012345678, 922337203685477.5807, 1, 0.1, 9.99, '2026-11-21', '2026-11-21T01:02:03.1234567', '2026-11-21T01:02:03.1234567+05:30', '6F9619FF-8B86-D011-B42D-00C04FC964FF', 'ab', 0x00",
      ],
    );
    const ofType = (data_type: Mapping['data_type'], ...columns: string[]) =>
      columns.map((column) => mapping(column, column.toLowerCase(), { data_type }));
    const connector = await sql.connect({
      table,
      mappings: [
        title,
        mapping('D', 'price'),
        ...ofType('number', 'M', 'F', 'R'),
        ...ofType('boolean', 'B'),
        ...ofType('date', 'Day', 'T', 'O'),
        ...ofType('string', 'G', 'C'),
      ],
    });
    const { products } = await readThrough(connector);
    expect(products).toMatchObject([
      {
        sourceId: '9007199254740993',
        title: 'Süß 傘',
        variants: [
          {
            price: '12345678901234567890.123456789012345678',
            metafields: {
              'custom.m': '922337203685477.5807',
              'custom.b': 'true',
              'custom.f': '0.1',
              'custom.r': '9.99',
              'custom.day': '2026-11-21',
              'custom.t': '2026-11-21T01:02:03.1234567',
              'custom.o': '2026-11-21T01:02:03.1234567+05:30',
              'custom.g': '6F9619FF-8B86-D011-B42D-00C04FC964FF',
              'custom.c': 'ab',
            },
          },
        ],
      },
    ]);
  });
});
