import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import type { AttributeValue, AttributeValues } from '@storefleet/contract/values/attribute-value';
import { describe, expect, it } from 'vitest';
import { type Random, randomFrom } from '../several-machines/random.ts';
import { syncStore } from '../sync/sync-harness.ts';
import { type BulkHarness, buildCatalogue, createBulkHarness } from './bulk-harness.ts';
import { effectiveWrites, type HistoryRow } from './bulk-records.ts';
import { addBulk } from './fake-bulk.ts';
import { type FakeShop, lostAnswer } from './fake-shop.ts';

/** Longer than the silence of a dead worker, and than the pause for a store. */
const LONG_MS = 61_000;
const PRODUCTS = 60;
const VARIANTS = 2;
const BATCHES = 5;
const MAX_ROUNDS = 60;
const SEEDS = [11, 12, 13, 14, 15, 16];

const harness = await createBulkHarness();

const OF_VARIANTS: Partial<Record<EditableAttribute, readonly [AttributeValue, ...AttributeValue[]]>> = {
  price: ['11.00', '12.00', '13.50'],
  cost: ['3.00', '4.25'],
  compare_at_price: ['20.00', null],
  sku: ['NEW', null],
  barcode: ['123', null],
};
const OF_PRODUCTS: typeof OF_VARIANTS = {
  title: ['One', 'Two'],
  vendor: ['Acme', 'Other'],
  tags: ['red, Blue', 'green', null],
};

const randomValues = (random: Random, choices: typeof OF_VARIANTS): AttributeValues =>
  Object.fromEntries(
    Object.entries(choices).flatMap(([attribute, texts]) =>
      texts !== undefined && random.happens(0.4) ? [[attribute, random.oneOf(texts)]] : [],
    ),
  );

function randomEdits(random: Random): Record<string, AttributeValues> {
  const edits: Record<string, AttributeValues> = {};
  const isWide = random.happens(0.5);
  for (let product = 1; product <= PRODUCTS; product++) {
    if (!isWide && random.happens(0.7)) continue;
    const ofProduct = randomValues(random, OF_PRODUCTS);
    if (random.happens(0.3) && Object.keys(ofProduct).length > 0) edits[`p${product}`] = ofProduct;
    for (let variant = 1; variant <= VARIANTS; variant++) {
      const values = randomValues(random, OF_VARIANTS);
      if (Object.keys(values).length > 0) edits[`p${product}-v${variant}`] = values;
    }
  }
  return Object.fromEntries(random.happens(0.5) ? Object.entries(edits) : Object.entries(edits).reverse());
}

/** Late, partial and missing answers, and time that passes with every call. */
function troubleShop(shop: FakeShop, random: Random): void {
  const pass = async () => {
    harness.clock.advance(1);
    if (random.happens(0.2)) await new Promise((resolve) => setImmediate(resolve));
  };
  shop.beforeRead = async () => {
    await pass();
    if (random.happens(0.05)) throw lostAnswer();
  };
  shop.onWrite = async (edits) => {
    await pass();
    const [edit] = edits;
    const [first, ...others] = Object.entries(edit?.values ?? {});
    if (random.happens(0.05) && edit && first && others.length > 0) {
      const [attribute, value] = first as [EditableAttribute, AttributeValue];
      const target = edit.variantId ?? edit.productId;
      shop.writes.push({ target, attribute, before: shop.get(target, attribute), after: value });
      shop.set(target, attribute, value);
      throw lostAnswer();
    }
    if (random.happens(0.05)) return 'lose before applying';
    return random.happens(0.08) ? 'lose answer after applying' : undefined;
  };
  shop.beforeAnswer = pass;
  for (let refused = 0; refused < 4; refused++) {
    const product = 1 + random.below(PRODUCTS);
    shop.refusals.set(`p${product}-v${1 + random.below(VARIANTS)}`, 'It must not be changed.');
  }
}

const STATEMENTS: readonly [RegExp, ...RegExp[]] = [
  /insert into edit_claims/,
  /set status = 'sent'/,
  /insert into change_history/,
  /exists \(select from batch\)/,
  /set bulk_operation/,
];

