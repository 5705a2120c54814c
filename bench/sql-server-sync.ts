/**
 * How much longer than the bare inserts does a full sync of a SQL Server's table take, how much memory, what does the
 * second one cost, and how long do edits take? The server is simulated, in a process of its own, for the floor as well.
 */
import { fileURLToPath } from 'node:url';
import type { BulkUpdateBatch, BulkUpdateResult } from '@storefleet/contract/bulk-updates';
import { nextMessage, startChild } from './lib/child-process.ts';
import type { DatabaseKind } from './lib/databases.ts';
import { untilEnded, variantsOf } from './lib/edit-batches.ts';
import type { FloorResult } from './lib/floor.ts';
import { type Product, startProduct } from './lib/product.ts';
import { nextTransaction, rowsWrittenSince, syncOnce } from './lib/product-sync.ts';
import { say } from './lib/progress.ts';
import { openSimulatedSqlServer, type SimulatedSqlServer } from './lib/simulated-sql-server.ts';
import type { SqlServerFloorTask } from './lib/sql-server-floor.process.ts';
import { BENCH_DATABASE, BENCH_LOGIN, BENCH_TABLES, type BenchTable } from './lib/sql-server-tables.ts';
import { median, time } from './lib/statistics.ts';
import { count, megabytes, milliseconds, printTable, seconds } from './lib/table.ts';

const FLOOR = fileURLToPath(new URL('./lib/sql-server-floor.process.ts', import.meta.url));
const SINGLE_EDITS = 20;
const BATCH_EDITS = 1_000;

/** Milliseconds that something took, and of the server's processor time in it. */
type Timed = { duration: number; computed: number };
type Edits = { single: number; preview: number; batch: number };
type Synced = Timed & { peakMemory: number | null; again: number; rewritten: number; edits: Edits };
type Extent = { rows: number; rounds: number };

export async function benchSqlServer(
  databases: readonly DatabaseKind[],
  { rows, rounds }: Extent,
): Promise<void> {
  say(`a SQL Server with tables of ${count(rows)} rows`);
  const server = await openSimulatedSqlServer(rows);
  const syncRows: string[][] = [];
  const editRows: string[][] = [];
  for (const table of BENCH_TABLES) {
    for (const database of databases) {
      const floors: Timed[] = [];
      const syncs: Synced[] = [];
      for (let round = 0; round < rounds; round++) {
        say(
          `sync of ${count(rows)} rows, ${table.title}, ${database.title}, round ${round + 1} of ${rounds}`,
        );
        const turns = [
          async () => floors.push(await measureFloor(database, server, table, rows)),
          async () => syncs.push(await measureSync(database, server, table, rows)),
        ];
        // Who goes first changes from round to round.
        for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
      }
      const name = `${table.title}, ${database.title}`;
      syncRows.push([name, ...syncCells(rows, floors, syncs)]);
      editRows.push([name, ...editCells(syncs.map(({ edits }) => edits))]);
    }
  }
  await server.close();
  printTable(
    `Full sync of ${count(rows)} rows of SQL Server against its floor (median of ${rounds}; at most 1.5 times wanted)`,
    [
      'Table, database',
      'Floor',
      'Sync',
      'Ratio',
      'Rows a second',
      'Simulator computed, floor / sync',
      'Peak memory',
      'Second sync',
      'Rows rewritten',
    ],
    syncRows,
  );
  printTable(
    'Price edits of SQL Server rows through the product (median)',
    ['Table, database', 'One edit', `${count(BATCH_EDITS)} edits: preview`, 'Written'],
    editRows,
  );
}

function syncCells(rows: number, floors: readonly Timed[], syncs: readonly Synced[]): string[] {
  const floor = median(floors.map(({ duration }) => duration));
  const sync = median(syncs.map(({ duration }) => duration));
  const computed = (all: readonly Timed[]) => seconds(median(all.map((each) => each.computed)));
  const peaks = syncs.flatMap(({ peakMemory }) => peakMemory ?? []);
  return [
    seconds(floor),
    seconds(sync),
    (sync / floor).toFixed(2),
    count(Math.round(rows / (sync / 1000))),
    `${computed(floors)} / ${computed(syncs)}`,
    megabytes(peaks.length === 0 ? null : Math.max(...peaks)),
    seconds(median(syncs.map(({ again }) => again))),
    count(Math.max(...syncs.map(({ rewritten }) => rewritten))),
  ];
}

