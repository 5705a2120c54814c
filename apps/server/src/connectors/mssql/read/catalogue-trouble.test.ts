import { describe, expect, it, vi } from 'vitest';
import type { Connector } from '../../connector.ts';
import type { JsonValue } from '../../json-value.ts';
import type { Mapping } from '../mapping/field-mapping.ts';
import { mapping, title } from '../testing/builders.ts';
import { readThrough } from '../testing/reading.ts';
import { simulateSqlServer } from '../testing/sql-server.ts';

const sql = await simulateSqlServer();

const columns = 'ID int NOT NULL PRIMARY KEY, Style nvarchar(20), Price money, Name nvarchar(50)';
const rows = Array.from(
  { length: 30 },
  (_, index) => `${index}, N'S${index % 10}', ${index}, N'Item ${index}'`,
);

/** Resumes from the last checkpoint after each error, like a sync. */
async function readWithResumes(connector: Connector) {
  const ids: string[] = [];
  let checkpoint: JsonValue = null;
  let errors = 0;
  for (;;) {
    try {
      const { end } = await readThrough(connector, {
        checkpoint,
        onPage: (page) => {
          ids.push(...page.products.map(({ sourceId }) => sourceId));
          checkpoint = page.checkpoint;
        },
      });
      return { ids, errors, end };
    } catch (error) {
      expect(error).toMatchObject({ name: 'SourceError', retryable: true });
      errors++;
    }
  }
}

describe('errors in the middle of a read', () => {
  const faults = [
    { name: 'a deadlock', action: { kind: 'deadlock' } },
    { name: 'a cut connection', action: { kind: 'cut', when: 'before' } },
    { name: 'an answer cut off', action: { kind: 'cut', afterRows: 3 } },
    { name: 'a busy server', action: { kind: 'error', number: 40501 } },
  ] as const;

  it.each(faults)('lose and duplicate nothing: $name', async ({ action }) => {
    const table = await sql.createTable(columns, rows);
    await sql.run(`CREATE INDEX by_style ON ${table} (Style)`);
    const read = async (mappings: readonly Mapping[], match: string) => {
      const connector = await sql.connect({ table, mappings }, { rowsPerStatement: 4 });
      sql.simulator.faults.add({ action, match, skip: 2, times: 2 });
      return readWithResumes(connector);
    };
    expect((await read([title], `FROM [dbo].[${table}]`)).ids).toEqual(rows.map((_, index) => `${index}`));
    const grouped = await read([title, mapping('Style', 'shopify_id')], 'DENSE_RANK');
    expect(grouped.ids).toEqual(Array.from({ length: 10 }, (_, index) => `S${index}`));
    expect(grouped.errors).toBeGreaterThanOrEqual(2);
  });

  it('end it at once when it is aborted', async () => {
    const table = await sql.createTable(columns, rows);
    const connector = await sql.connect({ table, mappings: [title] }, { rowsPerStatement: 4 });
    const stop = new AbortController();
    const hold = sql.simulator.hold({ match: `FROM [dbo].[${table}]`, when: 'before', skip: 1 });
    const reading = readThrough(connector, { signal: stop.signal });
    await hold.reached;
    stop.abort(new Error('force stopped'));
    await expect(reading).rejects.toThrow('force stopped');
  });
});

it('say why it waits when it retries, and when the server is silent', async () => {
  const table = await sql.createTable(columns, rows);
  const connector = await sql.connect({ table, mappings: [title] });
  const reasons: (string | undefined)[] = [];
  const onWaiting = (_: Date, reason?: string) => void reasons.push(reason);
  sql.simulator.faults.add({ action: { kind: 'error', number: 40613 }, match: `FROM [dbo].[${table}]` });
  await readThrough(connector, { onWaiting });
  expect(reasons).toEqual([expect.stringContaining('is busy or has trouble (error 40613)')]);

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const hold = sql.simulator.hold({ match: `FROM [dbo].[${table}]`, when: 'before' });
    const reading = readThrough(connector, { onWaiting });
    await hold.reached;
    vi.advanceTimersByTime(10_000);
    expect(reasons.at(-1)).toMatch(/has not answered for 10 s and more\.$/);
    hold.release();
    await reading;
  } finally {
    vi.useRealTimers();
  }
});

