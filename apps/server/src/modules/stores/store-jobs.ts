import { z } from 'zod';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { removeProductsOfDeletedStore } from '../catalogue/deletions.ts';
import { findDeletedStores, removeDeletedStore } from './stores.repository.ts';

const REMOVE_DELETED_STORE = 'stores.remove-deleted';
const READ_SHOP_DETAILS = 'stores.read-shop-details';

const Payload = z.object({ store_id: z.uuid() });

/** Products removed per transaction, short enough not to block the database for long. */
const PRODUCTS_PER_STEP = 100;

export function defineStoreJobs(jobs: JobQueue): void {
  jobs.define(REMOVE_DELETED_STORE, { retryLimit: 100, retryDelaySeconds: 5, heartbeatSeconds: 30 });
  jobs.define(READ_SHOP_DETAILS, { retryLimit: 0 });
}

export async function sendRemoveDeletedStore(jobs: JobQueue, storeId: string, tx: Queryable): Promise<void> {
  await jobs.send(REMOVE_DELETED_STORE, { store_id: storeId }, { tx });
}

export async function sendReadShopDetails(jobs: JobQueue, storeId: string, tx: Queryable): Promise<void> {
  await jobs.send(READ_SHOP_DETAILS, { store_id: storeId }, { tx });
}

export async function workOnStoreJobs({
  db,
  jobs,
  stores,
}: {
  db: Database;
  jobs: JobQueue;
  stores: { readShopDetails(storeId: string, signal: AbortSignal): Promise<void> };
}): Promise<void> {
  await jobs.work(REMOVE_DELETED_STORE, { concurrency: 1 }, async ({ data, signal }) => {
    await removeStoreRows(db, Payload.parse(data).store_id, signal);
  });
  // A restored backup contains deleted stores, but not their jobs.
  for (const id of await findDeletedStores(db)) await sendRemoveDeletedStore(jobs, id, db);
  await jobs.work(READ_SHOP_DETAILS, { concurrency: 2 }, async ({ data, signal }) => {
    await stores.readShopDetails(Payload.parse(data).store_id, signal);
  });
}

/** Removes a deleted store's rows in steps; if interrupted, it continues where it left off. */
async function removeStoreRows(db: Database, storeId: string, signal: AbortSignal): Promise<void> {
  let removed: number;
  do {
    signal.throwIfAborted();
    removed = await removeProductsOfDeletedStore(db, storeId, PRODUCTS_PER_STEP);
  } while (removed > 0);
  await removeDeletedStore(db, storeId);
}