type Process = ReturnType<BulkHarness['startProcess']>;

function startProcess(random: Random): Process {
  const app = harness.startProcess();
  const point = {
    at: random.oneOf(['before', 'after', 'commit'] as const),
    statement: random.oneOf(STATEMENTS),
    nth: 1 + random.below(5),
  };
  if (random.happens(0.6)) app.db.crashAt(point);
  else if (random.happens(0.5)) app.db.breakAt(point);
  return app;
}

/** Each value's changes, in order. */
function storyOf(rows: readonly HistoryRow[]): ReadonlyMap<string, string[]> {
  const ofValue = Map.groupBy(rows, ({ target, attribute }) => `${target} ${attribute}`);
  return new Map(
    [...ofValue].map(([key, steps]) => [key, steps.map((step) => `${step.old_value} → ${step.new_value}`)]),
  );
}

describe('several processes, batches and syncs, with faults of every kind', () => {
  it.each(SEEDS)('seed %i: source, copy, history and counts agree at the end', async (seed) => {
    const random = randomFrom(seed);
    const { storeId, shop } = await harness.addShop(buildCatalogue(PRODUCTS, VARIANTS));
    if (random.happens(0.5)) addBulk(shop, 30);
    const batches: string[] = [];
    while (batches.length < BATCHES) batches.push(await harness.plan(storeId, randomEdits(random)));
    troubleShop(shop, random);

    const waiting = [...batches];
    const applied: string[] = [];
    const isRunning = async () => {
      const { rows } = await harness.db.query(
        `select from edit_batches where id = any ($1::uuid[]) and status = 'in_progress'`,
        [batches],
      );
      return rows.length > 0;
    };
    const cancelOne = async ({ applier }: Process) => {
      // An unapplied batch would expire.
      const batchId = applied[random.below(applied.length)];
      if (batchId !== undefined && random.happens(0.15)) await applier.cancel(batchId);
    };
    for (let round = 0; waiting.length > 0 || (await isRunning()); round++) {
      if (round === MAX_ROUNDS) throw new Error('The batches do not end.');
      const apps = [startProcess(random), startProcess(random), harness.startProcess()];
      // Waiting for products of a dead process lasts until it is presumed dead.
      const oneDied = Promise.race(apps.map((app) => app.db.died)).then(() => {
        for (const app of apps) app.shutdown.abort();
      });
      const work = apps.map(async (app, index) => {
        const next = index < 2 && random.happens(0.7) ? waiting.pop() : undefined;
        if (next !== undefined) {
          await app.applier.apply(next);
          applied.push(next);
        }
        if (index === 2) await cancelOne(app);
        await app.workOffQueue();
      });
      const syncing = random.happens(0.3) ? syncStore(harness, storeId) : null;
      const isOver = Promise.all(work);
      await Promise.race([isOver, oneDied]);
      await Promise.all(
        apps.map((app, index) => Promise.race([app.db.died, work[index]?.then(() => app.applier.stop())])),
      );
      await syncing;
      // Requests of a dead process arrive before it is presumed dead.
      for (let leased = 0; leased < 20; leased++) await new Promise((resolve) => setImmediate(resolve));
      await harness.letPass(LONG_MS);
    }

    for (const batchId of batches) {
      const { status, total, ...counts } = await harness.batch(batchId);
      expect(['completed', 'failed', 'cancelled']).toContain(status);
      const ends = await harness.statuses(batchId);
      const ofStatus = Map.groupBy(ends, (end) => (end === 'conflict' ? 'failed' : end));
      const counted = [...ofStatus].map(([end, items]) => [end, items.length]);
      const none = { succeeded: 0, failed: 0, unchanged: 0, cancelled: 0 };
      expect({ total, ...counts }).toEqual({ total: ends.length, ...none, ...Object.fromEntries(counted) });
    }
    await harness.expectAgreement(storeId);
    expect(storyOf(await harness.history(storeId))).toEqual(storyOf(effectiveWrites(shop)));
  });
});
