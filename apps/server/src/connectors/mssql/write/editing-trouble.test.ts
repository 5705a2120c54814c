import { describe, expect, it } from 'vitest';
import type { SourceEdit } from '../../editing.ts';
import { mapping } from '../testing/builders.ts';
import { simulateSqlServer } from '../testing/sql-server.ts';

const sql = await simulateSqlServer();

const signal = new AbortController().signal;
const columns = 'ID int NOT NULL PRIMARY KEY, Style int NOT NULL, Name nvarchar(50), Price decimal(10,2)';
const rows = [1, 2, 3].map((id) => `${id}, 7, N'Shirt', 5`);

const open = () =>
  sql.openEditing(columns, rows, [mapping('Style', 'shopify_id'), mapping('Price', 'price')]);

const edits: SourceEdit[] = [
  { key: 'a', productId: '7', variantId: '1', expected: { price: '5.00' }, values: { price: '6.00' } },
  { key: 'b', productId: '7', variantId: '2', expected: { price: '4.00' }, values: { price: '6.00' } },
  { key: 'c', productId: '7', variantId: null, expected: { title: 'Shirt' }, values: { title: 'Tee' } },
];
const outcomes = [
  { key: 'a', kind: 'applied', values: { price: '6.00' } },
  { key: 'b', kind: 'conflict', current: { price: '5.00' } },
  { key: 'c', kind: 'applied', values: { title: 'Tee' } },
];

const read = (table: string) => sql.rows(`SELECT Name, Price FROM ${table} ORDER BY ID`);
const before = Array(3).fill({ Name: 'Shirt', Price: '5.00' });
const after = ['6.00', '5.00', '5.00'].map((Price) => ({ Name: 'Tee', Price }));

/** Each step of a write, by the SQL it sends. */
const STEPS = [
  { name: 'the locking read', match: 'UPDLOCK', skip: 0 },
  { name: 'the first UPDATE', match: 'SAVE TRANSACTION', skip: 0 },
  { name: 'an UPDATE in the middle', match: 'UPDATE [dbo]', skip: 2 },
];

it('a write aborted at the last moment is not committed', async () => {
  const { table, editing } = await open();
  const stop = new AbortController();
  const beforeWrite = () => stop.abort(new Error('not ours any more'));
  await expect(editing.write(edits, { signal: stop.signal, beforeWrite })).rejects.toThrow(
    'not ours any more',
  );
  expect(await editing.write(edits, { signal })).toEqual(outcomes);
  expect(await read(table)).toEqual(after);
});