function editCells(edits: readonly Edits[]): string[] {
  return [
    `${milliseconds(median(edits.map(({ single }) => single)))} ms`,
    seconds(median(edits.map(({ preview }) => preview))),
    seconds(median(edits.map(({ batch }) => batch))),
  ];
}

async function measureFloor(
  kind: DatabaseKind,
  server: SimulatedSqlServer,
  table: BenchTable,
  rows: number,
): Promise<Timed> {
  const database = await kind.create();
  const { dataDir, connectionString } = database;
  const task: SqlServerFloorTask = { dataDir, connectionString, port: server.port, table: table.name };
  const before = await server.computed();
  const child = startChild(FLOOR, { args: [JSON.stringify(task)] });
  const result = await nextMessage<FloorResult>(child);
  const computed = (await server.computed()) - before;
  if (result.variants !== rows) throw new Error(`The floor read ${result.variants} of ${rows} rows.`);
  await child.stop();
  await database.remove();
  return { duration: result.milliseconds, computed };
}

async function measureSync(
  kind: DatabaseKind,
  server: SimulatedSqlServer,
  table: BenchTable,
  rows: number,
): Promise<Synced> {
  const database = await kind.create();
  const product = await startProduct(database);
  const storeId = await connectTable(product, server, table);
  const sync = { storeId, path: `/mssql/stores/${storeId}/sync`, variants: rows };

  const computedBefore = await server.computed();
  const duration = await syncOnce(product, sync);
  const computed = (await server.computed()) - computedBefore;
  const peakMemory = await product.peakMemory();

  const before = await nextTransaction(database);
  const again = await syncOnce(product, sync);
  const rewritten = await rowsWrittenSince(database, before);

  const edits = await measureEdits(product, storeId);
  await product.stop();
  await database.remove();
  return { duration, computed, peakMemory, again, rewritten, edits };
}

async function connectTable(
  product: Product,
  server: SimulatedSqlServer,
  table: BenchTable,
): Promise<string> {
  const { id } = await product.call<{ id: string }>('POST', '/mssql/stores', {
    shop_name: 'Bench',
    shop_url: 'bench',
    mssql_server: '127.0.0.1',
    mssql_port: server.port,
    mssql_database: BENCH_DATABASE,
    mssql_table: `dbo.${table.name}`,
    mssql_username: BENCH_LOGIN.user,
    mssql_password: BENCH_LOGIN.password,
    mssql_trust_server_certificate: true,
  });
  await product.call('POST', `/mssql/stores/${id}/mappings/bulk`, {
    store_id: id,
    mappings: table.mappings,
  });
  return id;
}

/** Edits one by one, each when the one before has been answered, and then many in one batch. */
async function measureEdits(product: Product, storeId: string): Promise<Edits> {
  const references = await variantsOf(product, storeId, SINGLE_EDITS + BATCH_EDITS);
  const singles: number[] = [];
  for (const reference of references.slice(0, SINGLE_EDITS)) {
    const edit = async () => {
      const { succeeded, errors } = await product.call<BulkUpdateResult>('POST', '/products/bulk-update', {
        products_to_update: [reference],
        attributes_to_set: { price: anotherPrice(reference.based_on.price) },
      });
      if (succeeded !== 1) throw new Error(`An edit was not made: ${errors[0]?.error}`);
    };
    singles.push(await time(edit));
  }

  const batch = references.slice(SINGLE_EDITS);
  const start = performance.now();
  const planned = await product.call<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', {
    products_to_update: batch,
    price_change: {
      attribute: 'price',
      operation: 'increase',
      unit: 'percent',
      value: '10',
      rounding: '.99',
    },
  });
  const preview = performance.now() - start;
  await product.call('POST', `/products/bulk-updates/${planned.batch_id}/apply`, {});
  const { started_at, completed_at, succeeded, unchanged } = await untilEnded(product, planned.batch_id);
  if (succeeded + unchanged !== batch.length || started_at === null || completed_at === null) {
    throw new Error(`${succeeded} of ${batch.length} edits were made.`);
  }
  return {
    single: median(singles),
    preview,
    batch: Date.parse(completed_at) - Date.parse(started_at),
  };
}

/** The table keeps what the round before has written. */
const anotherPrice = (price: string | null) => (price === '12.25' ? '13.75' : '12.25');
