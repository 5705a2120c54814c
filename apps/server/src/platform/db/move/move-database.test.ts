import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MIGRATIONS, openTestDatabase } from '@storefleet/test-support/database';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { describeSchema } from '../../../../test/describe-schema.ts';
import type { Database } from '../database.ts';
import { runMigrations } from '../migrate.ts';
import { type Prepared, textOf } from '../statements/prepared.ts';
import { type MoveOptions, moveDatabase } from './move-database.ts';
import { listTables } from './tables.ts';

let printed: string[];

/** Values that survive only an exact copy, and sequences that must continue. */
const AWKWARD = `
  create table "Odd Things" (
    "Order" integer generated always as identity primary key,
    parent integer references "Odd Things",
    words text, list text[], bytes bytea, document jsonb, amount numeric, seen_at timestamptz, day date,
    double_amount numeric generated always as (amount * 2) stored
  );
  create sequence numbers;
  create index odd_words_idx on "Odd Things" (words);
  insert into "Odd Things" (words, amount) values ('made by the migration', 1)`;

const awkwardRows = `
  select "Order", parent, words, list, encode(bytes, 'hex') as bytes, document::text, amount::text,
    seen_at::text, day::text, double_amount::text from "Odd Things" order by 1`;

const migrations = await mkdtemp(path.join(tmpdir(), 'sf-test-'));
await cp(MIGRATIONS, migrations, { recursive: true });
await writeFile(path.join(migrations, '999999_odd_things.sql'), AWKWARD);
const [source, target] = await Promise.all([openTestDatabase(), openTestDatabase()]);
await runMigrations(source, migrations);
await source.query(`
  delete from "Odd Things";
  select nextval('numbers') from generate_series(1, 41);
  insert into "Odd Things" (parent, words, list, bytes, document, amount, seen_at, day) values
    (null, E'tab\\t line\\r\\n back\\\\slash "quotes" ''and'' NULL \\\\N', E'{NULL,"NULL","a,b","{}","\\\\"\\\\\\\\"}', '\\x00ff5c',
     '{"b": 1.10, "a": [null, "\\u00e9"]}', 12345678901234567890.1200, '2026-03-29 01:59:59.123456+02', '2026-02-28'),
    (2, '', '{}', '', 'null', 'NaN', 'infinity', '-infinity'), (2, '🛒', null, null, null, null, null, null);`);
await fillEveryTable(source);
// More than one batch.
await source.query(`insert into settings (key, value, created_at, updated_at)
  select 'many.' || n, repeat(n::text, 200), now(), now() from generate_series(1, 6000) as n`);
afterAll(() => rm(migrations, { recursive: true, force: true }));
beforeEach(async () => {
  printed = [];
  await empty(target);
});

const empty = (db: Database) => db.query('drop schema public cascade; create schema public');

const move = (options: Partial<MoveOptions> = {}) =>
  moveDatabase({
    source,
    target,
    migrations,
    print: (line) => printed.push(line),
    ...options,
  });

/** One row in each table. All ids are the same, so that each row finds those it references. */
async function fillEveryTable(db: Database): Promise<void> {
  const samples: [RegExp, string][] = [
    [/^uuid\[\]$/, '{01900000-0000-7000-8000-000000000001}'],
    [/\[\]$/, '{1}'],
    [/^uuid$/, '01900000-0000-7000-8000-000000000001'],
    [/^jsonb$/, '{"kept": true}'],
    [/^bytea$/, '\\x0102'],
    [/^(timestamp|date)/, '2026-01-15 09:00:00.654321+00'],
    [/^boolean$/, 'true'],
    [/^(numeric|double precision)$/, '1.50'],
    [/^(integer|bigint)$/, '1'],
  ];
  const { rows: checks } = await db.query<{ column: string; definition: string }>(
    `select conrelid::regclass || '.' || attname as column, pg_get_constraintdef(r.oid) as definition
     from pg_constraint r join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1] where contype = 'c'`,
  );
  const allowed = new Map(
    checks.map((check) => [check.column, /'([^']+)'::text/.exec(check.definition)?.[1]]),
  );
  for (const { name, columns } of await listTables(db)) {
    const values = columns.map(
      (column) =>
        allowed.get(`${name}.${column.name}`) ??
        samples.find(([type]) => type.test(column.type))?.[1] ??
        `${name} ${column.name}`,
    );
    if (name === '"Odd Things"') continue;
    await db.query(
      `insert into ${name} (${columns.map((column) => column.name).join(', ')})
       values (${values.map((_, index) => `$${index + 1}`).join(', ')}) on conflict do nothing`,
      values,
    );
    // Its trigger takes the next number of the sequence.
    if (name === 'article_changes') await db.query(`select setval('article_changes_id_seq', 1)`);
  }
}

