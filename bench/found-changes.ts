/**
 * What does it cost that a sync notes in the history which values were changed in the shop itself? The same sync, with
 * and without, in turns on one database: how long it takes, and the processor time of server and database.
 */
import { setTimeout } from 'node:timers/promises';
import type { DatabaseKind, EmptyDatabase } from './lib/databases/databases.ts';
import type { ExportedShop } from './lib/exported-shop.ts';
import { startProduct } from './lib/product.ts';
import { addStore, readValue, type SyncCall, syncOnce } from './lib/product-sync.ts';
import { median } from './lib/statistics.ts';
import { say, seconds } from './lib/table.ts';

const WITHOUT = new URL('./lib/without-provenance.ts', import.meta.url).href;
/** Of all products. */
const SHARES = [0.01, 0.1];
const SETTLING_TIME = 3_000;

export async function measureFoundChanges(
  kind: DatabaseKind,
  shop: ExportedShop,
  rounds: number,
): Promise<[name: string, value: string][]> {
  const database = await kind.create();
  const first = await startProduct(database, { SHOPIFY_ALLOWED_HOSTS: shop.address });
  const sync = await addStore(first, shop);
  await syncOnce(first, sync);
  await first.stop();
  const measures: [string, string][] = [];
  for (const share of SHARES) {
    const noted: Cost[] = [];
    const unnoted: Cost[] = [];
    for (let round = 0; round < rounds; round++) {
      const forms = [
        { costs: noted, notes: true },
        { costs: unnoted, notes: false },
      ];
      for (const { costs, notes } of round % 2 === 0 ? forms : forms.reverse()) {
        say(`sync with ${share * 100} % of the prices changed, ${kind.title}, round ${round + 1}`);
        costs.push(await syncChanged(database, shop, sync, { share, notes }));
      }
    }
    const of = (part: keyof Cost) =>
      `${seconds(median(noted.map((cost) => cost[part])))} (${seconds(median(unnoted.map((cost) => cost[part])))})`;
    const what = `sync with ${share * 100} % of the prices changed in the shop (not noted in the history)`;
    measures.push([what, of('time')], [`processor time of a ${what}`, of('processorTime')]);
  }
  await database.remove();
  return measures;
}

type Cost = { readonly time: number; readonly processorTime: number };

async function syncChanged(
  database: EmptyDatabase,
  shop: ExportedShop,
  sync: SyncCall,
  { share, notes }: { share: number; notes: boolean },
): Promise<Cost> {
  const nodeOptions = notes ? [] : ['--import', WITHOUT];
  const product = await startProduct(database, { SHOPIFY_ALLOWED_HOSTS: shop.address }, nodeOptions);
  const changes = () => readValue(database, 'select count(*)::text as value from change_history');
  await priceOtherwise(database, share);
  await setTimeout(SETTLING_TIME);
  const before = await changes();
  const processorTime = await product.processes.processorTime();
  const time = await syncOnce(product, sync);
  const cost = { time, processorTime: (await product.processes.processorTime()) - processorTime };
  if (notes === ((await changes()) === before)) throw new Error('The history is not as it was to be.');
  await product.stop();
  return cost;
}

/** As if the shop had changed the prices of this share of the products since. */
async function priceOtherwise(database: EmptyDatabase, share: number): Promise<void> {
  const db = database.connect();
  const dearer = (...names: string[]) => names.map((name) => `${name} = ${name} + 1`).join(', ');
  await db.query(
    `with chosen as (
       update products set content_hash = null, ${dearer('price_min', 'price_max')}
       where abs(hashtext(id::text)) % 1000 < $1::float8 * 1000 returning id
     ), filtered as (
       update product_filter_values set ${dearer('price_min', 'price_max')}
       from chosen where product_id = chosen.id
     )
     update variants set price = price + 1 from chosen where product_id = chosen.id`,
    [share],
  );
  await db.query('vacuum analyze');
  await db.query('checkpoint');
  await db.close();
}
