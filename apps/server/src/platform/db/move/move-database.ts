import type { Database, Queryable } from '../database.ts';
import { type Migration, readMigrations } from '../migrate.ts';
import { digestTable, prepareSession, readTable } from './copy-table.ts';
import { type Filled, fillDatabase, type TableContent } from './fill-database.ts';
import { listTables } from './tables.ts';
import { MoveError, readSequences, writeSequences } from './target.ts';

export type MoveOptions = {
  /** Nobody else writes to it, and this only reads it. */
  source: Database;
  /** Must be empty. */
  target: Database;
  /** The folder of the migrations. */
  migrations: string;
  print: (line: string) => void;
};

/** Refuses a database of another version: its tables would not match those of the target. */
export async function requireThisVersion(source: Queryable, migrations: string): Promise<void> {
  const known = await readMigrations(migrations);
  const applied = await appliedMigrations(source);
  if (applied.some((checksum, index) => known[index]?.checksum !== checksum)) {
    throw new MoveError('The data is from another version of this program: move it with that version.');
  }
  if (applied.length < known.length) {
    throw new MoveError(
      'The data is from an older version of this program: start this version on it once (npm start), stop it, and try again.',
    );
  }
}

/** The checksums of the migrations applied to a database, in order. */
export async function appliedMigrations(source: Queryable): Promise<string[]> {
  const { rows: present } = await source.query<{ present: boolean }>(
    "select to_regclass('schema_migrations') is not null as present",
  );
  if (!present[0]?.present) return [];
  const { rows } = await source.query<Pick<Migration, 'checksum'>>(
    'select checksum from schema_migrations order by version',
  );
  return rows.map(({ checksum }) => checksum);
}

/**
 * Fills an empty PostgreSQL with all tables of another, in one transaction: afterwards it holds everything,
 * verified by counts and checksums of both sides, or nothing. Workers find queued work again by themselves.
 */
export async function moveDatabase(options: MoveOptions): Promise<Filled> {
  const { source, target, migrations, print } = options;
  await requireThisVersion(source, migrations);
  return target.transaction((into) =>
    fillDatabase(into, {
      migrations,
      print,
      readAll: (take) =>
        // PGlite drops a transaction that is idle for long, so this one ends before the indexes are built.
        source.transaction(async (from) => {
          await take(readAllTables(from));
          await writeSequences(into, await readSequences(from));
        }),
    }),
  );
}

/** A snapshot of every table, in a transaction that has just begun. */
export async function* readAllTables(from: Queryable): AsyncGenerator<TableContent> {
  await from.query('set transaction isolation level repeatable read, read only');
  await prepareSession(from);
  for (const table of await listTables(from)) {
    const { rows } = await from.query<{ total: string }>(`select count(*)::text as total from ${table.name}`);
    yield {
      table,
      total: Number(rows[0]?.total ?? 0),
      batches: readTable(table, from),
      digest: () => digestTable(from, table),
    };
  }
}
