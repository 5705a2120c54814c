import { describe, expect, it } from 'vitest';
import type { ChangesReading, Connector } from '../../connector.ts';
import type { JsonValue } from '../../json-value.ts';
import { mapping as mappingOf } from '../testing/builders.ts';
import { openSqlTables } from '../testing/sql-server.ts';

const sql = await openSqlTables();

const signal = new AbortController().signal;
const count = { products: 0, variants: 0, exact: true };

function readingOf({ changesSince }: Connector): ChangesReading {
  if (!changesSince) throw new Error('A table says what changed.');
  return changesSince;
}

async function markOf(connector: Connector): Promise<JsonValue> {
  return (await connector.count(signal)).mark ?? null;
}

async function readSince(connector: Connector, since: JsonValue, until?: JsonValue) {
  const to = until ?? (await markOf(connector));
  const reading = readingOf(connector).readChanges({ checkpoint: null, count, signal, since, until: to });
  const products = [];
  for (;;) {
    const { done, value } = await reading.next();
    if (done === true) return { products, end: value };
    products.push(...value.products);
  }
}
const titlesOf = ({ products }: Awaited<ReturnType<typeof readSince>>) => products.map(({ title }) => title);

const TITLE_AND_PRICE = [mappingOf('name', 'title'), mappingOf('price', 'price')];

async function tableWith(column: string, more: { changeColumn?: string; whereClause?: string } = {}) {
  const table = await sql.createTable(
    `id int PRIMARY KEY, name nvarchar(50) NOT NULL, price decimal(9,2) NULL, grp varchar(9) NULL, ${column}`,
    [],
  );
  const connect = (mappings = TITLE_AND_PRICE) => sql.connect({ table, mappings, ...more });
  return { table, connect, connector: await connect() };
}