it('end it at once when it is aborted while rows trickle in', async () => {
  const table = await sql.createTable(columns, rows);
  const connector = await sql.connect({ table, mappings: [title, mapping('Style', 'shopify_id')] });
  const stop = new AbortController();
  sql.simulator.faults.add({ action: { kind: 'slow_rows', milliseconds: 60_000 }, match: 'DENSE_RANK' });
  const reading = readThrough(connector, { signal: stop.signal });
  await expect.poll(() => sql.simulator.faults.list().some(({ fired }) => fired > 0)).toBe(true);
  stop.abort(new Error('force stopped'));
  await expect(reading).rejects.toThrow('force stopped');
  sql.simulator.faults.clear();
});

it.each([
  [(table: string) => `DROP TABLE ${table}`, (table: string) => `There is no table or view ${table}`],
  [
    (table: string) => `EXEC sp_rename '${table}.Price', 'Amount', 'COLUMN'`,
    (table: string) =>
      `The column “Price” is mapped to Price but is not in dbo.${table} any more. Map another column, or delete this mapping.`,
  ],
])('reports what happened to a table in the middle of a read: %s', async (change, sentence) => {
  const table = await sql.createTable(columns, rows);
  const mappings = [title, mapping('Price', 'price')];
  const connector = await sql.connect({ table, mappings }, { rowsPerStatement: 4 });
  const onPage = (_: unknown, index: number) => (index === 0 ? sql.run(change(table)) : undefined);
  const message = expect.stringContaining(sentence(table));
  await expect(readThrough(connector, { onPage })).rejects.toMatchObject({ retryable: false, message });
});

describe('a checkpoint', () => {
  it('cannot be resumed under other mappings or another where clause', async () => {
    const table = await sql.createTable(columns, rows);
    const first = await sql.connect({ table, mappings: [title] }, { rowsPerStatement: 4 });
    const checkpoint = (await readThrough(first)).pages[2]?.checkpoint ?? null;
    const others = [
      { table, mappings: [title, mapping('Price', 'price')] },
      { table, mappings: [title], whereClause: 'ID > 0' },
      { table, mappings: [title, mapping('Style', 'shopify_id')] },
    ];
    for (const other of others) {
      await expect(readThrough(await sql.connect(other), { checkpoint })).rejects.toMatchObject({
        kind: 'rejected',
        retryable: false,
        message: `The table, its where clause or the field mappings were changed while dbo.${table} was being synced. Start the sync again.`,
      });
    }
  });

  it('of another kind starts over', async () => {
    const table = await sql.createTable(columns, rows);
    const connector = await sql.connect({ table, mappings: [title] });
    const { products } = await readThrough(connector, { checkpoint: { kind: 'paged', after: 'x' } });
    expect(products).toHaveLength(30);
  });
});

it('reads a large table in pages of bounded size', async () => {
  const table = await sql.createTable(
    'ID int NOT NULL PRIMARY KEY, Style int NOT NULL, Name nvarchar(50)',
    [],
  );
  await sql.insertRows(
    table,
    ['ID', 'Style', 'Name'],
    Array.from({ length: 20_000 }, (_, index) => [index, Math.floor(index / 3), `Item ${index}`]),
  );
  const signal = new AbortController().signal;
  const count = { products: 20_000, variants: 20_000, exact: true };
  for (const mappings of [[title], [title, mapping('Style', 'shopify_id')]]) {
    const connector = await sql.connect({ table, mappings });
    let largest = 0;
    let variants = 0;
    for await (const page of connector.readCatalogue({ checkpoint: null, count, signal })) {
      largest = Math.max(largest, page.products.length);
      variants += page.products.reduce((sum, product) => sum + product.variants.length, 0);
    }
    expect(variants).toBe(20_000);
    expect(largest).toBeLessThanOrEqual(2_000);
  }
});
