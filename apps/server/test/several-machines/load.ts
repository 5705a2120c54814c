import { setTimeout as pause } from 'node:timers/promises';
import type { BulkUpdateBatch, BulkUpdateResult } from '@storefleet/contract/edits/bulk-updates';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import type { Answer, Fleet } from './fleet.ts';
import type { Journal } from './journal.ts';
import type { Random } from './random.ts';
import type { Sources } from './sources.ts';
import type { EditedAttribute, LiveStore, StoreProduct } from './stores.ts';

/** What people and others do while processes die. Each goes on until the signal. */
export type Load = {
  readonly fleet: Fleet;
  readonly sources: Sources;
  readonly stores: readonly LiveStore[];
  readonly journal: Journal;
  readonly random: Random;
  readonly signal: AbortSignal;
};

/** Milliseconds between two polls of a batch. */
const POLL_INTERVAL_MS = 200;
/** Products of a store that edits are about; the others come and go. */
const EDITED_PRODUCTS = 40;
/** 700 variants of the largest store, so that several such updates get in each other's way. */
const HEAVILY_EDITED_PRODUCTS = 350;
/** Fewer than the vanished products that a person has to decide about. */
const MAX_NEWCOMERS = 8;
/** Every value is written once, so that each step of a value's story is told apart. */
let lastValue = 0;

export function newValue(attribute: EditedAttribute): string {
  lastValue += 1;
  if (attribute === 'sku') return `K-${lastValue}`;
  if (attribute === 'vendor') return `Maker ${lastValue}`;
  // Far above what any source holds at first.
  return `${10_000 + Math.floor(lastValue / 100)}.${String(lastValue % 100).padStart(2, '0')}`;
}

/** A pause of about so many milliseconds; false when the load is over. */
async function rest({ random, signal }: Load, milliseconds: number): Promise<boolean> {
  await pause(random.between(0.5, 1.5) * milliseconds, undefined, { signal }).catch(() => {});
  return !signal.aborted;
}

function referencesOf(store: LiveStore, product: StoreProduct, attribute: EditedAttribute, random: Random) {
  const variant = attribute !== 'vendor' && random.happens(0.3) ? random.oneOf(product.variants) : null;
  return {
    id: product.id,
    store_id: store.id,
    ...(variant === null ? {} : { selectedVariant: { id: variant.id } }),
  };
}

/** Updates of up to so many products over one or two stores, from their preview to their end. */
export async function updateInBulk(load: Load, { most }: { most: number }): Promise<void> {
  const { fleet, stores, journal, random } = load;
  while (await rest(load, 1_000)) {
    const chosen = random.someOf(stores, random.happens(0.3) ? 2 : 1);
    const attribute = random.oneOf(
      (['price', 'cost', 'sku', 'compare_at_price', 'vendor'] as const).filter((one) =>
        chosen.every(({ attributes }) => attributes.includes(one)),
      ),
    );
    const products = chosen.flatMap((store) =>
      random
        .someOf(journal.editable(store, EDITED_PRODUCTS), 1 + random.below(most))
        .map((product) => ({ store, product })),
    );
    const done = journal.begin(products.map(({ product }) => product));
    const planned = await fleet.ask<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', {
      json: {
        products_to_update: products.map(({ store, product }) =>
          referencesOf(store, product, attribute, random),
        ),
        attributes_to_set: { [attribute]: newValue(attribute) },
      },
    });
    journal.expectStatus('a preview', planned, [201]);
    if (await applyAndFollow(load, planned.body.batch_id)) done();
  }
}

/** Large updates of the same products of the largest store, one after the other. */
export async function updateHeavily(load: Load): Promise<void> {
  const { fleet, stores, journal, random } = load;
  const store = stores.toSorted((one, other) => other.products.length - one.products.length)[0];
  if (store === undefined) throw new Error('There is no store.');
  while (await rest(load, 2_000)) {
    const products = journal.editable(store, HEAVILY_EDITED_PRODUCTS);
    const done = journal.begin(products);
    const attribute = random.oneOf(store.attributes);
    const planned = await fleet.ask<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', {
      json: {
        products_to_update: products.map((product) => ({ id: product.id, store_id: store.id })),
        attributes_to_set: { [attribute]: newValue(attribute) },
      },
    });
    journal.expectStatus('a preview', planned, [201]);
    if (await applyAndFollow(load, planned.body.batch_id)) done();
  }
}

/** True when it has ended. */
async function applyAndFollow(load: Load, batchId: string): Promise<boolean> {
  const { fleet, journal, random } = load;
  const apply = `/products/bulk-updates/${batchId}/apply`;
  // 409: an earlier try of ours had arrived.
  journal.expectStatus('an apply', await fleet.ask('POST', apply, { json: {} }), [202, 409]);
  journal.applied.add(batchId);
  if (random.happens(0.1)) {
    await rest(load, 500);
    await fleet.ask('POST', `/products/bulk-updates/${batchId}/cancel`);
  }
  return untilEnded(load, batchId);
}

