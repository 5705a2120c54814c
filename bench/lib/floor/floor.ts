import process from 'node:process';
import { runMigrations } from '@storefleet/server/platform/db/migrate';
import { openDatabase } from '@storefleet/server/platform/db/open';
import { MIGRATIONS } from '@storefleet/test-support/database';
import { v7 as uuidv7 } from 'uuid';
import type { DatabasePlace } from '../databases/databases.ts';
import { type FloorBatch, insertBatch } from './floor-statements.ts';

/**
 * The minimum of a full sync: inserts the source's data with plain batched `unnest` statements into the
 * product's tables, and nothing else. No checkpoint, progress, comparison or verification.
 */

export type FloorResult = { milliseconds: number; variants: number };

/** The fastest size for inserts: larger ones gain nothing. */
export const VARIANTS_PER_BATCH = 2_000;

/** Starts writing the batch as soon as the previous one is written. */
export type WriteBatch = (batch: FloorBatch) => Promise<void>;

/** `load` reads the source and returns its number of variants; the result goes to the parent process. */
export async function measureFloor(
  place: DatabasePlace,
  load: (write: WriteBatch) => Promise<number>,
): Promise<void> {
  const { db, close } = await openDatabase({ ...place, onTrouble: console.error });
  await runMigrations(db, MIGRATIONS);
  const storeId = uuidv7();
  await db.query(
    `insert into stores (id, shop_name, shop_url, store_type, api_version, created_at, updated_at)
     values ($1, 'Floor', 'floor.myshopify.com', 'shopify', '2026-10', now(), now())`,
    [storeId],
  );

  const start = performance.now();
  let writing: Promise<unknown> = Promise.resolve();
  // The next batch is read while the current one is written.
  const variants = await load(async (batch) => {
    await writing;
    writing = db.transaction((tx) => insertBatch(tx, storeId, batch));
  });
  await writing;
  const result: FloorResult = { milliseconds: performance.now() - start, variants };
  await close();
  process.send?.(result);
  process.disconnect();
}
