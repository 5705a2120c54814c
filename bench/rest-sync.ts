/** How much longer than Shopify's rate limit makes it take does a sync through REST take? */
import { fileURLToPath } from 'node:url';
import { nextMessage, startChild } from './lib/child-process.ts';
import type { DatabaseKind } from './lib/databases.ts';
import { startProduct } from './lib/product.ts';
import { nextTransaction, rowsWrittenSince, syncOnce } from './lib/product-sync.ts';
import { say } from './lib/progress.ts';
import { count, printTable, seconds } from './lib/table.ts';

const SIMULATOR = fileURLToPath(new URL('./lib/simulator.process.ts', import.meta.url));
const TOKEN = 'shpat_0000000000000000000000000000beef';
const VARIANTS_PER_PRODUCT = 4;
const PRODUCTS_PER_PAGE = 250;
const ITEMS_PER_CALL = 100;

/** Calls that a bucket holds, and that leak out of it in a second. */
const PLANS = [
  { plan: 'Basic', size: 40, rate: 2 },
  { plan: 'Plus', size: 400, rate: 20 },
] as const;

export async function benchRest(
  databases: readonly DatabaseKind[],
  { variants }: { variants: number },
): Promise<void> {
  const products = Math.ceil(variants / VARIANTS_PER_PRODUCT);
  const rows: string[][] = [];
  for (const database of databases) {
    for (const limits of PLANS) {
      say(`REST sync of ${count(variants)} variants, ${database.title}, plan ${limits.plan}`);
      rows.push(await measure(database, limits, products));
    }
  }
  printTable(
    `Sync of ${count(variants)} variants through REST against its floor, Shopify's limit of calls, once`,
    ['Database', 'Plan', 'Calls', 'Floor', 'Sync', 'Ratio', 'After it through GraphQL', 'Rows rewritten'],
    rows,
  );
}

async function measure(
  kind: DatabaseKind,
  { plan, size, rate }: (typeof PLANS)[number],
  products: number,
): Promise<string[]> {
  const simulator = startChild(SIMULATOR);
  const address = `127.0.0.1:${await nextMessage<number>(simulator)}`;
  const variants = await addShop(address, { plan, products });
  const database = await kind.create();
  const product = await startProduct(database, { environment: { SHOPIFY_ALLOWED_HOSTS: address } });
  const { id: storeId } = await product.call<{ id: string }>('POST', '/stores', {
    shop_name: 'Bench',
    shop_url: address,
    access_token: TOKEN,
    api_version: '2026-10',
  });
  const duration = await syncOnce(product, { storeId, path: `/stores/${storeId}/sync`, variants });
  const before = await nextTransaction(database);
  const again = await syncOnce(product, { storeId, path: `/stores/${storeId}/sync-graphql`, variants });
  const rewritten = await rowsWrittenSince(database, before);
  await product.stop();
  await database.remove();
  await simulator.stop();
  const calls = callsFor(products);
  const floor = Math.max(0, calls - size) / rate;
  return [
    kind.title,
    plan,
    count(calls),
    seconds(floor * 1000),
    seconds(duration),
    floor === 0 ? '–' : (duration / 1000 / floor).toFixed(2),
    seconds(again),
    count(rewritten),
  ];
}

/** One for the start, one for each page of products, and those for the costs of its variants. */
function callsFor(products: number): number {
  const callsOf = (onPage: number) => 1 + Math.ceil((onPage * VARIANTS_PER_PRODUCT) / ITEMS_PER_CALL);
  const full = Math.floor(products / PRODUCTS_PER_PAGE);
  const rest = products % PRODUCTS_PER_PAGE;
  return 1 + full * callsOf(PRODUCTS_PER_PAGE) + (rest === 0 ? 0 : callsOf(rest));
}

async function addShop(address: string, shop: { plan: string; products: number }): Promise<number> {
  const answer = await fetch(`http://${address}/__sim/shops`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      domain: '127.0.0.1',
      seed: 'bench',
      token: TOKEN,
      variantsPerProduct: VARIANTS_PER_PRODUCT,
      ...shop,
    }),
  });
  if (!answer.ok) throw new Error(`The shop was not added: ${await answer.text()}`);
  const { variantCount } = (await answer.json()) as { variantCount: number };
  return variantCount;
}
