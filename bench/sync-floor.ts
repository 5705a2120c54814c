/** How much longer than the bare inserts does a full sync take, how much memory, and what does the second one cost? */
import type { DatabaseKind, EmptyDatabase } from './lib/databases.ts';
import { type ExportedShop, openExportedShop } from './lib/exported-shop.ts';
import { measureExportFloor } from './lib/exported-shop-floor.ts';
import type { FloorResult } from './lib/floor.ts';
import { type Product, startProduct } from './lib/product.ts';
import { nextTransaction, rowsWrittenSince, type SyncCall, syncOnce } from './lib/product-sync.ts';
import { say } from './lib/progress.ts';
import { median } from './lib/statistics.ts';
import { count, megabytes, printTable, seconds } from './lib/table.ts';

type SyncedOnce = { duration: number; peakMemory: number | null };
type SyncedTwice = SyncedOnce & { again: number; rewritten: number };

export async function benchSync(
  databases: readonly DatabaseKind[],
  { variants, rounds, large }: { variants: number; rounds: number; large: number | null },
): Promise<void> {
  const shop = await openExportedShop(variants);
  const rows: string[][] = [];
  for (const database of databases) {
    const floors: FloorResult[] = [];
    const syncs: SyncedTwice[] = [];
    for (let round = 0; round < rounds; round++) {
      say(`sync of ${count(shop.variants)} variants, ${database.title}, round ${round + 1} of ${rounds}`);
      const turns = [
        async () => floors.push(await measureExportFloor(database, [shop])),
        async () => syncs.push(await measureSync(database, shop)),
      ];
      // Who goes first changes from round to round.
      for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
    }
    rows.push(row(database, floors, syncs));
  }
  await shop.close();
  printTable(
    `Full sync of ${count(shop.variants)} variants against its floor (median of ${rounds}; at most 1.5 times wanted)`,
    ['Database', 'Floor', 'Sync', 'Ratio', 'Peak memory', 'Second sync', 'Rows rewritten'],
    rows,
  );
  if (large !== null) await measureLarge(databases, large);
}

function row(
  database: DatabaseKind,
  floors: readonly FloorResult[],
  syncs: readonly SyncedTwice[],
): string[] {
  const floor = median(floors.map(({ milliseconds }) => milliseconds));
  const sync = median(syncs.map(({ duration }) => duration));
  return [
    database.title,
    seconds(floor),
    seconds(sync),
    (sync / floor).toFixed(2),
    megabytes(highest(syncs)),
    seconds(median(syncs.map(({ again }) => again))),
    count(Math.max(...syncs.map(({ rewritten }) => rewritten))),
  ];
}

/** The same memory, however large the shop: that is what this is about, so once is enough. */
async function measureLarge(databases: readonly DatabaseKind[], variants: number): Promise<void> {
  const shop = await openExportedShop(variants);
  const rows: string[][] = [];
  for (const database of databases) {
    say(`sync of ${count(shop.variants)} variants, ${database.title}`);
    const { duration, peakMemory } = await withSyncedStore(database, shop, async (_, synced) => synced);
    const pace = Math.round(shop.variants / (duration / 1000));
    rows.push([database.title, seconds(duration), count(pace), megabytes(peakMemory)]);
  }
  await shop.close();
  printTable(
    `Full sync of ${count(shop.variants)} variants, once (under 400 MB wanted)`,
    ['Database', 'Sync', 'Variants a second', 'Peak memory'],
    rows,
  );
}

function measureSync(kind: DatabaseKind, shop: ExportedShop): Promise<SyncedTwice> {
  return withSyncedStore(kind, shop, async ({ product, sync, database }, first) => {
    const before = await nextTransaction(database);
    const again = await syncOnce(product, sync);
    return { ...first, again, rewritten: await rowsWrittenSince(database, before) };
  });
}

type SyncedStore = { product: Product; sync: SyncCall; database: EmptyDatabase };

async function withSyncedStore<T>(
  kind: DatabaseKind,
  shop: ExportedShop,
  work: (store: SyncedStore, first: SyncedOnce) => Promise<T>,
): Promise<T> {
  const database = await kind.create();
  const product = await startProduct(database, { environment: { SHOPIFY_ALLOWED_HOSTS: shop.address } });
  const { id: storeId } = await product.call<{ id: string }>('POST', '/stores', {
    shop_name: 'Bench',
    shop_url: shop.address,
    access_token: shop.token,
    api_version: shop.apiVersion,
  });
  const sync = { storeId, path: `/stores/${storeId}/sync-graphql`, variants: shop.variants };
  const duration = await syncOnce(product, sync);
  const result = await work(
    { product, sync, database },
    { duration, peakMemory: await product.peakMemory() },
  );
  await product.stop();
  await database.remove();
  return result;
}

function highest(syncs: readonly SyncedOnce[]): number | null {
  const known = syncs.map(({ peakMemory }) => peakMemory).filter((peak) => peak !== null);
  return known.length === 0 ? null : Math.max(...known);
}