describe('an interrupted write', () => {
  it.each(STEPS)('by a deadlock at $name is made once', async ({ match, skip }) => {
    const { table, editing } = await open();
    sql.simulator.faults.add({ action: { kind: 'deadlock' }, match, skip });
    expect(await editing.write(edits, { signal })).toEqual(outcomes);
    expect(await read(table)).toEqual(after);
  });

  it.each([
    ...STEPS.map((step) => ({ what: 'the end of its session', number: 596, class: 21, ...step })),
    // At the server itself: the row of a temporal table was changed after this transaction began.
    { what: 'a later change', number: 13535, class: 16, ...STEPS[1] },
  ])('by $what at $name is made once', async ({ number, class: severity, match = '', skip = 0 }) => {
    const { table, editing } = await open();
    sql.simulator.faults.add({ action: { kind: 'error', number, class: severity }, match, skip });
    expect(await editing.write(edits, { signal })).toEqual(outcomes);
    expect(await read(table)).toEqual(after);
  });

  it.each(STEPS.flatMap((step) => (['before', 'after'] as const).map((when) => ({ ...step, when }))))(
    'by a cut connection $when $name is not made, or made once',
    async ({ match, skip, when }) => {
      const { table, editing } = await open();
      sql.simulator.faults.add({ action: { kind: 'cut', when }, match, skip });
      const result = await editing.write(edits, { signal }).catch((error: unknown) => error);
      if (result instanceof Error) {
        expect(result).toMatchObject({ name: 'SourceError', retryable: true, mayHaveRun: false });
        expect(await read(table)).toEqual(before);
        expect(await editing.write(edits, { signal })).toEqual(outcomes);
      } else {
        expect(result).toEqual(outcomes);
      }
      expect(await read(table)).toEqual(after);
    },
  );

  it.each([
    { when: 'before', rows: before },
    { when: 'after', rows: after },
  ] as const)(
    '$when its COMMIT is unknown, and what was decided before is not',
    async ({ when, rows: held }) => {
      const { table, editing } = await open();
      sql.simulator.faults.add({ action: { kind: 'cut', when }, match: 'COMMIT' });
      const unknown = { kind: 'unknown', error: { name: 'SourceError', mayHaveRun: true } };
      expect(await editing.write(edits, { signal })).toMatchObject([
        { key: 'a', ...unknown },
        { key: 'b', kind: 'conflict', current: { price: '5.00' } },
        { key: 'c', ...unknown },
      ]);
      expect(await read(table)).toEqual(held);
      expect(
        await editing.readValues(
          [
            { productId: '7', variantId: '1', attributes: ['price'] },
            { productId: '7', variantId: null, attributes: ['title'] },
          ],
          { signal },
        ),
      ).toEqual([{ price: held[0]?.Price }, { title: held[0]?.Name }]);
    },
  );

  it('by an error that ends the transaction continues without the edit that caused it', async () => {
    const { table, editing } = await open();
    const trigger = { kind: 'error', number: 3609, message: 'It ended.', rollsBack: true } as const;
    sql.simulator.faults.add({ action: trigger, match: 'SET [Price]' });
    expect(await editing.write(edits, { signal })).toMatchObject([
      { key: 'a', kind: 'refused', message: expect.stringContaining('A trigger of the database undid') },
      { key: 'b', kind: 'conflict' },
      { key: 'c', kind: 'applied' },
    ]);
    expect(await read(table)).toEqual(['5.00', '5.00', '5.00'].map((Price) => ({ Name: 'Tee', Price })));
  });

  it('by a batch that was never executed rolls back no other edit', async () => {
    const { table, editing } = await open();
    sql.simulator.faults.add({ action: { kind: 'error', number: 206 }, match: 'SET [Name]' });
    expect(await editing.write(edits.toSpliced(1, 1), { signal })).toMatchObject([
      { key: 'c', kind: 'refused' },
      { key: 'a', kind: 'applied', values: { price: '6.00' } },
    ]);
    expect((await read(table)).map(({ Price }) => Price)).toEqual(['6.00', '5.00', '5.00']);
  });

  it('by a missing permission is an error of the whole store', async () => {
    const { table, editing } = await open();
    sql.simulator.faults.add({ action: { kind: 'error', number: 229 }, match: 'UPDATE [dbo]' });
    await expect(editing.write(edits, { signal })).rejects.toMatchObject({ kind: 'scope_missing' });
    expect(await read(table)).toEqual(before);
  });

  it('by an abort ends at once, and leaves nothing behind', async () => {
    const { table, editing } = await open();
    const stop = new AbortController();
    const hold = sql.simulator.hold({ match: 'UPDATE [dbo]', when: 'after', skip: 1 });
    const writing = editing.write(edits, { signal: stop.signal });
    await hold.reached;
    stop.abort(new Error('stopped'));
    await expect(writing).rejects.toThrow('stopped');
    expect(await read(table)).toEqual(before);
  });
});

it('waits for another program that changes the row, and sees its change', async () => {
  const { table, editing } = await open();
  const hold = sql.simulator.hold({ match: 'COMMIT', when: 'before' });
  const other = sql.run(`UPDATE ${table} SET Price = 9 WHERE ID = 1`);
  await hold.reached;
  const writing = editing.write(edits.slice(0, 1), { signal });
  hold.release();
  await other;
  expect(await writing).toEqual([{ key: 'a', kind: 'conflict', current: { price: '9.00' } }]);
});

