import { attributesOf } from '../values/changes.ts';
import type { BegunStoreBatch } from './begin-plan.ts';
import { claimProducts, classifyUnclaimed } from './claims.repository.ts';
import { moveReturned, type OpenItem, readOpenItems, targetOf } from './items.repository.ts';
import type { LeasedBatch, LeasedSource } from './leased-batch.ts';
import { decideFetched, failed, goneFromCopy, type ItemEnd } from './outcome/decisions.ts';
import { checkStoreBatch } from './store-batch.repository.ts';

/** A product whose items were just seen to have the values that the edits are based on. */
export type ReadyProduct = { readonly productId: string; readonly items: readonly OpenItem[] };

type ProductItems = { readonly productId: string; readonly items: OpenItem[] };

type ChunkSize = { readonly products: number; readonly items: number };
/**
 * Fetched together: small enough that values are still fresh after a source that takes ten a second has
 * written them all.
 */
export const CHUNK_TO_WRITE: ChunkSize = { products: 12, items: 250 };
/** A bulk operation fetches everything before it writes: fewer fetches mean fresher values. */
export const CHUNK_IN_BULK: ChunkSize = { products: 250, items: 1_000 };
/** Items fetched at once. */
const ITEMS_PER_WINDOW = 2_500;

/** The result of one pass over a store batch's planned products. */
export type Pass = {
  /** Products that no other batch held. */
  readonly claimed: number;
  /** Products that another batch held. */
  readonly blocked: readonly string[];
};
export const NOTHING_CLAIMED: Pass = { claimed: 0, blocked: [] };

type Reading = {
  /** Products ready to be written, chunk by chunk. */
  readonly chunks: AsyncGenerator<ReadyProduct[], void, void>;
  /** The result so far. */
  pass(): Pass;
};

/**
 * Claims the store batch's planned products and fetches their values. Items that end because of these go to
 * the finisher. Skips products of other batches, so nobody waits for a product while holding another. Stops
 * early with the signal. `begun`: a store batch just stored, with its claims.
 */
