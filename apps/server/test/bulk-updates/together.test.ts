import { once } from 'node:events';
import { SourceError } from '@storefleet/server/connectors/source-error';
import { describe, expect, it } from 'vitest';
import { buildCatalogue, createBulkHarness, everyVariant } from './bulk-harness.ts';
import { lostAnswer } from './fake-shop.ts';

const harness = await createBulkHarness();

describe('two batches for the same variants', () => {
  it('from two processes: one at a time writes a variant, and the later finds the earlier’s value', async () => {
    const { storeId, shop } = await harness.addShop(buildCatalogue(120));
    const batches = await Promise.all([
      harness.plan(storeId, everyVariant(120, { price: '11.00' })),
      harness.plan(storeId, everyVariant(120, { price: '12.00' })),
    ]);
    const inside = new Map<string, number>();
    let together = 0;
    shop.onWrite = async ([edit]) => {
      const id = edit?.productId ?? '';
      const others = inside.get(id) ?? 0;
      if (others > 0) together++;
      inside.set(id, others + 1);
      await new Promise((resolve) => setImmediate(resolve));
      inside.set(id, (inside.get(id) ?? 1) - 1);
      return undefined;
    };
    await Promise.all(batches.map((batchId) => harness.apply(batchId)));
    expect(together).toBe(0);
    const counts = await Promise.all(batches.map((batchId) => harness.batch(batchId)));
    // What one has written is a conflict for the other, never silently overwritten.
    expect(counts.map((count) => count.succeeded + count.failed)).toEqual([120, 120]);
    expect(counts.reduce((sum, count) => sum + count.succeeded, 0)).toBe(120);
    expect(shop.writes).toHaveLength(120);
    await harness.expectAgreement(storeId);
  });
});

it('a batch that waits for its store blocks only the products it has sent', async () => {
  const { storeId, shop, batchId: stuck } = await harness.planForAll(3, { price: '11.00' });
  shop.onWrite = ([edit]) => {
    if (edit?.productId === 'p1') throw lostAnswer();
    throw new SourceError({ kind: 'throttled', message: 'The store is busy.' });
  };
  const first = harness.startProcess();
  shop.concurrency = 1;
  let fetches = 0;
  shop.beforeRead = () => {
    // Reconciling fails, so the outcome stays unknown.
    if (++fetches > 1) throw new SourceError({ kind: 'unavailable', message: 'The store is closed.' });
  };
  await first.applier.apply(stuck);
  await expect.poll(() => harness.endPauses(stuck)).toEqual([2_000]);
  expect(await harness.statuses(stuck)).toEqual(['sent', 'planned', 'planned']);
  await first.workOffQueue();
  expect(await harness.statuses(stuck)).toEqual(['sent', 'failed', 'failed']);

  shop.beforeRead = () => {};
  shop.onWrite = () => undefined;
  const second = await harness.plan(storeId, { 'p2-v1': { price: '12.00' }, 'p3-v1': { price: '12.00' } });
  await harness.apply(second);
  expect(await harness.batch(second)).toMatchObject({ succeeded: 2 });
  await harness.letPass(61_000);
  await harness.startProcess().workOffQueue();
  expect(await harness.statuses(stuck)).toEqual(['succeeded', 'failed', 'failed']);
  await harness.expectAgreement(storeId);
});

it('a batch that only newer versions understand is left alone', async () => {
  const { storeId, shop, batchId } = await harness.planForAll(1, { price: '11.00' });
  await harness.db.query('update edit_batches set work_version = 99 where id = $1', [batchId]);
  const older = harness.startProcess();
  await older.applier.apply(batchId);
  await harness.letPass(60_000);
  await older.workOffQueue();
  await older.applier.applyStoreBatch({ batchId, storeId }, older.shutdown.signal);
  expect(shop.writes).toEqual([]);
  expect(await harness.items(batchId)).toMatchObject([{ status: 'planned', error: null }]);

  await harness.db.query('update edit_batches set work_version = 1 where id = $1', [batchId]);
  await harness.startProcess().workOffQueue();
  expect(await harness.batch(batchId)).toMatchObject({ succeeded: 1 });
});

