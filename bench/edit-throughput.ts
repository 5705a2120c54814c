/**
 * How long do 10,000 price edits over four shops take, compared with what the shops' cost buckets allow at
 * best? How long does their preview take?
 */
import type { DatabaseKind } from './lib/databases/databases.ts';
import { applyAll, planRaise, type Reference, variantsOf } from './lib/edit-batches.ts';
import { type Product, startProduct } from './lib/product.ts';
import { syncOnce } from './lib/product-sync.ts';
import { openStandardShops, type StandardShops } from './lib/standard-shops.ts';
import { median } from './lib/statistics.ts';
import { count, printTable, say, seconds } from './lib/table.ts';

const SHOPS = 4;
const VARIANTS_PER_PRODUCT = 4;
/** The first preview after a start warms everything up. */
const PREVIEWS_AGAIN = 3;

type Edited = {
  firstPreview: number;
  preview: number;
  duration: number;
  ceiling: number;
  throttled: number;
  longestThrottledRow: number;
};

export async function benchEdits(
  databases: readonly DatabaseKind[],
  { edits }: { edits: number },
): Promise<void> {
  const products = Math.ceil(edits / SHOPS / VARIANTS_PER_PRODUCT);
  const rows: string[][] = [];
  for (const database of databases) {
    say(`${count(edits)} edits in ${SHOPS} shops, ${database.title}`);
    const edited = await measureEdits(database, products);
    rows.push([
      database.title,
      `${seconds(edited.firstPreview)} / ${seconds(edited.preview)}`,
      seconds(edited.ceiling),
      seconds(edited.duration),
      `${Math.round((100 * edited.ceiling) / edited.duration)} %`,
      `${edited.throttled} (${edited.longestThrottledRow})`,
    ]);
  }
  printTable(
    `${count(products * VARIANTS_PER_PRODUCT * SHOPS)} price edits over ${SHOPS} shops with Shopify's standard limits (preview under 1 s, at least 95 % of the ceiling, none throttled wanted)`,
    ['Database', 'Preview, first / later', 'Ceiling', 'Edits', 'Of the ceiling', 'Throttled (in a row)'],
    rows,
  );
}

async function measureEdits(kind: DatabaseKind, products: number): Promise<Edited> {
  const shops = await openStandardShops({ count: SHOPS, products, variantsPerProduct: VARIANTS_PER_PRODUCT });
  const database = await kind.create();
  const product = await startProduct(database, { SHOPIFY_ALLOWED_HOSTS: shops.allowedHosts });
  const references = await syncedVariants(product, shops, products * VARIANTS_PER_PRODUCT);
  await shops.untilBucketsAreFull();

  const preview = async () => {
    const start = performance.now();
    const planned = await planRaise(product, references);
    return { planned, milliseconds: performance.now() - start };
  };
  const first = await preview();
  const again: number[] = [];
  for (let round = 0; round < PREVIEWS_AGAIN; round++) {
    const { planned, milliseconds } = await preview();
    await product.call('POST', `/products/bulk-updates/${planned.batch_id}/cancel`);
    again.push(milliseconds);
  }

  const pointsBefore = await shops.points();
  const duration = await applyAll(product, first.planned, references.length);
  const pointsAfter = await shops.points();
  const ceilings = pointsAfter.map((points, shop) => shops.secondsFor(points - (pointsBefore[shop] ?? 0)));
  const { throttled, longestThrottledRow } = await shops.refusals();
  await product.stop();
  await database.remove();
  await shops.close();
  return {
    firstPreview: first.milliseconds,
    preview: median(again),
    duration,
    ceiling: Math.max(...ceilings) * 1_000,
    throttled,
    longestThrottledRow,
  };
}

/** Connects and syncs the shops; returns every variant with its price. */
async function syncedVariants(
  product: Product,
  shops: StandardShops,
  variants: number,
): Promise<Reference[]> {
  const references: Reference[] = [];
  for (const shop of shops.shops) {
    const { id } = await product.call<{ id: string }>('POST', '/stores', shop);
    await syncOnce(product, { storeId: id, path: `/stores/${id}/sync-graphql`, variants });
    references.push(...(await variantsOf(product, id)));
  }
  return references;
}
