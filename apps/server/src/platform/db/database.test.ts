import { openTestDatabase } from '@storefleet/test-support/database';
import { describe, expect, it } from 'vitest';
import { DatabaseUnavailableError, isUniqueViolation, sqlState } from './errors.ts';
import { prepared } from './statements/prepared.ts';

const db = await openTestDatabase();
await db.query('create table numbers (id integer primary key, owner text)');

describe('values', () => {
  it('returns money and big numbers as text, times as dates and days as text', async () => {
    const { rows } = await db.query(
      `select 19.90::numeric as money, 9007199254740993::bigint as big,
         '2026-01-15T09:00:00Z'::timestamptz as time, date '2026-01-15' as day`,
    );
    expect(rows).toEqual([
      { money: '19.90', big: '9007199254740993', time: new Date('2026-01-15T09:00:00Z'), day: '2026-01-15' },
    ]);
  });

  it('binds arrays as PostgreSQL arrays', async () => {
    const ids = ['0190a5c0-0000-7000-8000-000000000000', '0190a5c0-0000-7000-8000-000000000001'];
    const texts = ['plain', 'with "quotes", commas and \\', ''];
    const { rows } = await db.query('select $1::uuid[] as ids, $2::text[] as texts', [ids, texts]);
    expect(rows).toEqual([{ ids, texts }]);
  });
});

describe('a prepared statement whose plan a pooler has lost', () => {
  const doubled = prepared('select $1::integer * 2 as doubled');
  /** Every connection of the pool prepares the statement, then loses it. */
  const loseIt = async () => {
    await db.query(doubled, [1]);
    await db.query('deallocate all');
  };

  it('is prepared again', async () => {
    await loseIt();
    expect((await db.query(doubled, [21])).rows).toEqual([{ doubled: 42 }]);
  });

  it('ends its transaction with a retryable error', async () => {
    const other = await openTestDatabase();
    await other.query(doubled, [1]);
    const failing = other.transaction(async (tx) => {
      await tx.query(doubled, [1]);
      await tx.query('deallocate all');
      await tx.query(doubled, [1]);
    });
    await expect(failing).rejects.toThrow(DatabaseUnavailableError);
    const { rows } = await other.transaction((tx) => tx.query(doubled, [21]));
    expect(rows).toEqual([{ doubled: 42 }]);
  });
});

describe('transactions', () => {
  it('do not mix, however many run at once', async () => {
    const padding = 'x'.repeat(200_000);
    const worker = async (owner: number) => {
      for (let round = 0; round < 5; round++) {
        const failing = db.transaction(async (tx) => {
          await tx.query('insert into numbers values ($1, $2)', [
            owner * 100 + round,
            `taken back ${padding}`,
          ]);
          throw new Error('taken back');
        });
        await expect(failing).rejects.toThrow('taken back');
        await db.transaction(async (tx) => {
          await tx.query('insert into numbers values ($1, $2)', [owner * 100 + round, String(owner)]);
          const { rows } = await tx.query('select count(*)::int as mine from numbers where owner = $1', [
            String(owner),
          ]);
          expect(rows).toEqual([{ mine: round + 1 }]);
        });
        const { rows } = await db.query('select $2::text as b, length($1::text) as a', [
          padding,
          `${owner}-${round}`,
        ]);
        expect(rows).toEqual([{ a: padding.length, b: `${owner}-${round}` }]);
      }
    };
    await Promise.all(Array.from({ length: 10 }, (_, owner) => worker(owner)));

    const { rows } = await db.query(
      'select owner, count(*)::int as count from numbers group by owner order by owner',
    );
    expect(rows).toEqual(Array.from({ length: 10 }, (_, owner) => ({ owner: String(owner), count: 5 })));
  });

  it('refuse a statement outside their own connection, which would deadlock', async () => {
    const nested = db.transaction(() => db.query('select 1'));
    await expect(nested).rejects.toThrow('inside one of its own transactions');
    await expect(db.query('select 1 as fine')).resolves.toMatchObject({ rows: [{ fine: 1 }] });
  });

  it('continue after a failed statement', async () => {
    const failing = db.transaction((tx) => tx.query('select 1 / $1::int', [0]));
    const error = await failing.catch((reason: unknown) => reason);
    expect(sqlState(error)).toBe('22012');
    const again = db
      .query('insert into numbers values (0, $1)', ['again'])
      .catch((reason: unknown) => reason);
    expect(isUniqueViolation(await again, 'numbers_pkey')).toBe(true);
  });
});
