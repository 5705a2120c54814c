/**
 * What do articles add to a first sync, and the history to a sync that finds changes made in the shop? The same syncs
 * with and without them, in turn.
 */
import { setTimeout } from 'node:timers/promises';
import type { Database } from '@storefleet/server/platform/db/database';
import type { DatabaseKind } from './lib/databases/databases.ts';
import { type ExportedShop, openExportedShop } from './lib/exported-shop.ts';
import { type Product, startProduct } from './lib/product.ts';
import { addStore, type SyncCall, syncOnce } from './lib/product-sync.ts';
import { median } from './lib/statistics.ts';
import { count, printTable, say, seconds } from './lib/table.ts';

/** Every n-th product has other prices in the shop: one in a hundred, and all. */
const CHANGED = [100, 1];
const SYNCS = [
  'first sync',
  ...CHANGED.map((nth) => `prices of ${nth === 1 ? 'all' : `one in ${nth}`} changed`),
];
/** Milliseconds between two checks whether the articles are up to date. */
const POLL_INTERVAL = 100;

/** Milliseconds of a sync, and of processor time until all that it left to do is done. */
type Cost = { readonly duration: number; readonly processor: number };
type Part = 'articles' | 'history';

/** Which part is left out, for the syncs of a round; the order turns round from one to the next. */
const SIDES: readonly (Part | null)[] = [null, 'articles', 'history'];

export async function benchSyncCosts(
  databases: readonly DatabaseKind[],
  { synced, rounds }: { readonly synced: number; readonly rounds: number },
): Promise<void> {
  const shop = await openExportedShop(synced);
  for (const kind of databases) {
    const costs = new Map(SIDES.map((part): [Part | null, Cost[][]] => [part, []]));
    for (let round = 0; round < rounds; round++) {
      for (const part of round % 2 === 0 ? SIDES : SIDES.toReversed()) {
        say(
          `syncs without ${part ?? 'leaving anything out'}, ${kind.title}, round ${round + 1} of ${rounds}`,
        );
        costs.get(part)?.push(await measure(kind, shop, part));
      }
    }
    const whole = costs.get(null) ?? [];
    printTable(
      `Syncs of ${count(shop.variants)} variants, ${kind.title}, median of ${rounds}; processor time of server${kind.isShared ? '' : ' and database'}`,
      ['', 'with', 'without', 'more', 'processor, with', 'without', 'more'],
      (['articles', 'history'] as const).flatMap((part) => {
        const without = costs.get(part) ?? [];
        return SYNCS.map((sync, nth) => [
          `${part}, ${sync}`,
          ...cells(column(whole, nth), column(without, nth)),
        ]);
      }),
    );
  }
  await shop.close();
}

const column = (rounds: readonly Cost[][], nth: number) => rounds.flatMap((costs) => costs[nth] ?? []);

function cells(whole: readonly Cost[], without: readonly Cost[]): string[] {
  return (['duration', 'processor'] as const).flatMap((what) => {
    const [a, b] = [median(whole.map((cost) => cost[what])), median(without.map((cost) => cost[what]))];
    return [seconds(a), seconds(b), `${((100 * a) / b - 100).toFixed(1)} %`];
  });
}

/** A first sync, and one for each share of changed products. */
async function measure(kind: DatabaseKind, shop: ExportedShop, leftOut: Part | null): Promise<Cost[]> {
  const database = await kind.create();
  const product = await startProduct(database, { SHOPIFY_ALLOWED_HOSTS: shop.address });
  const db = database.connect();
  const call = await addStore(product, shop);
  if (leftOut === 'articles') await leaveOutArticles(db, call.storeId);
  if (leftOut === 'history') await leaveOutHistory(db);
  const costs = [await measureSync(product, db, call)];
  for (const nth of CHANGED) {
    await changePrices(db, nth);
    await db.query('vacuum analyze');
    costs.push(await measureSync(product, db, call));
  }
  await db.close();
  await product.stop();
  await database.remove();
  return costs;
}

/** The store has none, and nothing indexes or notes them. */
async function leaveOutArticles(db: Database, storeId: string): Promise<void> {
  await db.query('insert into article_stores (store_id, is_left_out) values ($1, true)', [storeId]);
  await db.query('drop index variants_article_idx');
  for (const event of ['added', 'changed', 'removed'])
    await db.query(`alter table variants disable trigger note_${event}_articles`);
  await db.query('alter table products disable trigger note_articles_of_products');
}

async function leaveOutHistory(db: Database): Promise<void> {
  await db.query(
    `create function store_nothing() returns trigger language plpgsql as 'begin return null; end'`,
  );
  await db.query(
    'create trigger store_nothing before insert on change_history for each row execute function store_nothing()',
  );
}

async function measureSync(product: Product, db: Database, call: SyncCall): Promise<Cost> {
  const before = await product.processes.processorTime();
  const duration = await syncOnce(product, call);
  while ((await db.query('select from article_changes limit 1')).rows.length > 0)
    await setTimeout(POLL_INTERVAL);
  return { duration, processor: (await product.processes.processorTime()) - before };
}

/** As if these products had been other ones at the last sync. */
async function changePrices(db: Database, nth: number): Promise<void> {
  await db.query(
    `with changed as (
       update products set content_hash = null
       where id in (select id from (select id, row_number() over (order by id) as number from products) as p where number % $1 = 0)
       returning id
     )
     update variants set price = price + 1 from changed where product_id = changed.id`,
    [nth],
  );
}
