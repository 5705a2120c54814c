/**
 * The least that a full sync can be: the exported file downloaded, parsed and inserted with plain batched `unnest`
 * statements into the product's own tables, and nothing else. No checkpoint, progress, comparison or proof.
 */

import process from 'node:process';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { runMigrations } from '@storefleet/server/platform/db/migrate';
import { openDatabase } from '@storefleet/server/platform/db/open';
import { MIGRATIONS } from '@storefleet/test-support/database';
import { v7 as uuidv7 } from 'uuid';
import { peakMemory } from './child-process.ts';
import { type FloorBatch, insertBatch } from './floor-statements.ts';

export type FloorTask = { fileUrl: string; dataDir: string; connectionString: string | null };
export type FloorResult = { milliseconds: number; variants: number; peakMemory: number | null };

/** The size at which the inserts are fastest: larger ones gain nothing. */
const VARIANTS_PER_BATCH = 2_000;

const task = JSON.parse(process.argv[2] ?? '') as FloorTask;
const { db, close } = await openDatabase({ ...task, onTrouble: console.error });
await runMigrations(db, MIGRATIONS);
const storeId = uuidv7();
await db.query(
  `insert into stores (id, shop_name, shop_url, store_type, api_version, created_at, updated_at)
   values ($1, 'Floor', 'floor.myshopify.com', 'shopify', '2026-10', now(), now())`,
  [storeId],
);

const start = performance.now();
const variants = await load();
const result: FloorResult = {
  milliseconds: performance.now() - start,
  variants,
  peakMemory: await peakMemory(process.pid),
};
await close();
process.send?.(result);
process.disconnect();

/** The next batch is read while the present one is written. */
async function load(): Promise<number> {
  const { body } = await fetch(task.fileUrl);
  if (body === null) throw new Error('The exported file is empty.');
  let total = 0;
  let batch: FloorBatch = { products: [], variants: [] };
  let writing: Promise<unknown> = Promise.resolve();
  const write = async () => {
    const full = batch;
    batch = { products: [], variants: [] };
    await writing;
    writing = db.transaction((tx) => insertBatch(tx, storeId, full));
  };
  for await (const line of createInterface({ input: Readable.fromWeb(body) })) {
    const node = JSON.parse(line);
    if (node.__parentId === undefined) {
      if (batch.variants.length >= VARIANTS_PER_BATCH) await write();
      batch.products.push({ id: uuidv7(), node, variants: [] });
    } else {
      const variant = { id: uuidv7(), product: batch.products.at(-1)?.id ?? '', node };
      batch.products.at(-1)?.variants.push(node);
      batch.variants.push(variant);
      total += 1;
    }
  }
  await write();
  await writing;
  return total;
}
