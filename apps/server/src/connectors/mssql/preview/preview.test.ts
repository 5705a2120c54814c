import { describe, expect, it } from 'vitest';
import type { SqlServer } from '../client/sql.ts';
import type { Mapping } from '../mapping/field-mapping.ts';
import { mapping } from '../testing/builders.ts';
import { openSqlTables } from '../testing/sql-server.ts';
import { previewRows } from './preview.ts';
import { describeTable } from './preview-table.ts';

const sql = await openSqlTables();

const signal = new AbortController().signal;
const at = { server: sql.server, guard: sql.servers.guard };
const columns =
  'ID int NOT NULL PRIMARY KEY, Style nvarchar(20), Name nvarchar(50), Price nvarchar(20), EAN bigint, Added datetime, Rough float, Photo varbinary(10), Twice AS (ID * 2)';
const rows = [
  "2, N'S1', N'Shirt', N'5', 400, '2026-01-02', 1.5, NULL",
  "1, NULL, N'Hat', N'x', NULL, NULL, NULL, NULL",
  "3, N'S1', NULL, N'6.5', 401, NULL, 2, NULL",
];
const names = 'ID, Style, Name, Price, EAN, Added, Rough, Photo';

const table = await sql.createTable(columns, []);
for (const row of rows) await sql.run(`INSERT INTO ${table} (${names}) VALUES (${row})`);

const preview = (
  mappings: readonly Mapping[],
  details: { whereClause?: string; limit?: number; table?: string } = {},
) => previewRows({ ...at, table, whereClause: null, limit: 10, mappings, ...details }, signal);

describe('a preview', () => {
  it('shows rows before and after, and why one would be skipped', async () => {
    const result = await preview([
      mapping('Name', 'title'),
      mapping('Price', 'price'),
      mapping('EAN', 'Code'),
    ]);
    expect(result.blocked_because).toBeNull();
    expect(result.rows).toEqual([
      {
        key: 'ID = 1',
        before: { Name: 'Hat', Price: 'x', EAN: null },
        after: null,
        problem: '“x” in the column “Price” is not a number, and Price has to be one.',
      },
      {
        key: 'ID = 2',
        before: { Name: 'Shirt', Price: '5', EAN: '400' },
        after: { title: 'Shirt', price: '5.00', Code: '400' },
        problem: null,
      },
      {
        key: 'ID = 3',
        before: { Name: null, Price: '6.5', EAN: '401' },
        after: null,
        problem: 'The column “Name” is empty, and Title is required.',
      },
    ]);
  });

  it('shows the query and how many rows it returns', async () => {
    const result = await preview([mapping('Name', 'title')], { whereClause: 'ID > 1 OR ID < 0', limit: 1 });
    expect(result.rows.map(({ key }) => key)).toEqual(['ID = 2']);
    expect(result.table).toMatchObject({
      name: `dbo.${table}`,
      type: 'table',
      primary_key: ['ID'],
      row_count: 3,
      matching_rows: 2,
    });
    expect(result.table.query).toMatch(
      /^SELECT \[ID\], \[Name\]\nFROM \[dbo\]\.\[\w+\]\nWHERE \(.*\)\nORDER BY \[ID\]$/,
    );
  });

  it('says what prevents a sync, and shows the rest', async () => {
    const untitled = await preview([mapping('Price', 'price'), mapping('Gone', 'cost')]);
    expect(untitled.blocked_because).toContain('The column “Gone” is mapped to Variant Cost but is not in');
    expect(untitled.rows.map(({ after }) => after)).toEqual([null, { price: '5.00' }, { price: '6.50' }]);
  });

  it('warns of likely mistakes', async () => {
    const { warnings } = await preview([
      mapping('Name', 'title', { is_required: true }),
      mapping('Style', 'shopify_id'),
      mapping('EAN', 'barcode'),
      mapping('EAN', 'sku'),
      mapping('Rough', 'price'),
      mapping('Added', 'added', { data_type: 'date' }),
      mapping('Price', 'status'),
      mapping('Twice', 'cost'),
      mapping('Twice', 'twice'),
    ]);
    expect(warnings).toEqual([
      '“Name” is empty in 1 row of those shown, and Title is required: such rows are skipped.',
      '“Style” is empty in 1 row of those shown, and Product ID is required: such rows are skipped.',
      'Barcode is read from the number “EAN” (bigint): zeros at the start of a code are not in the table any more.',
      'SKU is read from the number “EAN” (bigint): zeros at the start of a code are not in the table any more.',
      'Price is read from “Rough” (float), which holds amounts only roughly: 9.95 may be 9.949999999999999 there.',
      '“added” is read from “Added” (datetime), which has no time zone: times are shown as they stand in the table.',
      'Status arrives as “x”, which is none of active, draft, archived, unlisted.',
      '“EAN” is mapped to Barcode and SKU: a change of one changes the other.',
      'Cost can be read, not edited: “Twice” is written by SQL Server itself.',
      'twice can be read, not edited: “Twice” is written by SQL Server itself.',
    ]);
  });
});

describe('a table report', () => {
  it('notes where clauses that match all or nothing, and what cannot be mapped or edited', async () => {
    const report = (whereClause: string | null, name = table) =>
      describeTable({ ...at, table: name, whereClause, mappings: [] }, signal);
    const photo = 'Not text, numbers or dates, so that they cannot be mapped: “Photo” (varbinary(10)).';
    expect((await report(null)).notices).toEqual([photo]);
    expect((await report('1 = 1')).notices).toEqual(['The where clause leaves every row.', photo]);
    expect((await report('ID = 99')).notices).toEqual(['The where clause leaves no row.', photo]);
    const view = `${table}View`;
    await sql.run(`CREATE VIEW ${view} AS SELECT Name FROM ${table} WHERE ID = 99`);
    expect(await report(null, view)).toMatchObject({
      type: 'view',
      row_count: 0,
      primary_key: [],
      notices: [
        `dbo.${view} has no rows.`,
        `dbo.${view} has no primary key. Its rows can be read, not edited.`,
      ],
    });
  });

  it('counts the rows if the system table has no number', async () => {
    const behind: SqlServer = {
      ...sql.server,
      queryAll: async (...question) =>
        (await sql.server.queryAll(...question)).map((found) =>
          found.map((row) => ('row_count' in row ? { ...row, row_count: 0 } : row)),
        ),
    };
    const choice = { ...at, server: behind, table, whereClause: null, mappings: [] };
    expect(await describeTable(choice, signal)).toMatchObject({ row_count: 3, matching_rows: 3 });
  });
});
