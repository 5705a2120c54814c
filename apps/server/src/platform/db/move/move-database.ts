import type { Database, Queryable } from '../database.ts';
import { applyMigrations, type Migration, readMigrations } from '../migrate.ts';
import { copyTable, type Digest, digestTable, writeValuesAlike } from './copy-table.ts';
import { listTables, type Table } from './tables.ts';
import { dropPlainIndexes, MoveError, moveSequences, requireEmptyTarget } from './target.ts';

export type MoveOptions = {
  /** Nobody else writes to it, and nothing is written to it here. */
  source: Database;
  /** Empty. */
  target: Database;
  /** The folder of the migrations. */
  migrations: string;
  /** Takes over what is kept beside the tables, in the transaction that fills them. */
  alongside: (source: Queryable, target: Queryable) => Promise<void>;
  print: (line: string) => void;
};

export type Moved = { tables: number; rows: number };

/** Milliseconds between two lines on the same table. */
const PROGRESS_INTERVAL = 5_000;

/** Refuses a database of another version: its tables would not be those that are made in the target. */
export async function requireThisVersion(source: Queryable, migrations: string): Promise<void> {
  const known = await readMigrations(migrations);
  const { rows } = await source.query<{ present: boolean }>(
    "select to_regclass('schema_migrations') is not null as present",
  );
  const applied = rows[0]?.present
    ? (
        await source.query<Pick<Migration, 'checksum'>>(
          'select checksum from schema_migrations order by version',
        )
      ).rows
    : [];
  if (applied.some((row, index) => known[index]?.checksum !== row.checksum)) {
    throw new MoveError('The data is from another version of this program: move it with that version.');
  }
  if (applied.length < known.length) {
    throw new MoveError(
      'The data is from an older version of this program: start this version on it once (npm start), stop it, and try again.',
    );
  }
}

/**
 * Fills an empty PostgreSQL with all tables of another, in one transaction: it then holds everything, proven by counts
 * and checksums of both sides, or nothing at all.
 */
export async function moveDatabase(options: MoveOptions): Promise<Moved> {
  const { source, target, migrations, alongside, print } = options;
  await requireThisVersion(source, migrations);
  return target.transaction(async (into) => {
    await prepare(into);
    await requireEmptyTarget(into);
    print('Making the tables …');
    const applied = await applyMigrations(into, migrations);
    if (applied.length < (await readMigrations(migrations)).length) {
      throw new MoveError('Another program made tables in the database to move to: use one of its own.');
    }
    const indexes = await dropPlainIndexes(into);

    // The embedded database gives up a transaction that is silent for long: it is over before the indexes are made.
    const expected = await source.transaction(async (from) => {
      await from.query('set transaction isolation level repeatable read, read only');
      await prepare(from);
      const digests = await fill(from, into, print);
      await moveSequences(from, into);
      await alongside(from, into);
      return digests;
    });

    print(`Making ${indexes.length} indexes …`);
    for (const definition of indexes) await into.query(definition);
    print('Comparing both databases …');
    for (const [table, digest] of expected) await requireSame(table, digest, await digestTable(into, table));
    // Within the transaction as well: once it has ended, nothing more can fail.
    await into.query(`analyze ${[...expected.keys()].map(({ name }) => name).join(', ')}`);
    return {
      tables: expected.size,
      rows: [...expected.values()].reduce((sum, { rows }) => sum + Number(rows), 0),
    };
  });
}

async function prepare(tx: Queryable): Promise<void> {
  await tx.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  await writeValuesAlike(tx);
}

/** Answers what each table held. */
async function fill(
  from: Queryable,
  into: Queryable,
  print: (line: string) => void,
): Promise<Map<Table, Digest>> {
  const tables = await listTables(from);
  // A migration may have put rows there.
  await into.query(`truncate ${tables.map((table) => table.name).join(', ')}`);
  const digests = new Map<Table, Digest>();
  for (const table of tables) {
    const { rows } = await from.query<{ total: string }>(`select count(*)::text as total from ${table.name}`);
    const total = Number(rows[0]?.total ?? 0);
    let printedAt = Date.now();
    // What triggers would add is among the rows already.
    await into.query(`alter table ${table.name} disable trigger user`);
    await copyTable(table, from, into, (copied) => {
      if (Date.now() - printedAt < PROGRESS_INTERVAL || copied === total) return;
      printedAt = Date.now();
      print(`  ${table.name}: ${count(copied)} of ${count(total)}`);
    });
    await into.query(`alter table ${table.name} enable trigger user`);
    digests.set(table, await digestTable(from, table));
    print(`  ${table.name}: ${count(total)} ${total === 1 ? 'row' : 'rows'}`);
  }
  return digests;
}

async function requireSame(table: Table, expected: Digest, found: Digest): Promise<void> {
  if (expected.rows === found.rows && expected.content === found.content) return;
  throw new MoveError(
    `The table ${table.name} did not arrive as it was (${expected.rows} rows here, ${found.rows} there): everything was taken back.`,
  );
}

const count = (rows: number) => rows.toLocaleString('en');
