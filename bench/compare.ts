/**
 * How fast is a comparison of twenty stores with a million variants, and the list of deviations from rules?
 */
import { startEmbeddedDatabase } from '@storefleet/server/platform/db/embedded/embedded-database';
import { runMigrations } from '@storefleet/server/platform/db/migrate';
import { MIGRATIONS } from '@storefleet/test-support/database';
import type { DatabaseKind } from './lib/databases/databases.ts';
import { seedArticles } from './lib/databases/seed-articles.ts';
import { type Product, startProduct } from './lib/product.ts';
import { median, percentile, time } from './lib/statistics.ts';
import { count, milliseconds, printTable, say, seconds } from './lib/table.ts';

const STORES = 20;
const WARM_UP_RUNS = 3;

export async function benchCompare(
  databases: readonly DatabaseKind[],
  { variants, runs }: { readonly variants: number; readonly runs: number },
): Promise<void> {
  const columns: { title: string; measures: [string, string][] }[] = [];
  for (const kind of databases) {
    columns.push({ title: kind.title, measures: await measure(kind, variants, runs) });
    printTable(
      `${count(variants)} variants in ${STORES} stores compared; p50 / p95 of ${runs} calls over HTTP in ms`,
      ['', ...columns.map(({ title }) => title)],
      (columns[0]?.measures ?? []).map(([name], row) => [
        name,
        ...columns.map(({ measures }) => measures[row]?.[1] ?? ''),
      ]),
    );
  }
}

async function measure(kind: DatabaseKind, variants: number, runs: number): Promise<[string, string][]> {
  say(`filling ${count(variants)} variants of the same articles, ${kind.title}`);
  const database = await kind.create();
  const { dataDir, embedded } = database;
  const server = embedded === null ? null : await startEmbeddedDatabase({ dataDir, kind: embedded });
  const db = database.connect();
  await runMigrations(db, MIGRATIONS);
  const stores = await seedArticles(db, { variants, stores: STORES });
  await db.close();
  await server?.close();
  const product = await startProduct(database, {});
  const renewed = await time(() => untilRenewed(product, database.connect()));
  const ids = { two: stores.slice(0, 2).join(), ten: stores.slice(0, 10).join(), last: stores.at(-1) ?? '' };
  for (const [store, factor] of [
    [stores[1], '1'],
    [stores[11], '1.05'],
  ] as const) {
    await product.call('POST', '/rules', {
      attribute: 'price',
      store_ids: [store],
      source_store_id: stores[0],
      way: { kind: 'formula', factor, ending: null },
    });
  }
  const paths = callsOf(ids);
  const measures: [string, string][] = [['articles worked out for the first time', seconds(renewed)]];
  const limited = await limitedTo(product, stores.slice(0, 10));
  for (const [name, path] of paths) {
    const call = name.includes('limited') ? limited : (address: string) => product.call('GET', address);
    const times: number[] = [];
    for (let run = 0; run < WARM_UP_RUNS + runs; run++) times.push(await time(() => call(path)));
    const measured = times.slice(WARM_UP_RUNS);
    measures.push([name, `${milliseconds(median(measured))} / ${milliseconds(percentile(measured, 0.95))}`]);
    say(`${name}: ${measures.at(-1)?.[1]}`);
  }
  await product.stop();
  await database.remove();
  return measures;
}

const callsOf = (ids: { two: string; ten: string; last: string }): [string, string][] => [
  ['first rows, 20 stores, 3 attributes', '/compare?attributes=price,cost,title'],
  ['first rows that differ in price', '/compare?attributes=price,cost,title&differs_in=price'],
  ['first rows that one store lacks', `/compare?missing_in=${ids.last}`],
  ['first rows of 2 stores that differ in price', `/compare?store_ids=${ids.two}&differs_in=price`],
  ['first rows of a filter', '/compare?filter=vendor:%22Vendor%203%22'],
  ['first rows that deviate from a rule', '/compare?deviating=any'],
  ['counts, 20 stores, 3 attributes, 2 rules', '/compare/counts?attributes=price,cost,title'],
  ['counts of what differs in price', '/compare/counts?attributes=price,cost,title&differs_in=price'],
  ['counts, 2 stores', `/compare/counts?store_ids=${ids.two}&attributes=price,cost,title`],
  ['counts, 10 stores', `/compare/counts?store_ids=${ids.ten}&attributes=price,cost,title`],
  ['counts of a filter', '/compare/counts?filter=vendor:%22Vendor%203%22'],
  ['first rows for a member limited to 10 stores', '/compare?attributes=price,cost,title'],
  ['counts for a member limited to 10 stores', '/compare/counts?attributes=price,cost,title'],
];

/** Calls as a member limited to these stores. */
async function limitedTo(product: Product, store_ids: readonly string[]) {
  const key = { name: 'Limited', role: 'viewer', store_ids, requests_per_minute: 6_000 };
  const { secret } = await product.call<{ secret: string }>('POST', '/api-keys', key);
  return async (path: string) => {
    const headers = { authorization: `Bearer ${secret}` };
    const answer = await fetch(`${product.url}/api/v1${path}`, { headers });
    if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
}

/** Until all articles are up to date. */
async function untilRenewed(
  product: Product,
  db: ReturnType<Awaited<ReturnType<DatabaseKind['create']>>['connect']>,
): Promise<void> {
  await product.call('GET', '/articles/matching');
  for (;;) {
    const { rows } = await db.query('select from article_changes limit 1');
    if (rows.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await db.query('vacuum analyze articles');
  await db.close();
}