describe('a rowversion', () => {
  it('finds rows changed or added since, and counts all', async () => {
    const { table, connector } = await tableWith('stamp rowversion');
    await sql.run(`INSERT INTO ${table} (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')`);
    const since = await markOf(connector);
    expect(titlesOf(await readSince(connector, since))).toEqual([]);
    await sql.run(`UPDATE ${table} SET price = 5 WHERE id = 2`);
    await sql.run(`INSERT INTO ${table} (id, name) VALUES (4, 'd')`);
    await sql.run(`DELETE FROM ${table} WHERE id = 1`);
    const found = await readSince(connector, since);
    expect(titlesOf(found)).toEqual(['b', 'd']);
    expect(found.end).toMatchObject({ sourceProducts: 3, sourceVariants: 3 });
  });

  it('misses no row written before the mark and committed after it', async () => {
    const { table, connector } = await tableWith('stamp rowversion');
    await sql.run(`INSERT INTO ${table} (id, name) VALUES (1, 'a'), (2, 'b')`);
    const [before, during] = [await markOf(connector), Promise.withResolvers<void>()];
    const [written, isRead] = [Promise.withResolvers<void>(), during];
    const slow = sql.server.transaction(
      async (tx) => {
        await tx.query(`UPDATE ${table} SET name = 'late' WHERE id = 1`, {});
        written.resolve();
        await isRead.promise;
      },
      { signal, timeoutMs: 60_000 },
    );
    await written.promise;
    const next = await markOf(connector);
    isRead.resolve();
    await slow;
    expect(titlesOf(await readSince(connector, before, next))).toEqual([]);
    expect(titlesOf(await readSince(connector, next))).toEqual(['late']);
  });

  it('reads all rows of a product with one changed row, within the where clause', async () => {
    const { table, connect } = await tableWith('stamp rowversion', { whereClause: "name <> 'hidden'" });
    const connector = await connect([...TITLE_AND_PRICE, mappingOf('grp', 'shopify_id')]);
    await sql.run(
      `INSERT INTO ${table} (id, name, grp) VALUES (1, 'a', 'g1'), (2, 'a', 'g1'), (3, 'b', 'g2'), (4, 'hidden', 'g1')`,
    );
    const since = await markOf(connector);
    await sql.run(`UPDATE ${table} SET price = 5 WHERE id = 2`);
    const { products } = await readSince(connector, since);
    expect(products).toMatchObject([{ sourceId: 'g1', variants: [{ price: null }, { price: '5.00' }] }]);
  });

  it('refuses a mark of other mappings or another database, and one from before a restore', async () => {
    const { connector, connect } = await tableWith('stamp rowversion');
    const mark = (await markOf(connector)) as Record<string, JsonValue>;
    expect(readingOf(connector).refusalOf(mark)).toBeNull();
    const other = await connect([mappingOf('name', 'title')]);
    expect(readingOf(other).refusalOf(mark)).toContain('Sync everything once');
    const ofCopy = { ...mark, source: String(mark.source).replace(/"[^"]+"]$/, '"a copy"]') };
    expect(readingOf(connector).refusalOf(ofCopy)).toContain('The database, the table');
    const { source: _, ...ofEarlierVersion } = mark;
    expect(readingOf(connector).refusalOf(ofEarlierVersion)).toBeNull();
    const later = { ...mark, value: '0x00FFFFFFFFFFFFFF' };
    await expect(readSince(connector, later, mark)).rejects.toThrow('restore from a backup');
  });
});

describe('a chosen column', () => {
  it.each([
    ['a time', 'changed datetime2(3) NULL', "'2026-01-01T10:00:00'", "'2026-01-01T10:30:00'"],
    [
      'a time with its zone',
      'changed datetimeoffset(0) NULL',
      "'2026-01-01T10:00:00+02:00'",
      "'2026-01-01T09:00:00Z'",
    ],
    ['an old time', 'changed datetime NULL', "'2026-01-01T10:00:00'", "'2026-01-01T10:30:00'"],
    ['a number', 'changed bigint NULL', '17', '18'],
  ])('finds rows by %s', async (_what, column, first, second) => {
    const { table, connector } = await tableWith(column, { changeColumn: 'changed' });
    const empty = await markOf(connector);
    await sql.run(
      `INSERT INTO ${table} (id, name, changed) VALUES (1, 'a', ${first}), (2, 'b', ${first}), (3, 'c', NULL)`,
    );
    expect(titlesOf(await readSince(connector, empty))).toEqual(['a', 'b']);
    await sql.run(`UPDATE ${table} SET changed = ${second} WHERE id = 2`);
    const since = await markOf(connector);
    await sql.run(`UPDATE ${table} SET name = 'new', changed = ${second} WHERE id = 1`);
    expect(titlesOf(await readSince(connector, since))).toEqual(['new', 'b']);
  });

  it.each([
    ['datetime2(3)', "'2999-01-01T00:00:00'"],
    ['datetimeoffset(0)', "'2999-01-01T00:00:00+02:00'"],
    ['smalldatetime', "'2079-01-01T00:00:00'"],
  ])('misses no change because of a row dated far ahead, in %s', async (type, ahead) => {
    const { table, connector } = await tableWith(`changed ${type} NULL`, { changeColumn: 'changed' });
    await sql.run(
      `INSERT INTO ${table} (id, name, changed) VALUES (1, 'a', '2026-01-01T10:00:00'), (2, 'b', ${ahead})`,
    );
    const since = await markOf(connector);
    await sql.run(`UPDATE ${table} SET name = 'new', changed = '2026-01-01T10:05:00' WHERE id = 1`);
    expect(titlesOf(await readSince(connector, since))).toEqual(['new', 'b']);
  });

  it.each([
    ['name', 'choose a rowversion, a time or a number'],
    ['lost', 'is not in'],
  ])('refuses %s', async (changeColumn, sentence) => {
    const { connector } = await tableWith('n int NULL', { changeColumn });
    expect(readingOf(connector).refusalOf(null)).toContain(sentence);
    expect(await connector.count(signal)).not.toHaveProperty('mark');
  });

  it('is required if the table has no rowversion', async () => {
    const { connector } = await tableWith('n int NULL');
    expect(readingOf(connector).refusalOf(null)).toContain('has no rowversion column');
  });
});

describe('a joined table', () => {
  /** Articles of a table, whose prices are in another one. */
  async function withPrices(column: string, change_column?: string) {
    const table = await sql.createTable(
      'id int PRIMARY KEY, name nvarchar(50), grp varchar(9), stamp rowversion',
      [],
    );
    await sql.run(`INSERT INTO ${table} (id, name, grp) VALUES (1, 'a', 'g'), (2, 'a', 'g'), (3, 'b', 'h')`);
    const prices = await sql.createTable(
      `item int NOT NULL, list int NOT NULL, price decimal(9,2), ${column}, PRIMARY KEY (item, list)`,
      [],
    );
    await sql.run(
      `INSERT INTO ${prices} (item, list, price) VALUES (1, 7, 5), (2, 7, 6), (3, 7, 8), (3, 8, 9)`,
    );
    const child_table = {
      name: prices,
      key_columns: ['item'],
      list_column: 'list',
      list_value: '7',
      change_column,
    };
    const price = mappingOf('price', 'price', { data_type: 'number', child_table });
    const connect = (...more: ReturnType<typeof mappingOf>[]) =>
      sql.connect({ table, mappings: [mappingOf('name', 'title'), price, ...more] });
    return { table, prices, connect };
  }

  it('shows by its rowversion which rows to read again, also within products', async () => {
    const { table, prices, connect } = await withPrices('stamp rowversion');
    for (const connector of [await connect(), await connect(mappingOf('grp', 'shopify_id'))]) {
      const since = await markOf(connector);
      await sql.run(`UPDATE ${prices} SET price = price + 1 WHERE item = 3 AND list = 8`);
      expect(titlesOf(await readSince(connector, since))).toEqual([]);
      await sql.run(`UPDATE ${prices} SET price = price + 1 WHERE item = 2 AND list = 7`);
      expect(titlesOf(await readSince(connector, since))).toEqual(['a']);
      await sql.run(`UPDATE ${table} SET name = 'b' WHERE id = 3`);
      const { products, end } = await readSince(connector, since);
      expect(products.map(({ title }) => title)).toEqual(['a', 'b']);
      expect(end.notices).toEqual([]);
    }
  });

  it('shows them by a column that its mapping names, and refuses a mark without it', async () => {
    const { prices, connect } = await withPrices('changed int', 'changed');
    const connector = await connect();
    const since = await markOf(connector);
    await sql.run(`UPDATE ${prices} SET price = 1, changed = 20 WHERE item = 1`);
    expect(titlesOf(await readSince(connector, since))).toEqual(['a']);
    const next = await markOf(connector);
    await sql.run(`UPDATE ${prices} SET price = 1, changed = 21 WHERE item = 3`);
    expect(titlesOf(await readSince(connector, next))).toEqual(['a', 'b']);
    const { children: _children, ...earlier } = next as Record<string, JsonValue>;
    expect(readingOf(connector).refusalOf(earlier)).toContain('Sync everything once');
  });

  it('without either waits for a full sync, as the run says', async () => {
    const { prices, connect } = await withPrices('n int');
    const connector = await connect();
    const since = await markOf(connector);
    await sql.run(`UPDATE ${prices} SET price = 1 WHERE item = 1`);
    const { products, end } = await readSince(connector, since);
    expect(products).toEqual([]);
    expect(end.notices).toEqual([expect.stringContaining(`What changed only in dbo.${prices} was not read`)]);
  });
});
