/**
 * How fast is the product on each kind of database: the first sync of a shop; with a million variants,
 * searches, the same during a sync, inline edits and starts; and what does it cost at rest?
 */
import { setTimeout } from 'node:timers/promises';
import type { SearchResult } from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateResult } from '@storefleet/contract/edits/bulk-update-batches';
import { refreshSome } from '@storefleet/server/modules/articles/refresh';
import { startEmbeddedDatabase } from '@storefleet/server/platform/db/embedded/embedded-database';
import { runMigrations } from '@storefleet/server/platform/db/migrate';
import { MIGRATIONS } from '@storefleet/test-support/database';
import type { DatabaseKind, EmptyDatabase } from './lib/databases/databases.ts';
import { type SeededCatalogue, seedCatalogue } from './lib/databases/seed-catalogue.ts';
import { variantsOf } from './lib/edit-batches.ts';
import { type ExportedShop, openExportedShop } from './lib/exported-shop.ts';
import { filterCalls } from './lib/filter-calls.ts';
import { measureExportFloor } from './lib/floor/exported-shop-floor.ts';
import { type Product, startProduct } from './lib/product.ts';
import { addStore, nextTransaction, rowsWrittenSince, syncOnce } from './lib/product-sync.ts';
import { type SearchTerm, searchTerms, shortTerms } from './lib/search-terms.ts';
import { median, percentile, time } from './lib/statistics.ts';
import { count, megabytes, milliseconds, printTable, say, seconds } from './lib/table.ts';

const STORES = 20;
const WARM_UP_RUNS = 20;
const CLIENTS = 4;
/** Milliseconds until a server that has just started is at rest. */
const SETTLING_TIME = 15_000;

type Extent = {
  /** In the synced shop. */
  synced: number;
  rounds: number;
  /** In the searched catalogue. */
  variants: number;
  runs: number;
  edits: number;
  starts: number;
  /** Milliseconds without any request. */
  idle: number;
};

/** Measurements, in the order of the table. */
type Measures = [name: string, value: string][];

export async function benchDatabases(databases: readonly DatabaseKind[], extent: Extent): Promise<void> {
  const shop = await openExportedShop(extent.synced);
  const columns: { title: string; measures: Measures }[] = [];
  for (const kind of databases) {
    const measures = [
      ...(await measureSyncs(kind, shop, extent)),
      ...(await measureFilled(kind, shop, extent)),
    ];
    columns.push({ title: kind.title, measures });
    printTable(
      `${count(extent.variants)} variants in ${STORES} stores; times of ${extent.runs} warm searches each over HTTP, with the exact total`,
      ['', ...columns.map(({ title }) => title)],
      measures.map(([name], row) => [name, ...columns.map((column) => column.measures[row]?.[1] ?? '')]),
    );
  }
  await shop.close();
}

/** A sync into an empty database and its floor, and the memory of the processes before and after. */
async function measureSyncs(kind: DatabaseKind, shop: ExportedShop, { rounds }: Extent): Promise<Measures> {
  const floors: number[] = [];
  const syncs: number[] = [];
  let others: Measures = [];
  for (let round = 0; round < rounds; round++) {
    say(`sync of ${count(shop.variants)} variants, ${kind.title}, round ${round + 1} of ${rounds}`);
    const measurements = [
      async () => {
        floors.push((await measureExportFloor(kind, [shop])).milliseconds);
      },
      async () => {
        const synced = await measureSync(kind, shop);
        syncs.push(synced.duration);
        others = synced.others;
      },
    ];
    // The order alternates from round to round.
    for (const measure of round % 2 === 0 ? measurements : measurements.reverse()) await measure();
  }
  const floor = median(floors);
  const sync = median(syncs);
  return [
    [`first sync of ${count(shop.variants)} (floor)`, `${seconds(sync)} (${seconds(floor)})`],
    ['over its floor', (sync / floor).toFixed(2)],
    ...others,
  ];
}

async function measureSync(
  kind: DatabaseKind,
  shop: ExportedShop,
): Promise<{ duration: number; others: Measures }> {
  const database = await kind.create();
  const product = await startProduct(database, { SHOPIFY_ALLOWED_HOSTS: shop.address });
  await setTimeout(SETTLING_TIME);
  const fresh = await product.processes.memory();
  const sync = await addStore(product, shop);
  const duration = await syncOnce(product, sync);
  const after = await product.processes.memory();
  const before = await nextTransaction(database);
  const again = await syncOnce(product, sync);
  const rewritten = await rowsWrittenSince(database, before);
  await product.stop();
  await database.remove();
  return {
    duration,
    others: [
      ['second sync (rows rewritten)', `${seconds(again)} (${count(rewritten)})`],
      [
        kind.isShared ? 'memory of the server, fresh / after the sync' : 'memory, fresh / after the sync',
        `${megabytes(fresh)} / ${megabytes(after)}`,
      ],
    ],
  };
}

