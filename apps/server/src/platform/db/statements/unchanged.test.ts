import { openTestDatabase } from '@storefleet/test-support/database';
import { expect, it } from 'vitest';
import type { Queryable } from '../database.ts';
import { createUnchanged } from './unchanged.ts';

it('reuses an answer until something is written, and evicts the least recently used', async () => {
  let snapshot = 1;
  let read = 0;
  const db = {
    query: async () => ({ rows: [{ snapshot: `${snapshot}` }], rowCount: 1 }),
  } as unknown as Queryable;
  const unchanged = createUnchanged(2);
  const ask = (key: string) => unchanged(db, key, async () => `${key}${++read}`);
  expect([await ask('a'), await ask('a'), await ask('b'), await ask('a')]).toEqual(['a1', 'a1', 'b2', 'a1']);
  expect([await ask('c'), await ask('a'), await ask('b')]).toEqual(['c3', 'a1', 'b4']);
  snapshot = 2;
  expect(await ask('b')).toBe('b5');
});

it('reflects every committed write, whichever process made it, and no other', async () => {
  const db = await openTestDatabase();
  await db.query('create table counted (id integer)');
  const processes = [createUnchanged(5), createUnchanged(5)];
  const counts = () =>
    Promise.all(
      processes.map((unchanged) =>
        unchanged(db, 'all', async () => (await db.query('select from counted')).rowCount),
      ),
    );
  expect(await counts()).toEqual([0, 0]);
  for (let written = 1; written <= 20; written++) {
    const { promise: seen, resolve } = Promise.withResolvers<void>();
    const { promise: began, resolve: begin } = Promise.withResolvers<void>();
    const writing = db.transaction(async (tx) => {
      await tx.query('insert into counted values (1)');
      begin();
      await seen;
    });
    await began;
    expect(await counts()).toEqual([written - 1, written - 1]);
    resolve();
    await writing;
    expect(await counts()).toEqual([written, written]);
  }
});