const counts = async (db: Database): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(
      (await listTables(db)).map(async ({ name }) => [
        name,
        (await db.query<{ rows: number }>(`select count(*)::int as rows from ${name}`)).rows[0]?.rows ?? 0,
      ]),
    ),
  );

describe('a move', () => {
  it('copies every table, row for row, onto the schema of this version', async () => {
    const before = await counts(source);
    expect(Object.values(before)).not.toContain(0);
    const moved = await move();

    expect(await counts(target)).toEqual(before);
    expect(moved).toEqual({
      tables: Object.keys(before).length,
      rows: Object.values(before).reduce((sum, rows) => sum + rows, 0),
    });
    expect((await target.query(awkwardRows)).rows).toEqual((await source.query(awkwardRows)).rows);
    expect(await describeSchema(target, 'public')).toBe(await describeSchema(source, 'public'));
    expect(printed).toContain('  stores: 1 row');
    const known = await target.query(
      `select reltuples::int as rows from pg_class where relname = 'settings'`,
    );
    expect(known.rows).toEqual([{ rows: before.settings }]);

    // Sequences continue where the source left off, and the triggers work again.
    const next = await target.query(`
      insert into "Odd Things" (words) values ('next') returning "Order", nextval('numbers')::int as number`);
    expect(next.rows).toEqual([{ Order: 5, number: 42 }]);
    await target.query('delete from products');
    const left = await target.query('select products_count, variants_count from store_catalogue_counts');
    expect(left.rows).toEqual([{ products_count: 0, variants_count: 0 }]);
  });

  it('that finds one differing value at the end leaves nothing in the target', async () => {
    const transaction: Database['transaction'] = (work) =>
      source.transaction((from) =>
        work({
          async query<Row extends object>(statement: string | Prepared, params?: readonly unknown[]) {
            const answer = await from.query<Row>(statement, params);
            if (!/md5.* from products$/s.test(textOf(statement))) return answer;
            return { ...answer, rows: answer.rows.map((row) => ({ ...row, content: 'other' })) };
          },
        }),
      );
    await expect(move({ source: { ...source, transaction } })).rejects.toThrow(
      'The table products did not arrive as it was (1 row here, 1 there): everything was taken back.',
    );
    const left = await target.query("select 1 from pg_class where relnamespace = 'public'::regnamespace");
    expect(left.rows).toEqual([]);
  });
});

describe('a move is refused', () => {
  it('into a database that is not empty', async () => {
    await target.query('create table notes (id integer)');
    await expect(move()).rejects.toThrow(
      "The database to move to is not empty: make a new one (create database storefleet encoding 'UTF8' template template0) and name that.",
    );
    await empty(target);
    await runMigrations(target, MIGRATIONS);
    await expect(move()).rejects.toThrow('holds a Storefleet already');
  });

  it('from data of another version', async () => {
    await runMigrations(target, MIGRATIONS);
    await expect(move({ source: target, target: source })).rejects.toThrow(
      'The data is from an older version of this program: start this version on it once (npm start), stop it, and try again.',
    );
    await expect(move({ migrations: MIGRATIONS })).rejects.toThrow(
      'The data is from another version of this program: move it with that version.',
    );
  });
});
