import { type EditOutcome, SourceError } from '../../../connectors/connector.ts';
import type { BegunShare } from './begin-plan.ts';
import { markSent, type OpenItem, sourceEditOf, takeBackUnsent } from './items.repository.ts';
import type { ShareSource, ShareTurn } from './leased-batch.ts';
import { applied, conflicting, failed, type ItemEnd, missing } from './outcome/decisions.ts';
import { CHUNK_TO_WRITE, look, type Pass, type ReadyProduct, readPlanned } from './read-planned.ts';

/** Milliseconds after which a product is looked at again before it is written. */
const LOOK_LASTS_MS = 2_500;
/**
 * Milliseconds from a look to the answer for which the old value counts as known: what a call takes that had to wait for
 * its turn at the source. Who changes the value within these is not noticed.
 */
const OLD_VALUE_KNOWN_FOR_MS = 5_000;
/** Refusals that concern one product alone; any other error that a source throws concerns the whole store. */
const OF_ONE_PRODUCT: readonly SourceError['kind'][] = ['rejected', 'protocol'];

/**
 * Writes the share's products as they are ready, several side by side, and has the next ones looked at meanwhile. Resolves when
 * everything begun has ended and is stored; answers also whether some outcome is unknown, and has to be read back.
 * Throws a source's error after putting back what it kept from being sent.
 */
export async function writeProducts(
  source: ShareSource,
  begun: BegunShare | null,
): Promise<Pass & { readonly unknown: boolean }> {
  const { turn, editing } = source;
  const reading = new AbortController();
  const running = new Set<Promise<void>>();
  const unsent: OpenItem[] = [];
  let unknown = false;
  /** What pushed a row out of the store is undone all the same. */
  const editOf = (item: OpenItem) => ({
    ...sourceEditOf(item),
    alsoOutside: turn.share.origin === 'undo',
  });
  const { chunks, pass } = readPlanned(
    source,
    AbortSignal.any([turn.quiet, reading.signal]),
    CHUNK_TO_WRITE,
    begun,
  );
  let failure: { readonly error: unknown } | null = null;

  async function write(product: ReadyProduct): Promise<void> {
    try {
      await turn.whenSurelyHeld();
    } catch {
      unsent.push(...product.items);
      return;
    }
    try {
      const { items } = await lookedAtLately(source, product);
      if (items.length === 0) return;
      const outcomes = await editing.writeProduct(items.map(editOf), {
        signal: turn.halt,
        onWaiting: turn.onWaiting,
        beforeWrite: turn.beforeWrite,
      });
      const open = new Map(items.map((item) => [item.id, item]));
      const ends = endsOf(source, open, outcomes);
      const isWhole = ends.length === items.length;
      if (!isWhole) unknown = true;
      if (ends.length > 0) {
        await turn.finisher.add({ productId: product.productId, ends, release: isWhole });
      }
    } catch (error) {
      if (!(error instanceof SourceError)) {
        unknown = true;
        failure ??= { error };
      } else if (error.mayHaveRun) {
        unknown = true;
      } else if (OF_ONE_PRODUCT.includes(error.kind)) {
        const ends = product.items.map((item) => failed(item, error.message));
        await turn.finisher.add({ productId: product.productId, ends, release: true });
      } else {
        unsent.push(...product.items);
        failure ??= { error };
      }
    }
  }

  function begin(product: ReadyProduct): void {
    const work = write(product)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => running.delete(work));
    running.add(work);
  }

  const mayBegin = () => failure === null && !turn.quiet.aborted;
  let next = chunks.next();
  try {
    for (;;) {
      const chunk = await next;
      if (chunk.done || !mayBegin()) break;
      next = chunks.next();
      // Its failure is met at the next turn; until then it must not count as unhandled.
      next.catch(() => {});
      const items = chunk.value.flatMap((product) => product.items);
      await turn.patiently(() => markSent(turn.db, turn.lease, items));
      for (const product of chunk.value) {
        while (mayBegin() && running.size >= editing.concurrency) await Promise.race(running);
        if (mayBegin()) begin(product);
        else unsent.push(...product.items);
      }
    }
  } catch (error) {
    failure ??= { error };
  }
  await Promise.all(running);
  reading.abort();
  await next.catch(() => {});
  await turn.finisher.flush();
  if (unsent.length > 0) {
    const ids = unsent.map((item) => item.id);
    await turn.patiently(() => takeBackUnsent(turn.db, turn.lease, ids));
  }
  if (failure !== null) throw (failure as { readonly error: unknown }).error;
  return { ...pass(), unknown };
}

/** What waited long for its turn is looked at once more; the items that end with that are handed to the finisher. */
async function lookedAtLately(source: ShareSource, product: ReadyProduct): Promise<ReadyProduct> {
  const { turn, editing } = source;
  if (editing.comparesAsItWrites || product.items.every((item) => isSeenWithin(turn, item, LOOK_LASTS_MS))) {
    return product;
  }
  const [ready] = await look(source, [product], turn.halt);
  return ready ?? { ...product, items: [] };
}

function isSeenWithin({ clock }: ShareTurn, { seenAt }: OpenItem, milliseconds: number): boolean {
  return seenAt !== undefined && clock.now().getTime() - seenAt.getTime() <= milliseconds;
}

/** Those of which the outcome is known; they are taken out of `open`, items by their id. */
export function endsOf(
  { turn, editing }: ShareSource,
  open: Map<string, OpenItem>,
  outcomes: readonly EditOutcome[],
): ItemEnd[] {
  const isOldKnown = (item: OpenItem) =>
    editing.comparesAsItWrites === true || isSeenWithin(turn, item, OLD_VALUE_KNOWN_FOR_MS);
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
