import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MIGRATIONS, openTestDatabase } from '@storefleet/test-support/database';
import { afterAll, expect, it } from 'vitest';
import { readMigrations, requireEveryCharacter, runMigrations } from './migrate.ts';

const write = (name: string, sql: string) => writeFile(path.join(directory, name), sql);
const numbered = (offset: number, name: string) => `${String(known + offset).padStart(6, '0')}_${name}.sql`;

const db = await openTestDatabase();
const directory = await mkdtemp(path.join(tmpdir(), 'sf-test-'));
await cp(MIGRATIONS, directory, { recursive: true });
const known = (await readMigrations(directory)).at(-1)?.version ?? 0;
afterAll(() => rm(directory, { recursive: true, force: true }));

it('has nothing to do on a database of this version', async () => {
  expect(await runMigrations(db, directory)).toEqual([]);
});

it('refuses a database that cannot store every character, and says how to create one that can', () => {
  expect(() => requireEveryCharacter('UTF8')).not.toThrow();
  expect(() => requireEveryCharacter('SQL_ASCII')).toThrow(
    /^The database of DATABASE_URL has the encoding SQL_ASCII: make one with UTF8 /,
  );
});

it('applies each file once, however many processes start together', async () => {
  for (let step = 1; step <= 3; step++) {
    await write(
      numbered(step, `step_${step}`),
      `create table step_${step} (id integer); insert into step_${step} values (1);`,
    );
  }
  const starters = Array.from({ length: 20 }, () => db.connectAgain());
  const applied = await Promise.all(starters.map((starter) => runMigrations(starter, directory)));
  await Promise.all(starters.map((starter) => starter.close()));
  expect(applied.flat().sort()).toEqual([1, 2, 3].map((step) => numbered(step, `step_${step}`)));
  const { rows } = await db.query(
    'select (select count(*) from step_1) + (select count(*) from step_3) as rows',
  );
  expect(rows).toEqual([{ rows: '2' }]);
});

it('rolls back a file that fails, and says which and why', async () => {
  const file = numbered(4, 'breaks');
  await write(file, 'create table half (id integer); select nonsense;');
  await expect(runMigrations(db, directory)).rejects.toThrow(
    `The migration ${file} failed and was taken back: column "nonsense" does not exist`,
  );
  expect((await db.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
  await rm(path.join(directory, file));
});

it('refuses a file changed after it was applied', async () => {
  const file = numbered(1, 'step_1');
  await write(file, 'create table step_1 (id bigint);');
  await expect(runMigrations(db, directory)).rejects.toThrow(`The migration ${file} was changed`);
});

it('refuses a database of a newer version', async () => {
  for (const file of await readdir(directory))
    if (file > numbered(1, '')) await rm(path.join(directory, file));
  await write(numbered(1, 'step_1'), 'create table step_1 (id integer); insert into step_1 values (1);');
  await expect(runMigrations(db, directory)).rejects.toThrow(
    'The database is from a newer version of this program',
  );
});

it('refuses names that do not fit the order', async () => {
  await write('12_short.sql', 'select 1');
  await expect(readMigrations(directory)).rejects.toThrow('12_short.sql is not named like');
  await rm(path.join(directory, '12_short.sql'));
  await write('000001_twice.sql', 'select 1');
  await expect(readMigrations(directory)).rejects.toThrow('Two migrations have the number');
});
