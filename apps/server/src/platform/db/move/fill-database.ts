import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import type { Queryable } from '../database.ts';
import { applyMigrations, readMigrations } from '../migrate.ts';
import { type Batch, type Digest, digestTable, prepareSession, rowsIn, writeBatch } from './copy-table.ts';
import { listTables, type Table } from './tables.ts';
import { dropPlainIndexes, MoveError, requireEmptyTarget } from './target.ts';

/** One table as it was in the source. */
export type TableContent = {
  table: Table;
  total: number;
  batches: AsyncIterable<Batch>;
  /** Called once the batches have been read. */
  digest(): Promise<Digest> | Digest;
};

export type Filled = { tables: number; rows: number };

/** Milliseconds between two progress lines on the same table. */
const PROGRESS_INTERVAL = 5_000;

/**
 * Fills an empty database within its transaction, and verifies by counts and checksums that everything
 * arrived. `migrations` are those applied to the source.
 */
export async function fillDatabase(
  into: Queryable,
  options: {
    migrations: string;
    /** How many of them. Default: all. */
    upTo?: number;
    /** Passes the tables in an order that satisfies references. */
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
  // The rows already include what triggers would add; and the audit log's trigger forbids truncating it.
  for (const name of tables) await into.query(`alter table ${name} disable trigger user`);
  // A migration may have inserted rows.
  await into.query(`truncate ${tables.join(', ')}`);
  const indexes = await dropPlainIndexes(into);
  const expected = new Map<Table, Digest>();
  await readAll(async (contents) => {
    for await (const content of contents) expected.set(content.table, await fillTable(into, content, print));
  });
  // A table with pending reference checks cannot be altered.
  await into.query('set constraints all immediate');
  for (const name of tables) await into.query(`alter table ${name} enable trigger user`);
  print(`Making ${indexes.length} indexes …`);
  for (const definition of indexes) await into.query(definition);
  print('Comparing both databases …');
  for (const [table, digest] of expected) await requireSame(table, digest, await digestTable(into, table));
  // Also within the transaction: after its commit nothing can fail.
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