/** One filled database for everything else. */
async function measureFilled(kind: DatabaseKind, shop: ExportedShop, extent: Extent): Promise<Measures> {
  say(`filling ${count(extent.variants)} variants, ${kind.title}`);
  const database = await kind.create();
  const catalogue = await fill(database, extent.variants);
  const starts: number[] = [];
  const start = async () => {
    const product = await startProduct(database, { SHOPIFY_ALLOWED_HOSTS: shop.address });
    starts.push(product.readyAfter);
    return product;
  };
  while (starts.length < extent.starts - 1) await (await start()).stop();
  const product = await start();

  say('searching');
  const terms = searchTerms(catalogue, WARM_UP_RUNS + extent.runs);
  const searches: Measures = [];
  for (const { title, terms: ofKind } of [...terms, ...shortTerms(WARM_UP_RUNS + extent.runs)])
    searches.push([title, await measureCalls(ofKind, (term) => search(product, term))]);
  for (const { title, paths } of filterCalls(WARM_UP_RUNS + extent.runs))
    searches.push([title, await measureCalls(paths, (path) => product.call('GET', path))]);
  const perSecond = await measureSearchesAtOnce(
    product,
    terms.flatMap(({ terms: ofKind }) => ofKind),
  );
  say('searching during a sync');
  const duringSync = await measureDuringSync(product, shop, terms[0]?.terms ?? []);
  say(`${count(extent.edits)} inline edits by ${CLIENTS} clients`);
  const editsPerSecond = await measureEdits(product, duringSync.sync.storeId, extent.edits);
  say(`idle for ${seconds(extent.idle)}`);
  const idle = await measureIdle(product, database, extent.idle);
  await product.stop();
  await database.remove();
  return [
    ...searches.map(([name, value]): [string, string] => [`${name}, p50 / p95 in ms`, value]),
    ['searches a second, four at once', perSecond.toFixed(0)],
    ['name, one product, during a sync, p50 / p95 in ms', duringSync.spread],
    [`that sync of ${count(shop.variants)}`, seconds(duringSync.duration)],
    [`inline edits a second, ${count(extent.edits)} by four clients`, editsPerSecond.toFixed(0)],
    [`ready on existing data, median of ${extent.starts}`, seconds(median(starts))],
    ['idle: transactions a second', idle.transactions.toFixed(1)],
    ['idle: of one core', `${idle.processor.toFixed(1)} %`],
  ];
}

async function fill(database: EmptyDatabase, variants: number): Promise<SeededCatalogue> {
  const { dataDir, embedded } = database;
  const server = embedded === null ? null : await startEmbeddedDatabase({ dataDir, kind: embedded });
  const db = database.connect();
  await runMigrations(db, MIGRATIONS);
  const catalogue = await seedCatalogue(db, { variants, stores: STORES });
  // Not during a measurement.
  while (await refreshSome(db));
  await db.close();
  await server?.close();
  return catalogue;
}

function search(product: Product, { query, type }: SearchTerm): Promise<SearchResult> {
  return product.call('GET', `/products/search?${new URLSearchParams({ query, type })}`);
}

async function measureCalls<Item>(
  items: readonly Item[],
  call: (item: Item) => Promise<unknown>,
): Promise<string> {
  const times: number[] = [];
  for (const item of items) times.push(await time(() => call(item)));
  return spread(times.slice(WARM_UP_RUNS));
}

function spread(times: readonly number[]): string {
  return `${milliseconds(median(times))} / ${milliseconds(percentile(times, 0.95))}`;
}

/** Searches of all kinds per second, when each client searches again as soon as it gets its answer. */
async function measureSearchesAtOnce(product: Product, terms: readonly SearchTerm[]): Promise<number> {
  const duration = await time(() => shareOut(terms, (term) => search(product, term)));
  return terms.length / (duration / 1_000);
}

/** Each client takes the next item after finishing one. */
async function shareOut<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const client = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

/** Each client has its own part, like people who edit different products. */
async function inParts<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const length = Math.ceil(items.length / CLIENTS);
  const client = async (number: number) => {
    for (const item of items.slice(number * length, (number + 1) * length)) await work(item);
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
}

async function measureDuringSync(product: Product, shop: ExportedShop, terms: readonly SearchTerm[]) {
  const sync = await addStore(product, shop);
  let isRunning = true;
  const syncing = syncOnce(product, sync).finally(() => {
    isRunning = false;
  });
  const times: number[] = [];
  while (isRunning) {
    const term = terms[times.length % terms.length];
    if (term !== undefined) times.push(await time(() => search(product, term)));
  }
  return { sync, duration: await syncing, spread: spread(times) };
}

/** Every edit is a separate call, answered when the shop has the price. */
async function measureEdits(product: Product, storeId: string, edits: number): Promise<number> {
  const references = (await variantsOf(product, storeId)).slice(0, edits);
  const duration = await time(() =>
    inParts(references, async (reference) => {
      const price = (Number(reference.based_on.price) + 1).toFixed(2);
      const { succeeded } = await product.call<BulkUpdateResult>('POST', '/products/bulk-update', {
        products_to_update: [reference],
        attributes_to_set: { price },
      });
      if (succeeded !== 1) throw new Error(`An edit of ${reference.selectedVariant.id} was not made.`);
    }),
  );
  return references.length / (duration / 1_000);
}

async function measureIdle(product: Product, database: EmptyDatabase, duration: number) {
  const db = database.connect();
  // The database's maintenance after a sync does not count as at rest.
  await db.query('vacuum analyze');
  const sample = async () => {
    const { rows } = await db.query<{ transactions: string }>(
      'select (xact_commit + xact_rollback)::text as transactions from pg_stat_database where datname = current_database()',
    );
    return {
      transactions: Number(rows[0]?.transactions),
      processor: await product.processes.processorTime(),
    };
  };
  await setTimeout(SETTLING_TIME);
  const before = await sample();
  await setTimeout(duration);
  const after = await sample();
  await db.close();
  return {
    transactions: (after.transactions - before.transactions) / (duration / 1_000),
    processor: (100 * (after.processor - before.processor)) / duration,
  };
}