export function readPlanned(
  source: LeasedSource,
  signal: AbortSignal,
  size: ChunkSize,
  begun: BegunStoreBatch | null = null,
): Reading {
  const { leased } = source;
  const blocked = new Set<string>();
  let claimed = 0;
  async function* readyChunks(): AsyncGenerator<ReadyProduct[], void, void> {
    try {
      for await (const chunk of plannedChunks(leased, signal, size, begun?.items)) {
        const found = await claim(source, chunk, begun?.claimed);
        for (const productId of found.blocked) blocked.add(productId);
        claimed += found.unblocked;
        const ready = await fetchValues(source, found.claimed, signal);
        if (ready.length > 0) yield ready;
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
  return { chunks: readyChunks(), pass: () => ({ claimed, blocked: [...blocked] }) };
}

async function* plannedChunks(
  leased: LeasedBatch,
  signal: AbortSignal,
  size: ChunkSize,
  known: readonly OpenItem[] | undefined,
): AsyncGenerator<ProductItems[], void, void> {
  if (known !== undefined) return yield* cut(byProduct(known), size);
  let after = -1;
  for (;;) {
    signal.throwIfAborted();
    const position = after;
    const items = await leased.patiently(() =>
      readOpenItems(leased.db, leased.lease, { status: 'planned', after: position, limit: ITEMS_PER_WINDOW }),
    );
    const products = byProduct(items);
    // The window may have split the last product.
    if (items.length === ITEMS_PER_WINDOW && products.length > 1) products.pop();
    const last = products.at(-1)?.items.at(-1);
    if (last === undefined) return;
    after = last.position;
    yield* cut(products, size);
    if (items.length < ITEMS_PER_WINDOW) return;
  }
}

/** Groups adjacent items of one product; a product that occurs again later is written again later. */
function byProduct(items: readonly OpenItem[]): ProductItems[] {
  const products: ProductItems[] = [];
  for (const item of items) {
    const last = products.at(-1);
    if (last?.productId === item.product_id) last.items.push(item);
    else products.push({ productId: item.product_id, items: [item] });
  }
  return products;
}

function* cut(products: readonly ProductItems[], size: ChunkSize): Generator<ProductItems[], void, void> {
  let chunk: ProductItems[] = [];
  let items = 0;
  for (const product of products) {
    const isFull = chunk.length === size.products || items + product.items.length > size.items;
    if (chunk.length > 0 && isFull) {
      yield chunk;
      chunk = [];
      items = 0;
    }
    chunk.push(product);
    items += product.items.length;
  }
  if (chunk.length > 0) yield chunk;
}

type Claim = {
  readonly claimed: readonly ProductItems[];
  readonly blocked: readonly string[];
  readonly unblocked: number;
};

async function claim(
  { leased, editing }: LeasedSource,
  chunk: readonly ProductItems[],
  inserted: ReadonlySet<string> | undefined,
): Promise<Claim> {
  const { db, lease, clock, inFlight, finisher } = leased;
  // A row that left the store by an edit, and our copy by a sync, is found at the source by its key.
  const evenIfRemoved = leased.storeBatch.origin === 'undo' && editing.reachesOutside === true;
  // Products in flight are left to the next pass.
  const wanted = chunk.filter(({ productId }) => !inFlight.has(productId));
  const ids = wanted.map(({ productId }) => productId);
  if (ids.length === 0) return { claimed: [], blocked: [], unblocked: 0 };
  for (const id of ids) inFlight.add(id);
  const { obtained, gone } = await leased.patiently(() =>
    inserted === undefined
      ? claimProducts(db, lease, ids, { now: clock.now(), evenIfRemoved })
      : classifyUnclaimed(db, lease, ids, { inserted, evenIfRemoved }),
  );
  const claimed = wanted.filter(({ productId }) => obtained.has(productId));
  const blocked = ids.filter((id) => !obtained.has(id) && !gone.has(id));
  for (const id of blocked) inFlight.delete(id);
  // The products of a deleted store went with it: the next pass ends their items, and says so.
  const isOpen =
    gone.size === 0 || (await leased.patiently(() => checkStoreBatch(db, lease, 'read')))?.storeOpen;
  const missing = wanted.filter((product) => gone.has(product.productId));
  const returned = await followReturned(leased, missing);
  for (const { productId, items } of missing) {
    if (!isOpen || returned.has(productId)) {
      inFlight.delete(productId);
      continue;
    }
    const ends = items.map((item) => failed(item, goneFromCopy));
    await finisher.add({ productId, ends, release: true });
  }
  const unblocked = ids.length - blocked.length - returned.size;
  if (returned.size === 0) return { claimed, blocked, unblocked };
  const more: Claim = await claim({ leased, editing }, [...returned.values()], undefined);
  return {
    claimed: [...claimed, ...more.claimed],
    blocked: [...blocked, ...more.blocked],
    unblocked: unblocked + more.unblocked,
  };
}

/** By their earlier ids: products that a sync removed and a later one brought back under new ids, with those. */
async function followReturned(
  leased: LeasedBatch,
  missing: readonly ProductItems[],
): Promise<ReadonlyMap<string, ProductItems>> {
  if (missing.length === 0) return new Map();
  const ids = missing.flatMap(({ items }) => items.map(({ id }) => id));
  const moved = await leased.patiently(() => moveReturned(leased.db, leased.lease, ids));
  return new Map(
    missing.flatMap(({ productId, items }) => {
      const now = items.flatMap((item) => {
        const ids = moved.get(item.id);
        return ids === undefined ? [] : [{ ...item, ...ids }];
      });
      const [first] = now;
      if (first === undefined || now.length < items.length) return [];
      return [[productId, { productId: first.product_id, items: now }] as const];
    }),
  );
}

/** Fetches the current values right before writing. */
export async function fetchValues(
  { leased, editing }: LeasedSource,
  products: readonly ReadyProduct[],
  signal: AbortSignal,
): Promise<ReadyProduct[]> {
  if (products.length === 0) return [];
  const items = products.flatMap((product) => product.items);
  const fetchedAt = leased.clock.now();
  const held = await editing.readValues(items.map(targetOf), { signal, onWaiting: leased.onWaiting });
  const heldById = new Map(items.map((item, index) => [item.id, held[index] ?? null]));
  const readyProducts: ReadyProduct[] = [];
  for (const product of products) {
    const ready: OpenItem[] = [];
    const ends: ItemEnd[] = [];
    for (const item of product.items) {
      const values = heldById.get(item.id) ?? null;
      const decision = decideFetched(item, values);
      // An old value that may not be read is not known.
      const isRead = attributesOf(item.changes).every((attribute) => values?.[attribute] !== undefined);
      if ('end' in decision) ends.push(decision.end);
      else ready.push({ ...item, changes: decision.ready, ...(isRead && { fetchedAt }) });
    }
    if (ends.length > 0) {
      await leased.finisher.add({ productId: product.productId, ends, release: ready.length === 0 });
    }
    if (ready.length > 0) readyProducts.push({ productId: product.productId, items: ready });
  }
  return readyProducts;
}
