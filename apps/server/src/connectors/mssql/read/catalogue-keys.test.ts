import { describe, expect, it } from 'vitest';
import { title } from '../testing/builders.ts';
import { readThrough } from '../testing/reading.ts';
import { openSqlTables } from '../testing/sql-server.ts';

const sql = await openSqlTables();

describe('a table with one product per row', () => {
  /** Values in SQL Server's order, which may differ from that of their texts; ids if they differ. */
  const keys: readonly { type: string; values: string; ids?: string }[] = [
    { type: 'int', values: '-5, 0, 2, 10, 2147483647' },
    { type: 'smallint', values: '-3, -2, 9, 10, 11' },
    { type: 'bigint', values: '-9007199254740993, 9007199254740992, 9007199254740993, 9223372036854775807' },
    {
      type: 'decimal(38,10)',
      values: '-1.5, 0.0000000001, 0.0000000002, 9999999999999999999999999999.1234567891',
      ids: '-1.5000000000, 0.0000000001, 0.0000000002, 9999999999999999999999999999.1234567891',
    },
    {
      type: 'money',
      values: '-0.0001, 0.0001, 1, 2.5, 922337203685477.5807',
      ids: '-0.0001, 0.0001, 1.0000, 2.5000, 922337203685477.5807',
    },
    { type: 'float', values: '-0.1, 0.1, 0.30000000000000004, 1, 1e+300' },
    { type: 'nvarchar(50)', values: 'a b, ABC, abd, Ärmel, ß; --' },
    { type: 'char(6)', values: 'A, A1, b, C, c1' },
    {
      type: 'datetime2(7)',
      values: '2026-11-21T09:30:00.1234567, 2026-11-21T09:30:00.1234568, 9999-12-31T23:59:59.9999999',
    },
    {
      type: 'datetime',
      values: '2026-11-21T09:30:00.003, 2026-11-21T09:30:00.007, 2026-11-21T09:30:00.010',
    },
    {
      type: 'datetimeoffset(3)',
      values: '2026-11-21T10:30:00.001+02:00, 2026-11-21T09:30:00.001+00:00, 2026-11-21T09:30:00.002+00:00',
    },
    { type: 'date', values: '0001-01-01, 2026-02-28, 2026-03-01' },
    {
      type: 'uniqueidentifier',
      values: 'FFFFFFFF-FFFF-FFFF-FFFF-000000000001, 00000000-0000-0000-0000-000000000002',
    },
  ];

  it.each(keys)(
    'is read in the order of a key of the type $type, and resumed after each page',
    async ({ type, values, ids = values }) => {
      const literal = (value: string) =>
        /char|date|unique/.test(type) ? `${type.startsWith('n') ? 'N' : ''}'${value}'` : value;
      const table = await sql.createTable(
        `[Key] ${type} NOT NULL PRIMARY KEY, Name nvarchar(50) NULL`,
        values
          .split(', ')
          .reverse()
          .map((value) => `${literal(value)}, N'Item'`),
      );
      const connector = await sql.connect({ table, mappings: [title] }, { rowsPerStatement: 1 });
      const { products, pages, end } = await readThrough(connector);
      expect(products.map(({ sourceId }) => sourceId)).toEqual(ids.split(', '));
      expect(end).toMatchObject({ sourceProducts: products.length, sourceVariants: products.length });
      for (const [index, page] of pages.entries()) {
        const rest = await readThrough(connector, { checkpoint: page.checkpoint });
        expect(rest.products).toEqual(products.slice(index + 1));
      }
    },
  );

  it('is read part by part if its key is composite', async () => {
    const table = await sql.createTable(
      'Country nvarchar(10) NOT NULL, Item int NOT NULL, Since datetime2(7) NOT NULL, Name nvarchar(50), PRIMARY KEY (Country, Item, Since)',
      ['DE', 'at', 'A|T', 'B\\'].flatMap((country) =>
        [10, 9, 2].flatMap((item) =>
          ['2026-01-01T00:00:00.0000001', '2026-01-01T00:00:00.0000002'].map(
            (since) => `N'${country}', ${item}, '${since}', N'Item'`,
          ),
        ),
      ),
    );
    const connector = await sql.connect({ table, mappings: [title] }, { rowsPerStatement: 5 });
    const { products, pages } = await readThrough(connector);
    expect(products).toHaveLength(24);
    expect(new Set(products.map(({ sourceId }) => sourceId)).size).toBe(24);
    expect(products.map(({ sourceId }) => sourceId)).toContain('A\\|T|9|2026-01-01T00:00:00.0000001');
    for (const [index, page] of pages.entries()) {
      const rest = await readThrough(connector, { checkpoint: page.checkpoint });
      expect(rest.products).toEqual(products.slice((index + 1) * 5));
    }
  });

  it('returns rows that exist throughout exactly once, while others come and go between pages', async () => {
    const table = await sql.createTable(
      'ID int NOT NULL PRIMARY KEY, Name nvarchar(50)',
      Array.from({ length: 40 }, (_, index) => `${index * 10}, N'Item'`),
    );
    const connector = await sql.connect({ table, mappings: [title] }, { rowsPerStatement: 7 });
    const { products } = await readThrough(connector, {
      async onPage(page, index) {
        const last = Number(page.products.at(-1)?.sourceId);
        if (index > 2) return;
        await sql.run(`DELETE FROM ${table} WHERE ID IN (${last}, ${last + 20}, ${last - 10})`);
        await sql.run(
          `INSERT INTO ${table} (ID, Name) VALUES (${last - 5}, N'behind'), (${last + 5}, N'before')`,
        );
      },
    });
    const ids = products.map(({ sourceId }) => Number(sourceId));
    expect(new Set(ids).size).toBe(ids.length);
    const untouched = Array.from({ length: 40 }, (_, index) => index * 10).filter(
      (id) => ![80, 150, 220].includes(id),
    );
    expect(ids).toEqual(expect.arrayContaining(untouched));
    expect(products.filter((product) => product.title === 'before')).toHaveLength(3);
    expect(products.filter((product) => product.title === 'behind')).toHaveLength(0);
  });
});