describe('a cancelled batch', () => {
  it('that is only planned disappears while its items are deleted', async () => {
    const { shop, batchId } = await harness.planForAll(2, { price: '12.00' });
    const { applier, db } = harness.startProcess();
    db.crashAt({ at: 'before', statement: /delete from edit_items/ });
    void applier.cancel(batchId);
    await db.died;
    const next = harness.startProcess();
    await expect(next.applier.apply(batchId)).rejects.toMatchObject({ code: 'batch_not_found' });
    expect(shop.writes).toEqual([]);
  });

  it('that waits for a worker ends at once', async () => {
    const { shop, batchId } = await harness.planForAll(101, { price: '12.00' });
    const app = harness.startProcess();
    await app.applier.apply(batchId);
    await app.applier.cancel(batchId);
    await app.untilEnded(batchId);
    expect(await harness.batch(batchId)).toMatchObject({ status: 'cancelled', cancelled: 101 });
    await app.workOffQueue();
    expect(shop.writes).toEqual([]);
  });

  it.each(['in the same process', 'in another process'])(
    '%s finishes what is sent, and begins nothing more',
    async (where) => {
      const { storeId, shop, batchId } = await harness.planForAll(120, { price: '12.00' });
      const app = harness.startProcess();
      const other = where === 'in the same process' ? app : harness.startProcess();
      let fetches = 0;
      shop.beforeRead = async (_targets, signal) => {
        if (++fetches !== 3) return;
        const stopped = once(signal, 'abort');
        await other.applier.cancel(batchId);
        await stopped;
      };
      await app.applyFully(batchId);
      const { status, succeeded, cancelled } = await harness.batch(batchId);
      expect({ status, sum: succeeded + cancelled }).toEqual({ status: 'cancelled', sum: 120 });
      expect(cancelled).toBeGreaterThanOrEqual(40);
      expect(shop.writes).toHaveLength(succeeded);
      await harness.expectAgreement(storeId);
    },
  );

  it('is reconciled after a lost answer, before it ends', async () => {
    const { storeId, shop, batchId } = await harness.planForAll(1, { price: '12.00' });
    const app = harness.startProcess();
    shop.onWrite = async () => {
      await app.applier.cancel(batchId);
      return 'lose answer after applying' as const;
    };
    await app.applyFully(batchId);
    await harness.expectEnd({ storeId, batchId }, { succeeded: 1, cancelled: 0 });
  });
});

describe('a process that is asked to stop', () => {
  it('hands back its store batch after reconciling, and another continues', async () => {
    const { storeId, shop, batchId } = await harness.planForAll(120, { price: '12.00' });
    const app = harness.startProcess();
    let calls = 0;
    shop.onWrite = () => {
      if (++calls === 50) app.shutdown.abort();
      return undefined;
    };
    await app.applier.apply(batchId);
    await app.workOffQueue();
    const before = await harness.batch(batchId);
    expect(before).toMatchObject({ status: 'in_progress', failed: 0 });
    expect(before.succeeded).toBe(shop.writes.length);
    expect(before.succeeded).toBeLessThan(120);
    expect([...new Set(await harness.statuses(batchId))].toSorted()).toEqual(['planned', 'succeeded']);

    await harness.startProcess().workOffQueue();
    expect(await harness.batch(batchId)).toMatchObject({ status: 'completed', succeeded: 120 });
    expect(shop.writes).toHaveLength(120);
    await harness.expectAgreement(storeId);
  });
});

describe('a worker that was presumed dead', () => {
  it('stores nothing when it wakes up, and no change is duplicated', async () => {
    const { storeId, shop, batchId } = await harness.planForAll(3, { price: '12.00' });
    const asleep = harness.startProcess();
    const sleeping = Promise.withResolvers<void>();
    shop.concurrency = 1;
    shop.beforeAnswer = () => sleeping.promise;
    await asleep.applier.apply(batchId);
    await expect.poll(() => shop.writes.length).toBe(1);

    await harness.fallSilent(31_000);
    shop.beforeAnswer = () => {};
    await harness.startProcess().workOffQueue();
    expect(await harness.batch(batchId)).toMatchObject({ status: 'completed', succeeded: 3 });
    sleeping.resolve();
    await asleep.applier.stop();
    expect(shop.writes).toHaveLength(3);
    await harness.expectEnd({ storeId, batchId }, { succeeded: 3, total: 3 });
  });
});
