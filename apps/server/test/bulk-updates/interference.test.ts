import { once } from 'node:events';
import type { SourceEdit } from '@storefleet/server/connectors/editing';
import { describe, expect, it } from 'vitest';
import { syncStore } from '../sync/sync-harness.ts';
import { buildCatalogue, createBulkHarness, everyVariant } from './bulk-harness.ts';
import { type FakeShop, lostAnswer } from './fake-shop.ts';

const harness = await createBulkHarness();

/** Another process takes over the edit and ends it. */
async function expectNextToWriteIt(batchId: string) {
  const next = harness.startProcess();
  await next.workOffQueue();
  expect(await harness.batch(batchId)).toMatchObject({ status: 'completed', succeeded: 1 });
}

describe('an edit that arrived in part, without an answer', () => {
  it('has that part once in the history, even if the database’s answer is lost too', async () => {
    const { storeId, shop, batchId } = await harness.planForAll(1, { price: '12.00', barcode: '123' });
    shop.onWrite = () => {
      shop.onWrite = () => undefined;
      shop.writes.push({ target: 'p1-v1', attribute: 'price', before: '10.00', after: '12.00' });
      shop.set('p1-v1', 'price', '12.00');
      throw lostAnswer();
    };
    const app = harness.startProcess();
    app.db.breakAt({ at: 'commit', statement: /insert into change_history/ });
    await app.applyFully(batchId);
    await harness.expectEnd({ storeId, batchId }, { succeeded: 1 });
  });
});

describe('a source’s own format of a value', () => {
  it('that no database can hold stops nothing, and is compared as in our copy', async () => {
    const { storeId, shop } = await harness.addShop(buildCatalogue(3));
    shop.set('p1', 'title', 'Nul\0led');
    await syncStore(harness, storeId);
    shop.set('p2', 'title', 'Moved\0');
    const batchId = await harness.plan(storeId, {
      p1: { title: 'One' },
      p2: { title: 'Two' },
      'p3-v1': { price: '12.00' },
    });
    await harness.apply(batchId);
    expect(await harness.items(batchId)).toMatchObject([
      { target: 'p1', status: 'succeeded' },
      { target: 'p2', status: 'conflict', current_values: { title: 'Moved' } },
      { target: 'p3-v1', status: 'succeeded' },
    ]);
  });
});

describe('an old value in the history', () => {
  const LATER_MS = 6_000;

  it.each([
    ['that was fetched right before', true, () => {}],
    [
      'that was fetched long before the answer came',
      false,
      (shop: FakeShop) => {
        shop.beforeAnswer = () => harness.letPass(LATER_MS);
      },
    ],
    [
      'of an update whose answer was lost',
      false,
      (shop: FakeShop) => {
        let lost = 0;
        shop.onWrite = () => (lost++ === 0 ? 'lose answer after applying' : undefined);
      },
    ],
  ] as const)('%s counts as known: %s', async (_case, isKnown, arrange) => {
    const { storeId, shop, batchId } = await harness.planForAll(1, { price: '12.00' });
    arrange(shop);
    await harness.apply(batchId);
    expect(await harness.history(storeId)).toMatchObject([
      { old_value: '10.00', new_value: '12.00', old_value_known: isKnown },
    ]);
  });

  it('is fetched again if the product had to wait for a free slot', async () => {
    const { storeId, shop } = await harness.addShop(buildCatalogue(3));
    shop.concurrency = 1;
    const batchId = await harness.plan(storeId, everyVariant(3, { price: '12.00' }));
    shop.beforeAnswer = async ([edit]) => {
      if (edit?.productId !== 'p1') return;
      await harness.letPass(3_000);
      shop.set('p2-v1', 'price', '17.00');
    };
    await harness.apply(batchId);
    expect(await harness.statuses(batchId)).toEqual(['succeeded', 'conflict', 'succeeded']);
    expect(shop.get('p2-v1', 'price')).toBe('17.00');
    expect((await harness.history(storeId)).map((row) => row.old_value_known)).toEqual([true, true]);
    await harness.expectAgreement(storeId);
  });
});

describe('a process suspended while an edit waited to be sent', () => {
  it('sends nothing when it wakes up: another may have written the product', async () => {
    const { storeId, shop, batchId } = await harness.planForAll(1, { price: '12.00' });
    const paused = harness.startProcess();
    const isAwake = Promise.withResolvers<void>();
    shop.onWrite = async (): Promise<undefined> => {
      await harness.letPass(31_000);
      isAwake.resolve();
    };
    await paused.applier.apply(batchId);
    await isAwake.promise;
    await paused.applier.stop();
    expect(shop.writes).toEqual([]);

    shop.onWrite = () => undefined;
    await harness.letPass(31_000);
    await expectNextToWriteIt(batchId);
    expect(shop.writes).toHaveLength(1);
    await harness.expectAgreement(storeId);
  });
});

describe('a worker that cannot reach its database any more', () => {
  it('drops what is waiting to be sent, before another can have written the product', async () => {
    const { storeId, shop, batchId } = await harness.planForAll(1, { price: '12.00' });
    const cutOff = harness.startProcess();
    const isQueued = Promise.withResolvers<void>();
    const isGivenUp = Promise.withResolvers<void>();
    shop.onWrite = async (_edits, signal) => {
      cutOff.db.kill();
      isQueued.resolve();
      // Like a connector waiting for the store's points.
      await once(signal, 'abort');
      isGivenUp.resolve();
      throw signal.reason;
    };
    await cutOff.applier.apply(batchId);
    await isQueued.promise;
    await harness.letPass(29_000);
    await isGivenUp.promise;

    shop.onWrite = () => undefined;
    await harness.letPass(2_000);
    await expectNextToWriteIt(batchId);
    expect(shop.writes).toHaveLength(1);
    await harness.expectAgreement(storeId);
  });
});

describe('two batches that need each other’s products', () => {
  it('both end, though neither knows the outcome of an edit', async () => {
    const { storeId, shop, batchId: prices } = await harness.planForAll(50, { price: '12.00' });
    const backwards = Object.entries(everyVariant(50, { cost: '5.00' })).reverse();
    const costs = await harness.plan(storeId, Object.fromEntries(backwards));

    const bothAsk = Promise.withResolvers<void>();
    let asked = 0;
    shop.beforeRead = () => {
      if (++asked === 2) bothAsk.resolve();
      return bothAsk.promise;
    };
    const lost = new Map([
      ['p5', 'price'],
      ['p45', 'cost'],
    ] as const);
    const isToBeLost = ({ productId, values }: SourceEdit) =>
      [...lost].some(([id, attribute]) => id === productId && values[attribute] !== undefined);
    shop.onWrite = ([edit]) => {
      if (edit === undefined || !isToBeLost(edit)) return undefined;
      lost.delete(edit.productId as 'p5' | 'p45');
      return 'lose answer after applying';
    };
    await Promise.all([prices, costs].map((batchId) => harness.apply(batchId)));
    expect(lost.size).toBe(0);
    for (const batchId of [prices, costs]) {
      expect(await harness.batch(batchId)).toMatchObject({ status: 'completed', succeeded: 50 });
    }
    await harness.expectAgreement(storeId);
  });
});
