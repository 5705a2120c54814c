import { expect, it } from 'vitest';
import type { Connector } from '../../connector.ts';
import { mapping, title } from '../testing/builders.ts';
import { openSqlTables } from '../testing/sql-server.ts';

const sql = await openSqlTables();

async function walk({ productList }: Connector) {
  const pages: number[] = [];
  const cursors: (string | null)[] = [];
  let after: string | null = null;
  do {
    const page = await productList.readPage(after, { signal: new AbortController().signal });
    pages.push(page.products);
    cursors.push(page.next);
    after = page.next;
  } while (after !== null);
  return { pages, cursors };
}

it('pages through products by a key of two columns', async () => {
  const table = await sql.createTable(
    'A int NOT NULL, B nvarchar(10) NOT NULL, Name nvarchar(20), PRIMARY KEY (A, B)',
    [],
  );
  await sql.insertRows(
    table,
    ['A', 'B', 'Name'],
    Array.from({ length: 600 }, (_, index) => [Math.floor(index / 7), `b${index % 7}`, 'Cup']),
  );
  const { pages, cursors } = await walk(await sql.connect({ table, mappings: [title] }));
  expect(pages).toEqual([250, 250, 100]);
  expect(cursors).toEqual(['["35","b4"]', '["71","b2"]', null]);
});

it('pages through products of several rows, and skips rows without a product', async () => {
  const table = await sql.createTable(
    'ID int NOT NULL PRIMARY KEY, Style nvarchar(20) NULL, Name nvarchar(20)',
    [],
  );
  await sql.insertRows(
    table,
    ['ID', 'Style', 'Name'],
    Array.from({ length: 1_100 }, (_, index) => [
      index,
      index < 100 ? null : `S${String(index % 501).padStart(3, '0')}`,
      'Shirt',
    ]),
  );
  const mappings = [title, mapping('Style', 'shopify_id')];
  const { pages, cursors } = await walk(await sql.connect({ table, mappings }));
  expect(pages).toEqual([250, 250, 1]);
  expect(cursors).toEqual(['["S249"]', '["S499"]', null]);
});

it('recognizes a full last page at once, and says what is wrong with a missing table', async () => {
  const table = await sql.createTable('ID int NOT NULL PRIMARY KEY, Name nvarchar(20)', []);
  await sql.insertRows(
    table,
    ['ID', 'Name'],
    Array.from({ length: 250 }, (_, index) => [index, 'Cup']),
  );
  const connector = await sql.connect({ table, mappings: [title] });
  expect((await walk(connector)).pages).toEqual([250]);
  await sql.run(`DROP TABLE ${table}`);
  await expect(
    connector.productList.readPage(null, { signal: new AbortController().signal }),
  ).rejects.toMatchObject({ kind: 'rejected', message: expect.stringContaining(table) });
});
