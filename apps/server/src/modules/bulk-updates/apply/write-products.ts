import type { EditOutcome } from '../../../connectors/editing.ts';
import { SourceError } from '../../../connectors/source-error.ts';
import type { BegunStoreBatch } from './begin-plan.ts';
import { markSent, type OpenItem, sourceEditOf, takeBackUnsent } from './items.repository.ts';
import type { LeasedBatch, LeasedSource } from './leased-batch.ts';
import { applied, conflicting, failed, type ItemEnd, missing } from './outcome/decisions.ts';
import { CHUNK_TO_WRITE, fetchValues, type Pass, type ReadyProduct, readPlanned } from './read-planned.ts';

/** Milliseconds after which the values of a product are fetched again before it is written. */
const FETCH_LASTS_MS = 2_500;
/**
 * Milliseconds from the fetch to the answer of the write within which the old value counts as known: long
 * enough for a call that was queued at the source. A change by somebody else within this time goes unnoticed.
 */
const OLD_VALUE_KNOWN_FOR_MS = 5_000;
/** Limit of a set of products, unless a single product has more. */
const ITEMS_PER_SET = 500;
/** Refusals of a single product; any other error concerns the whole store. */
const OF_ONE_PRODUCT: readonly SourceError['kind'][] = ['rejected', 'protocol'];

/**
 * Writes the store batch's products as they become ready, several in parallel, and fetches the next ones
 * meanwhile. Resolves when everything started has ended and is stored; also returns whether an outcome is
 * unknown, and has to be reconciled. Throws a source's error after resetting what it kept from being sent.
 */
export async function writeProducts(
  source: LeasedSource,
  begun: BegunStoreBatch | null,
): Promise<Pass & { readonly unknown: boolean }> {
  const { leased, editing } = source;
  const reading = new AbortController();
  const running = new Set<Promise<void>>();
  const writing: Writing = { source, unsent: [], unknown: false, failure: null };
  const perWrite = editing.productsPerWrite ?? 1;
  const { chunks, pass } = readPlanned(
    source,
    AbortSignal.any([leased.pauseSignal, reading.signal]),
    perWrite > CHUNK_TO_WRITE.products ? { products: perWrite, items: ITEMS_PER_SET } : CHUNK_TO_WRITE,
    begun,
  );
  function begin(products: readonly ReadyProduct[]): void {
    const work = write(writing, products)
      .catch((error: unknown) => {
        writing.failure ??= { error };
      })
      .finally(() => running.delete(work));
    running.add(work);
  }

  const mayBegin = () => writing.failure === null && !leased.pauseSignal.aborted;
  let next = chunks.next();
  try {
    for (;;) {
      const chunk = await next;
      if (chunk.done || !mayBegin()) break;
      next = chunks.next();
      // Awaited in the next round; until then a failure must not count as unhandled.
      next.catch(() => {});
      await leased.patiently(() => markSent(leased.db, leased.lease, itemsOf(chunk.value)));
      for (let from = 0; from < chunk.value.length; from += perWrite) {
        const products = chunk.value.slice(from, from + perWrite);
        while (mayBegin() && running.size >= editing.concurrency) await Promise.race(running);
        if (mayBegin()) begin(products);
        else writing.unsent.push(...itemsOf(products));
      }
    }
  } catch (error) {
    writing.failure ??= { error };
  }
  await Promise.all(running);
  reading.abort();
  await next.catch(() => {});
  await leased.finisher.flush();
  if (writing.unsent.length > 0) {
    await leased.patiently(() => takeBackUnsent(leased.db, leased.lease, writing.unsent));
  }
  if (writing.failure !== null) throw writing.failure.error;
  return { ...pass(), unknown: writing.unknown };
}

/** What the writes under way leave behind. */
type Writing = {
  readonly source: LeasedSource;
  readonly unsent: OpenItem[];
  unknown: boolean;
  failure: { readonly error: unknown } | null;
};

