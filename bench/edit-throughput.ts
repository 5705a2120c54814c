/**
 * How long do 10,000 price edits over four shops take against what the shops' cost buckets allow at best, and against
 * one request after another? How long does the preview of them take?
 */
import { setTimeout } from 'node:timers/promises';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-updates';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import type { DatabaseKind } from './lib/databases/databases.ts';
import { type Reference, untilEnded, variantsOf } from './lib/edit-batches.ts';
import { type Product, startProduct } from './lib/product.ts';
import { say } from './lib/progress.ts';
import { openStandardShops, type StandardShops } from './lib/standard-shops.ts';
import { median } from './lib/statistics.ts';
import { count, printTable, seconds } from './lib/table.ts';

const SHOPS = 4;
const VARIANTS_PER_PRODUCT = 4;
/** Milliseconds between two looks at a sync. */
const POLL_INTERVAL = 250;
/** The first preview after a start has to warm everything up. */
const PREVIEWS_AGAIN = 3;
/** Edits by which the steady pace of one request after another is told. */
const ONE_BY_ONE_SAMPLE = 400;

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
  say(`one edit after another in ${SHOPS} shops`);
  const oneByOne = await measureOneByOne(edits, products);
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
      seconds(oneByOne),
    ]);
  }
  printTable(
    `${count(products * VARIANTS_PER_PRODUCT * SHOPS)} price edits over ${SHOPS} shops with Shopify's standard limits (preview under 1 s, at least 95 % of the ceiling, none throttled wanted)`,
    [
      'Database',
      'Preview, first / later',
      'Ceiling',
      'Edits',
      'Of the ceiling',
      'Throttled (in a row)',
      'One by one',
    ],
    rows,
  );
}

async function measureEdits(kind: DatabaseKind, products: number): Promise<Edited> {
  const shops = await openStandardShops({ count: SHOPS, products, variantsPerProduct: VARIANTS_PER_PRODUCT });
  const database = await kind.create();
  const product = await startProduct(database, {
    environment: { SHOPIFY_ALLOWED_HOSTS: shops.allowedHosts },
  });
  const references = await syncedVariants(product, shops);
  await shops.untilBucketsAreFull();

  const change = { attribute: 'price', operation: 'increase', unit: 'percent', value: '10', rounding: '.99' };
  const preview = async () => {
    const start = performance.now();
    const planned = await product.call<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', {
      products_to_update: references,
      price_change: change,
    });
    return { batchId: planned.batch_id, milliseconds: performance.now() - start };
  };
  const first = await preview();
  const again: number[] = [];
  for (let round = 0; round < PREVIEWS_AGAIN; round++) {
    const { batchId, milliseconds } = await preview();
    await product.call('POST', `/products/bulk-updates/${batchId}/cancel`);
    again.push(milliseconds);
  }

  const pointsBefore = await shops.points();
  await product.call('POST', `/products/bulk-updates/${first.batchId}/apply`, {});
  const { started_at, completed_at, succeeded, unchanged } = await untilEnded(product, first.batchId);
  if (succeeded + unchanged !== references.length || started_at === null || completed_at === null) {
    throw new Error(`${succeeded} of ${references.length} edits were made.`);
  }
  const pointsAfter = await shops.points();
  const ceilings = pointsAfter.map((points, shop) => shops.secondsFor(points - (pointsBefore[shop] ?? 0)));
  const { throttled, longestThrottledRow } = await shops.refusals();
  await product.stop();
  await database.remove();
  await shops.close();
  return {
    firstPreview: first.milliseconds,
    preview: median(again),
    duration: Date.parse(completed_at) - Date.parse(started_at),
    ceiling: Math.max(...ceilings) * 1_000,
    throttled,
    longestThrottledRow,
  };
}

/** Connects and syncs the shops; answers every variant with the price it has. */
async function syncedVariants(product: Product, shops: StandardShops): Promise<Reference[]> {
  const references: Reference[] = [];
  for (const shop of shops.shops) {
    const { id } = await product.call<{ id: string }>('POST', '/stores', shop);
    await product.call('POST', `/stores/${id}/sync-graphql`);
    for (;;) {
      const { status, error_message } = await product.call<SyncStatus>('GET', `/stores/${id}/sync/status`);
      if (status === 'completed') break;
      if (status === 'failed') throw new Error(`The sync failed: ${error_message}`);
      await setTimeout(POLL_INTERVAL);
    }
    references.push(...(await variantsOf(product, id)));
  }
  return references;
}

/** Milliseconds for all edits when each variant is a call of its own, made when the one before has been answered. */
async function measureOneByOne(edits: number, products: number): Promise<number> {
  const shops = await openStandardShops({ count: SHOPS, products, variantsPerProduct: VARIANTS_PER_PRODUCT });
  const start = performance.now();
  const free = await shops.editUntilBucketsAreEmpty();
  const emptied = performance.now();
  await shops.editOneByOne(ONE_BY_ONE_SAMPLE);
  const each = (performance.now() - emptied) / ONE_BY_ONE_SAMPLE;
  await shops.close();
  return emptied - start + Math.max(0, edits - free) * each;
}