describe('an interrupted set of several products', () => {
  /** Identifies the culprit by its value, in whatever statement it is sent. */
  const CULPRIT = '13.13';
  const prices = ['6.00', '7.00', CULPRIT, '8.00', '9.00'];
  const set = prices.map((price, at): SourceEdit => {
    const id = String(at + 1);
    return { key: id, productId: id, variantId: id, expected: { price: '5.00' }, values: { price } };
  });
  const all = prices.map((price, at) => ({ key: String(at + 1), kind: 'applied', values: { price } }));

  async function openSet() {
    const { table, editing } = await sql.openEditing(
      'ID int NOT NULL PRIMARY KEY, Name nvarchar(50), Price decimal(10,2)',
      prices.map((_, at) => `${at + 1}, N'Shirt', 5`),
      [mapping('Price', 'price')],
    );
    const held = async () =>
      (await sql.rows(`SELECT Price FROM ${table} ORDER BY ID`)).map(({ Price }) => Price);
    return { editing, held };
  }
  const untouched = prices.map(() => '5.00');

  it.each([
    ['a constraint', { number: 547, when: 'after' }],
    ['a trigger that ends the transaction', { number: 3609, rollsBack: true }],
  ] as const)('by %s refuses the one edit that breaks it', async (_, error) => {
    const { editing, held } = await openSet();
    sql.simulator.faults.add({ action: { kind: 'error', ...error }, match: CULPRIT, times: 99 });
    const outcomes = await editing.write(set, { signal });
    sql.simulator.faults.clear();
    const refused = { key: '3', kind: 'refused' };
    const byKey = outcomes.toSorted((one, other) => Number(one.key) - Number(other.key));
    expect(byKey).toMatchObject(all.map((outcome) => (outcome.key === '3' ? refused : outcome)));
    expect(await held()).toEqual(prices.with(2, '5.00'));
  });

  it.each(['UPDLOCK', 'OPENJSON', 'SAVE TRANSACTION'])('by a deadlock at %s is made once', async (match) => {
    const { editing, held } = await openSet();
    sql.simulator.faults.add({ action: { kind: 'deadlock' }, match });
    expect(await editing.write(set, { signal })).toEqual(all);
    expect(await held()).toEqual(prices);
  });

  it.each([
    { when: 'before', rows: untouched },
    { when: 'after', rows: prices },
  ] as const)('$when its COMMIT is unknown', async ({ when, rows }) => {
    const { editing, held } = await openSet();
    sql.simulator.faults.add({ action: { kind: 'cut', when }, match: 'COMMIT' });
    const outcomes = await editing.write(set, { signal });
    expect(outcomes.map(({ kind }) => kind)).toEqual(set.map(() => 'unknown'));
    expect(await held()).toEqual(rows);
  });

  it('after the COMMIT of one half reports what is known, and leaves the other in doubt', async () => {
    const { editing, held } = await openSet();
    const refusal = { kind: 'error', number: 3609, message: 'It ended.', rollsBack: true } as const;
    sql.simulator.faults.add({ action: refusal, match: 'SAVE TRANSACTION' });
    sql.simulator.faults.add({ action: { kind: 'error', number: 229 }, match: 'UPDLOCK', skip: 2 });
    const outcomes = await editing.write(set, { signal });
    expect(outcomes.map(({ kind }) => kind)).toEqual(['applied', 'applied', 'applied', 'unknown', 'unknown']);
    expect(await held()).toEqual([...prices.slice(0, 3), '5.00', '5.00']);
  });

  it('by a lease lost at the last moment is not committed', async () => {
    const { editing, held } = await openSet();
    const stop = new AbortController();
    const beforeWrite = () => stop.abort(new Error('not ours any more'));
    await expect(editing.write(set, { signal: stop.signal, beforeWrite })).rejects.toThrow(
      'not ours any more',
    );
    expect(await held()).toEqual(untouched);
  });
});
