import { setTimeout as pause } from 'node:timers/promises';
import type { BulkUpdateBatch, BulkUpdateResult } from '@storefleet/contract/edits/bulk-update-batches';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import type { Shop } from '@storefleet/shopify-simulator/server';
import type { Fleet } from './fleet.ts';
import type { Journal } from './journal.ts';
import type { Random } from './random.ts';
import { ATTRIBUTES, type EditedAttribute, type LiveStore, type StoreProduct, syncPathOf } from './stores.ts';

/** What people and others do while processes die. Each continues until the signal. */
export type Load = {
  readonly fleet: Fleet;
  readonly stores: readonly LiveStore[];
  readonly journal: Journal;
  readonly random: Random;
  readonly signal: AbortSignal;
};

/** Milliseconds between two polls of a batch. */
const POLL_INTERVAL_MS = 200;
/** Products of a store that are edited; the others come and go. */
const EDITED_PRODUCTS = 40;
/** 700 variants of the largest store, so that several such updates conflict. */
const HEAVILY_EDITED_PRODUCTS = 350;
/** Fewer than the vanished products that would be held back. */
const MAX_NEWCOMERS = 8;
/** Every value is unique, so that each step in a value's story is, too. */
let lastValue = 0;

function newValue(attribute: EditedAttribute): string {
  lastValue += 1;
  if (attribute === 'sku') return `K-${lastValue}`;
  if (attribute === 'vendor') return `Maker ${lastValue}`;
  // Far above all initial values.
  return `${10_000 + Math.floor(lastValue / 100)}.${String(lastValue % 100).padStart(2, '0')}`;
}

/** Pauses for about that many milliseconds; false when the load has ended. */
async function rest({ random, signal }: Load, milliseconds: number): Promise<boolean> {
  await pause(random.between(0.5, 1.5) * milliseconds, undefined, { signal }).catch(() => {});
  return !signal.aborted;
}

type Chosen = { readonly store: LiveStore; readonly product: StoreProduct };

/** For some products only one variant gets the value. */
function editOf({ random }: Load, chosen: readonly Chosen[], attribute: EditedAttribute) {
  return {
    products_to_update: chosen.map(({ store, product }) => ({
      id: product.id,
      store_id: store.id,
      ...(attribute !== 'vendor' && random.happens(0.3)
        ? { selectedVariant: { id: random.oneOf(product.variants).id } }
        : {}),
    })),
    attributes_to_set: { [attribute]: newValue(attribute) },
  };
}

/** Updates of up to that many products in one or two stores. */
export function updateInBulk(load: Load, most: number): Promise<void> {
  const { random } = load;
  return update(load, 1_000, () =>
    random
      .someOf(load.stores, random.happens(0.3) ? 2 : 1)
      .flatMap((store) =>
        random
          .someOf(store.products.slice(0, EDITED_PRODUCTS), 1 + random.below(most))
          .map((product) => ({ store, product })),
      ),
  );
}

/** Large updates of the same products of the largest store. */
export function updateHeavily(load: Load): Promise<void> {
  const [store] = load.stores.toSorted((one, other) => other.products.length - one.products.length);
  if (store === undefined) throw new Error('There is no store.');
  return update(load, 2_000, () =>
    store.products.slice(0, HEAVILY_EDITED_PRODUCTS).map((product) => ({ store, product })),
  );
}

/** Updates from preview to end, one after the other. */
async function update(load: Load, restMs: number, choose: () => readonly Chosen[]): Promise<void> {
  const { fleet, journal, random } = load;
  while (await rest(load, restMs)) {
    const chosen = choose();
    const attribute = random.oneOf(
      ATTRIBUTES.filter((one) => chosen.every(({ store }) => store.attributes.includes(one))),
    );
    const done = journal.begin(chosen.map(({ product }) => product));
    const json = editOf(load, chosen, attribute);
    const planned = await fleet.ask<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', { json });
    journal.expectStatus('a preview', planned, [201]);
    const { batch_id } = planned.body;
    // 409: an earlier attempt had arrived.
    const applied = await fleet.ask('POST', `/products/bulk-updates/${batch_id}/apply`);
    journal.expectStatus('an apply', applied, [202, 409]);
    journal.applied.add(batch_id);
    if (random.happens(0.1)) {
      await rest(load, 500);
      await fleet.ask('POST', `/products/bulk-updates/${batch_id}/cancel`);
    }
    if (await untilEnded(load, batch_id)) done();
  }
}

/** Edits one cell after the other, each with its result. */
export async function editCells(load: Load): Promise<void> {
  const { fleet, stores, journal, random } = load;
  while (await rest(load, 250)) {
    const store = random.oneOf(stores);
    const product = random.oneOf(store.products.slice(0, EDITED_PRODUCTS));
    const done = journal.begin([product]);
    const answer = await fleet.askOnce<BulkUpdateResult>('POST', '/products/bulk-update', {
      json: editOf(load, [{ store, product }], random.oneOf(store.attributes)),
      prefer: 'respond-async, wait=10',
    });
    // Without a response the outcome is unknown, so others avoid the product from now on.
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
    const answer = await fleet.ask('POST', syncPathOf(random.oneOf(stores)));
    journal.expectStatus('a sync', answer, [200, 202, 409]);
  }
}

/** Force stops running syncs, and resets the store, each at any web process. */
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
  const reset = await fleet.ask('POST', `/stores/${storeId}/sync/reset`);
  journal.expectStatus('a reset', reset, [200, 409]);
}

const numberOf = (gid: string) => Number(gid.slice(gid.lastIndexOf('/') + 1));

/** Changes in the shops and in the table, made by others. */
export async function changeSources(load: Load): Promise<void> {
  const { fleet, stores, random } = load;
  const newcomers: { shop: Shop; id: number }[] = [];
  while (await rest(load, 300)) {
    const store = random.oneOf(stores);
    const { shop } = store;
    const { sourceId, variants } = random.oneOf(store.products);
    const title = newValue('vendor');
    const change = random.oneOf(['price', 'price', 'stock', 'title', 'products']);
    if (shop === null) {
      await fleet.sources.database.run(
        `UPDATE dbo.Chairs SET Name = N'${title}' WHERE Style = N'${sourceId}'`,
      );
    } else if (change === 'price') {
      changePrice(load, store, shop);
    } else if (change === 'stock') {
      const inventoryQuantity = random.below(500);
      shop.catalogue.updateVariant(numberOf(random.oneOf(variants).sourceId), { inventoryQuantity });
    } else if (change === 'title') {
      shop.catalogue.updateProduct(numberOf(sourceId), { title });
    } else if (newcomers.length < MAX_NEWCOMERS) {
      const { id } = shop.catalogue.createProduct({
        title,
        variants: [{ price: '19.00' }, { price: '21.00' }],
      });
      newcomers.push({ shop, id });
    } else {
      const [leaving] = newcomers.splice(random.below(newcomers.length), 1);
      leaving?.shop.catalogue.deleteProduct(leaving.id);
    }
  }
}

/** Only for a product without an edit, as the order would be unknown. */
function changePrice({ journal, random }: Load, store: LiveStore, { catalogue }: Shop): void {
  const free = store.products.slice(0, EDITED_PRODUCTS).filter(journal.isUntouched);
  if (free.length === 0) return;
  const { sourceId: target } = random.oneOf(random.oneOf(free).variants);
  const before = catalogue.variant(numberOf(target))?.variant.price;
  const after = newValue('price');
  catalogue.updateVariant(numberOf(target), { price: after });
  journal.links.push({ storeId: store.id, target, attribute: 'price', before, after });
}

/** Makes schedules due now that are not due for years. */
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