/** One cell after the other, each answered with its result. */
export async function editCells(load: Load): Promise<void> {
  const { fleet, stores, journal, random } = load;
  while (await rest(load, 250)) {
    const store = random.oneOf(stores);
    const attribute = random.oneOf(store.attributes);
    const product = random.oneOf(journal.editable(store, EDITED_PRODUCTS));
    const done = journal.begin([product]);
    const answer = await fleet.askOnce<BulkUpdateResult>('POST', '/products/bulk-update', {
      json: {
        products_to_update: [referencesOf(store, product, attribute, random)],
        attributes_to_set: { [attribute]: newValue(attribute) },
      },
      prefer: 'respond-async, wait=10',
    });
    // Without an answer nobody knows what became of it: others keep away from the product from now on.
    if (answer === null) continue;
    journal.expectStatus('an edit', answer, [200, 202]);
    journal.applied.add(answer.body.batch_id);
    if (answer.status === 200) journal.answered.set(answer.body.batch_id, answer.body);
    if (answer.status === 200 || (await untilEnded(load, answer.body.batch_id))) done();
  }
}

async function untilEnded({ fleet, signal }: Load, batchId: string): Promise<boolean> {
  while (!signal.aborted) {
    const batch = await fleet.get<BulkUpdateBatch>(`/products/bulk-updates/${batchId}`);
    if (batch.status !== 'in_progress') return true;
    await pause(POLL_INTERVAL_MS);
  }
  return false;
}

export async function startSyncs(load: Load): Promise<void> {
  const { fleet, stores, journal, random } = load;
  while (await rest(load, 800)) {
    const answer = await fleet.ask('POST', random.oneOf(stores).syncPath);
    journal.expectStatus('a sync', answer, [200, 202, 409]);
  }
}

/** Ends syncs that run, and lets the store be synced again, each at whichever web process. */
export async function forceStops(load: Load): Promise<void> {
  const { fleet, stores, journal, random } = load;
  while (await rest(load, 4_000)) {
    const { id } = random.oneOf(stores);
    const { status } = await fleet.get<SyncStatus>(`/stores/${id}/sync/status`);
    if (status !== 'in_progress') continue;
    const stopped = await fleet.ask('POST', `/stores/${id}/sync/force-stop`);
    journal.expectStatus('a force stop', stopped, [200, 409]);
    await rest(load, 1_000);
    await allowAgain(fleet, id, journal);
  }
}

/** 409: there is nothing to reset. */
export async function allowAgain(fleet: Fleet, storeId: string, journal: Journal): Promise<void> {
  const reset: Answer<unknown> = await fleet.ask('POST', `/stores/${storeId}/sync/reset`);
  journal.expectStatus('a reset', reset, [200, 409]);
}

/** What happens in the shops and in the table without this product. */
export async function changeSources(load: Load): Promise<void> {
  const { sources, stores, journal, random } = load;
  const newcomers: { domain: string; gid: string }[] = [];
  while (await rest(load, 300)) {
    const store = random.oneOf(stores);
    const product = random.oneOf(store.products);
    const { domain } = store;
    if (domain === null) {
      await sources.call(
        'run',
        `UPDATE dbo.Chairs SET Name = N'${newValue('vendor')}' WHERE Style = N'${product.sourceId}'`,
      );
      continue;
    }
    switch (random.oneOf(['price', 'price', 'stock', 'title', 'products'])) {
      case 'price':
        await changePrice(load, store, domain);
        break;
      case 'stock': {
        const { sourceId } = random.oneOf(product.variants);
        await sources.call('changeStock', domain, sourceId, random.below(500));
        break;
      }
      case 'title':
        await sources.call('changeProduct', domain, product.sourceId, { title: newValue('vendor') });
        break;
      default:
        await addOrRemove(domain);
    }
  }

  async function addOrRemove(domain: string): Promise<void> {
    if (newcomers.length < MAX_NEWCOMERS) {
      newcomers.push({ domain, gid: await sources.call('createProduct', domain, newValue('vendor')) });
      return;
    }
    const [leaving] = newcomers.splice(random.below(newcomers.length), 1);
    if (leaving) await sources.call('deleteProduct', leaving.domain, leaving.gid);
  }

  /** Of a product that no edit is about, or nobody could say which of the two came first. */
  async function changePrice({ journal: { links } }: Load, store: LiveStore, domain: string): Promise<void> {
    const free = journal.untouched(store, EDITED_PRODUCTS);
    if (free.length === 0) return;
    const product = random.oneOf(free);
    const { sourceId } = random.oneOf(product.variants);
    const price = newValue('price');
    const release = journal.keepAway(product);
    const before = await sources.call('changePrice', domain, sourceId, price);
    links.push({
      storeId: store.id,
      target: sourceId,
      attribute: 'price',
      before,
      after: price,
    });
    release();
  }
}

/** Lets schedules that are due some day be due now. */
export async function makeDue(load: Load, scheduleIds: readonly string[]): Promise<void> {
  const { fleet, journal } = load;
  while (await rest(load, 5_000)) {
    const now = new Date();
    const { rows } = await fleet.db.query<{ id: string }>(
      `update scheduled_syncs set next_run_at = $2
       where id = any ($1) and next_run_at > $2 returning id`,
      [scheduleIds, now],
    );
    for (const { id } of rows) journal.due.push({ scheduleId: id, at: now });
  }
}
