/** How long does a search take, with its exact total, for terms that find one product and terms that find a twentieth? */
import { SearchQuery } from '@storefleet/contract/products';
import type { Database } from '@storefleet/server/platform/db/database';
import { startEmbeddedDatabase } from '@storefleet/server/platform/db/embedded/embedded-database';
import { runMigrations } from '@storefleet/server/platform/db/migrate';
import { createTestApp, type TestApp } from '@storefleet/test-support/app';
import { MIGRATIONS } from '@storefleet/test-support/database';
import { cleanUpLater } from './lib/clean-up.ts';
import type { DatabaseKind } from './lib/databases.ts';
import { say } from './lib/progress.ts';
import { type SearchTerm, searchTerms } from './lib/search-terms.ts';
import { type SeededCatalogue, seedCatalogue } from './lib/seed-catalogue.ts';
import { median, percentile, time } from './lib/statistics.ts';
import { count, milliseconds, printTable } from './lib/table.ts';

const STORES = 20;
const WARM_UP_RUNS = 20;
const COLUMNS = { name: 'search_name', sku: 'search_skus', barcode: 'search_barcodes' } as const;

export async function benchSearch(
  databases: readonly DatabaseKind[],
  { sizes, runs }: { sizes: readonly number[]; runs: number },
): Promise<void> {
  for (const variants of sizes) {
    for (const database of databases) {
      say(`search among ${count(variants)} variants, ${database.title}: filling the tables`);
      await withCatalogue(database, variants, async (app, catalogue) => {
        say('searching');
        const rows: string[][] = [];
        for (const kind of searchTerms(catalogue, WARM_UP_RUNS + runs)) {
          rows.push(await measure(app, kind.title, kind.terms));
        }
        printTable(
          `Search among ${count(catalogue.variants)} variants of ${count(catalogue.products)} products in ${STORES} stores, ${database.title} (p50 / p95 of ${runs}, ms)`,
          ['Search', 'Products found', 'Service', 'HTTP', 'Bare SQL'],
          rows,
        );
      });
    }
  }
}

async function measure(app: TestApp, title: string, terms: readonly SearchTerm[]): Promise<string[]> {
  const found: number[] = [];
  const service = await measureWarm(terms, async (term) => {
    const { pagination } = await app.services.products.search(SearchQuery.parse(term));
    found.push(pagination.total);
  });
  const http = await measureWarm(terms, async ({ query, type }) => {
    const answer = await app.fetchApi(`/products/search?${new URLSearchParams({ query, type })}`);
    await answer.text();
    if (!answer.ok) throw new Error(`The search for ${query} answered ${answer.status}.`);
  });
  const bare = await measureWarm(terms, (term) => searchBare(app.db, term));
  return [title, count(median(found)), ...[service, http, bare].map(spread)];
}

/** The times of all but the first runs. */
async function measureWarm(
  terms: readonly SearchTerm[],
  search: (term: SearchTerm) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (const term of terms) times.push(await time(() => search(term)));
  return times.slice(WARM_UP_RUNS);
}

function spread(times: readonly number[]): string {
  return `${milliseconds(median(times))} / ${milliseconds(percentile(times, 0.95))}`;
}

/** The least that answers a total and a page: no order, no stores, no variants. */
function searchBare(db: Database, { query, type }: SearchTerm) {
  return db.query(
    `with matched as materialized (select id from products where ${COLUMNS[type]} like $1)
     select (select count(*) from matched) as total, products.*
     from products where id in (select id from matched limit 50)`,
    [`%${query.toLowerCase()}%`],
  );
}

async function withCatalogue(
  kind: DatabaseKind,
  variants: number,
  work: (app: TestApp, catalogue: SeededCatalogue) => Promise<void>,
): Promise<void> {
  const place = await kind.create();
  const embedded =
    place.connectionString === null ? await startEmbeddedDatabase({ dataDir: place.dataDir }) : null;
  const db = place.connect();
  const close = cleanUpLater(async () => {
    await db.close();
    await embedded?.close();
  });
  await runMigrations(db, MIGRATIONS);
  const catalogue = await seedCatalogue(db, { variants, stores: STORES });
  const app = await createTestApp({ db });
  const closeApp = cleanUpLater(() => app.close());
  await work(app, catalogue);
  await closeApp();
  await close();
  await place.remove();
}