async function write(writing: Writing, products: readonly ReadyProduct[]): Promise<void> {
  const { leased } = writing.source;
  try {
    await leased.whenSurelyHeld();
  } catch {
    writing.unsent.push(...itemsOf(products));
    return;
  }
  try {
    await send(writing, products);
  } catch (error) {
    if (!(error instanceof SourceError)) {
      writing.unknown = true;
      writing.failure ??= { error };
    } else if (error.mayHaveRun) {
      writing.unknown = true;
    } else if (OF_ONE_PRODUCT.includes(error.kind)) {
      for (const { productId, items } of products) {
        const ends = items.map((item) => failed(item, error.message));
        await leased.finisher.add({ productId, ends, release: true });
      }
    } else {
      writing.unsent.push(...itemsOf(products));
      writing.failure ??= { error };
    }
  }
}

async function send(writing: Writing, products: readonly ReadyProduct[]): Promise<void> {
  const { source } = writing;
  const { leased, editing } = source;
  const fresh = await fetchedLately(source, products);
  const items = itemsOf(fresh);
  if (items.length === 0) return;
  // An undo also reaches a row that left the store.
  const alsoOutside = leased.storeBatch.origin === 'undo';
  const edits = items.map((item) => ({ ...sourceEditOf(item), alsoOutside }));
  const outcomes = await editing.write(edits, {
    signal: leased.abortSignal,
    onWaiting: leased.onWaiting,
    beforeWrite: leased.beforeWrite,
  });
  const open = new Map(items.map((item) => [item.id, item]));
  const ends = Map.groupBy(endsOf(source, open, outcomes), ({ item }) => item.product_id);
  for (const { productId, items } of fresh) {
    const ofProduct = ends.get(productId) ?? [];
    const isWhole = ofProduct.length === items.length;
    if (!isWhole) writing.unknown = true;
    if (ofProduct.length > 0) await leased.finisher.add({ productId, ends: ofProduct, release: isWhole });
  }
}

const itemsOf = (products: readonly ReadyProduct[]): OpenItem[] => products.flatMap(({ items }) => items);

/**
 * Fetches values again that have become stale in the queue; items that end because of that go to the
 * finisher.
 */
async function fetchedLately(
  source: LeasedSource,
  products: readonly ReadyProduct[],
): Promise<readonly ReadyProduct[]> {
  const { leased, editing } = source;
  const isFresh = itemsOf(products).every((item) => isFetchedWithin(leased, item, FETCH_LASTS_MS));
  return editing.comparesAsItWrites || isFresh ? products : fetchValues(source, products, leased.abortSignal);
}

function isFetchedWithin({ clock }: LeasedBatch, { fetchedAt }: OpenItem, milliseconds: number): boolean {
  return fetchedAt !== undefined && clock.now().getTime() - fetchedAt.getTime() <= milliseconds;
}

/** Items with a known outcome; removes them from `open`, which has items by id. */
export function endsOf(
  { leased, editing }: LeasedSource,
  open: Map<string, OpenItem>,
  outcomes: readonly EditOutcome[],
): ItemEnd[] {
  const isOldKnown = (item: OpenItem) =>
    editing.comparesAsItWrites === true || isFetchedWithin(leased, item, OLD_VALUE_KNOWN_FOR_MS);
  const ends: ItemEnd[] = [];
  for (const outcome of outcomes) {
    const item = open.get(outcome.key);
    if (item === undefined) continue;
    if (outcome.kind !== 'unknown') open.delete(outcome.key);
    switch (outcome.kind) {
      case 'applied':
        ends.push({
          ...applied(item, outcome.values, isOldKnown(item)),
          leftStore: outcome.leftStore === true,
        });
        break;
      case 'conflict':
        ends.push(conflicting(item, outcome.current));
        break;
      case 'refused':
        ends.push(failed(item, outcome.message));
        break;
      case 'missing':
        ends.push(missing(item));
        break;
      case 'unknown':
        break;
    }
  }
  return ends;
}
