import type { PriceList } from '@storefleet/contract/attributes/list-prices';
import type {
  CataloguePage,
  SkippedRow,
  SourceChannel,
  SourceCollection,
  SourceProduct,
  SourceStock,
} from '../../../connectors/connector.ts';
import type { JsonValue } from '../../../connectors/json-value.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { renamePlaces } from '../collections/rename-places.ts';
import { writeChannels, writeCollections } from '../collections/write-collections.ts';
import { writePriceLists } from '../price-lists.ts';
import { writeAndNoteStock } from '../stock/note-stock.ts';
import { hashProducts, planProducts } from './catalogue-diff.ts';
import {
  deleteVanishedVariants,
  derive,
  planWrites,
  readProducts,
  uniqueVariants,
  type WritePlan,
} from './catalogue-plan.ts';
import { type BatchToStore, rememberRead, storeBatch, updateProducts } from './catalogue-statements.ts';
import type { HashedProduct } from './product-hash.ts';
import { holdLease, type RunLease } from './run-lease.ts';

/** Rows per transaction; more would block everybody else on the embedded database. */
const MAX_VARIANTS_PER_BATCH = 2_000;

/** What can be computed of a page while the previous one is being stored. */
export type PreparedPage = { readonly products: number; readonly batches: readonly PreparedBatch[] };

/** `isNew`: the products are probably unknown, so all of their columns will be needed. */
export function preparePage(page: CataloguePage, { isNew }: { readonly isNew: boolean }): PreparedPage {
  const parts = splitByVariants(page.products);
  const batches = parts.map((part, index): PreparedBatch => {
    const isLast = index === parts.length - 1;
    const products = hashProducts(part);
    for (const [id, hashed] of isNew ? products : []) {
      products.set(id, { ...hashed, derived: derive(hashed.product) });
    }
    return {
      products,
      readAt: page.readAt,
      pages: isLast ? page.pages : 0,
      checkpoint: isLast ? { value: page.checkpoint } : null,
      skipped: isLast ? (page.skipped ?? []) : [],
      stock: isLast ? page.stock : undefined,
      collections: index === 0 ? page.collections : undefined,
      priceLists: isLast ? page.priceLists : undefined,
      channels: index === 0 ? page.channels : undefined,
    };
  });
  return { products: page.products.length, batches };
}

/**
 * Stores a page. Each batch saves rows, checkpoint and progress atomically, and only while the worker holds
 * the run's lease. Returns how many products were new.
 */
export async function writePage(
  db: Database,
  lease: RunLease,
  { batches }: PreparedPage,
  now: Date,
): Promise<number> {
  let added = 0;
  for (const batch of batches) added += await writeBatch(db, lease, { ...batch, now });
  return added;
}

/** At least one batch, so that an empty page still saves its checkpoint. */
export function splitByVariants(products: readonly SourceProduct[]): SourceProduct[][] {
  const batches: SourceProduct[][] = [];
  let batch: SourceProduct[] = [];
  let variants = 0;
  for (const product of products) {
    if (batch.length > 0 && variants + product.variants.length > MAX_VARIANTS_PER_BATCH) {
      batches.push(batch);
      batch = [];
      variants = 0;
    }
    batch.push(product);
    variants += product.variants.length;
  }
  batches.push(batch);
  return batches;
}

type PreparedBatch = {
  readonly products: ReadonlyMap<string, HashedProduct>;
  readonly readAt: Date;
  readonly pages: number;
  readonly checkpoint: { readonly value: JsonValue } | null;
  readonly skipped: readonly SkippedRow[];
  /** Stock of all variants of the page; only in its last batch. */
  readonly stock: SourceStock | undefined;
  readonly priceLists: readonly PriceList[] | undefined;
  /** Only in its first batch, as are channels. */
  readonly collections: readonly SourceCollection[] | undefined;
  readonly channels: readonly SourceChannel[] | undefined;
};

type Batch = PreparedBatch & { readonly now: Date };

/**
 * Most batches contain nothing new: then one statement compares and one writes. Otherwise the batch is
 * compared again in a transaction that locks the run, because webhooks may write at the same time.
 */
async function writeBatch(db: Database, lease: RunLease, batch: Batch): Promise<number> {
  if (batch.collections || batch.channels) {
    const whileHeld = (work: (tx: Queryable) => Promise<void>) =>
      db.transaction(async (tx) => {
        await holdLease(tx, lease);
        await work(tx);
      });
    await renamePlaces(whileHeld, lease.storeId, batch);
  }
  const ids = [...batch.products.keys()];
  const { added, changed } = planProducts(batch.products, await readProducts(db, lease.storeId, ids));
  if (added.length === 0 && changed.length === 0) {
    await db.transaction(async (tx) => {
      await storeBatch(tx, lease, toStore(batch, { added: [], changed: [], variants: [], found: [] }));
      await writeExtras(tx, lease, batch);
    });
    return 0;
  }
  return db.transaction(async (tx) => {
    await holdLease(tx, lease);
    const plan = await planWrites(tx, lease.storeId, batch.products, batch.readAt);
    if (plan.changed.length > 0) await updateProducts(tx, lease.storeId, batch.now, plan.changed);
    if (plan.confirmed.length > 0) await rememberRead(tx, plan.confirmed);
    await deleteVanishedVariants(tx, plan);
    await storeBatch(tx, lease, toStore(batch, plan));
    await writeExtras(tx, lease, batch);
    return plan.added.length;
  });
}

async function writeExtras(
  tx: Queryable,
  { storeId }: RunLease,
  { stock, collections, channels, priceLists, readAt, now }: Batch,
): Promise<void> {
  if (stock) await writeAndNoteStock(tx, storeId, stock, 'sync', { readAt, now });
  if (collections) await writeCollections(tx, storeId, collections);
  if (priceLists) await writePriceLists(tx, storeId, priceLists);
  if (channels) await writeChannels(tx, storeId, channels);
}

function toStore(
  batch: Batch,
  { added, changed, variants, found }: Pick<WritePlan, 'added' | 'changed' | 'variants' | 'found'>,
): BatchToStore {
  const { products } = batch;
  return {
    ...batch,
    counts: {
      created: added.length,
      updated: changed.length,
      unchanged: products.size - added.length - changed.length,
    },
    seen: [...products].map(([sourceId, { product }]) => ({ sourceId, variants: product.variants.length })),
    added,
    variants: uniqueVariants(variants),
    found,
  };
}
