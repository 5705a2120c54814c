import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import type { Queryable } from '../database.ts';
import { applyMigrations, readMigrations } from '../migrate.ts';
import { type Batch, type Digest, digestTable, prepareSession, rowsIn, writeBatch } from './copy-table.ts';
import { listTables, type Table } from './tables.ts';
import { dropPlainIndexes, MoveError, requireEmptyTarget } from './target.ts';

/** One table as it was at its source. */
export type TableContent = {
  table: Table;
  total: number;
  batches: AsyncIterable<Batch>;
  /** Asked for once the batches have been read. */
  digest(): Promise<Digest> | Digest;
};

export type Filled = { tables: number; rows: number };

/** Milliseconds between two lines on the same table. */
const PROGRESS_INTERVAL = 5_000;

/**
 * Fills an empty database within its transaction, and proves by counts and checksums that everything arrived.
 * `migrations` are those that the source had been through.
 */
export async function fillDatabase(
  into: Queryable,
  options: {
    migrations: string;
    /** How many of them; all where it is left out. */
    upTo?: number;
    /** Hands over the tables, in an order in which references hold. */
    readAll: (take: (tables: AsyncIterable<TableContent>) => Promise<void>) => Promise<void>;
    print: (line: string) => void;
  },
): Promise<Filled> {
  const { migrations, upTo, readAll, print } = options;
  await prepareSession(into);
  await requireEmptyTarget(into);
  print('Making the tables …');
  const applied = await applyMigrations(into, migrations, upTo);
  if (applied.length < (upTo ?? (await readMigrations(migrations)).length)) {
    throw new MoveError('Another program made tables in the database to move to: use one of its own.');
  }
  const tables = (await listTables(into)).map(({ name }) => name);
  // What triggers would add is among the rows already; and the audit log's refuses to be emptied.
  for (const name of tables) await into.query(`alter table ${name} disable trigger user`);
  // A migration may have put rows there.
  await into.query(`truncate ${tables.join(', ')}`);
  const indexes = await dropPlainIndexes(into);
  const expected = new Map<Table, Digest>();
  await readAll(async (contents) => {
    for await (const content of contents) expected.set(content.table, await fillTable(into, content, print));
  });
  // A table with references that are still to be checked cannot be altered.
  await into.query('set constraints all immediate');
  for (const name of tables) await into.query(`alter table ${name} enable trigger user`);
  print(`Making ${indexes.length} indexes …`);
  for (const definition of indexes) await into.query(definition);
  print('Comparing both databases …');
  for (const [table, digest] of expected) await requireSame(table, digest, await digestTable(into, table));
  // Within the transaction as well: once it has ended, nothing more can fail.
  await into.query(`analyze ${[...expected.keys()].map(({ name }) => name).join(', ')}`);
  const rows = [...expected.values()].reduce((sum, digest) => sum + Number(digest.rows), 0);
  return { tables: expected.size, rows };
}

async function fillTable(
  into: Queryable,
  { table, total, batches, digest }: TableContent,
  print: (line: string) => void,
): Promise<Digest> {
  let copied = 0;
  let printedAt = Date.now();
  for await (const batch of batches) {
    await writeBatch(table, into, batch);
    copied += rowsIn(batch);
    if (Date.now() - printedAt < PROGRESS_INTERVAL || copied === total) continue;
    printedAt = Date.now();
    print(`  ${table.name}: ${formatCount(copied)} of ${formatCount(total)}`);
  }
  print(`  ${table.name}: ${formatQuantity(total, 'row')}`);
  return digest();
}

async function requireSame(table: Table, expected: Digest, found: Digest): Promise<void> {
  if (expected.rows === found.rows && expected.content === found.content) return;
  throw new MoveError(
    `The table ${table.name} did not arrive as it was (${formatQuantity(Number(expected.rows), 'row')} here, ${formatCount(Number(found.rows))} there): everything was taken back.`,
  );
}
