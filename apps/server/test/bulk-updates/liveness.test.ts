import { once } from 'node:events';
import { SourceError } from '@storefleet/server/connectors/source-error';
import { expect, it } from 'vitest';
import { buildCatalogue, createBulkHarness, everyVariant } from './bulk-harness.ts';
import { addBulk } from './fake-bulk.ts';
import { lostAnswer } from './fake-shop.ts';

const harness = await createBulkHarness();

const outOfService = () =>
  new SourceError({ kind: 'unavailable', message: 'The shop answers 402: it is frozen.' });

async function expectAllToEnd(storeId: string, batches: Readonly<Record<string, number>>) {
  const next = harness.startProcess();
  await next.worker.start();
  for (const batchId of Object.keys(batches)) await next.untilEnded(batchId);
  await next.worker.stop();
  for (const [batchId, succeeded] of Object.entries(batches)) {
    expect(await harness.batch(batchId)).toMatchObject({ status: 'completed', succeeded });
  }
  await harness.expectAgreement(storeId);
}

it('edits wait only for the product with an unknown outcome, and continue with all others', async () => {
  const { storeId, shop } = await harness.addShop(buildCatalogue(151));
  const lost = await harness.plan(storeId, { 'p1-v1': { price: '11.00' } });
  const first = harness.startProcess();
  shop.onWrite = () => {
    shop.beforeRead = () => {
      throw outOfService();
    };
    throw lostAnswer();
  };
  await first.applier.apply(lost);
  await expect
    .poll(() => harness.waitOf(lost))
    .toMatchObject({ for: 'store', message: outOfService().message });
  shop.onWrite = () => undefined;
  shop.beforeRead = () => {};

  const batches = await Promise.all(
    [{ cost: '3.00' }, { sku: 'NEW' }].map((value) => harness.plan(storeId, everyVariant(151, value))),
  );
  const small = await harness.plan(storeId, { p1: { vendor: 'Other' }, p2: { vendor: 'Other' } });
  for (const batchId of [...batches, small]) await first.applier.apply(batchId);
  await first.workOffQueue();
  for (const batchId of [...batches, small]) {
    const message = 'Waits for a product that another update is writing.';
    const wait = { for: 'products', message, batch_ids: [lost] };
    await expect.poll(() => harness.waitOf(batchId)).toMatchObject(wait);
  }
  for (const [batchId, succeeded] of [...batches.map((id) => [id, 150] as const), [small, 1] as const])
    expect(await harness.batch(batchId)).toMatchObject({ status: 'in_progress', succeeded });

  await harness.letPass(5_000);
  await expectAllToEnd(storeId, {
    [lost]: 1,
    ...Object.fromEntries(batches.map((id) => [id, 151])),
    [small]: 2,
  });
});

it('a small edit blocked by a bulk operation says so at once, and its wait can be cancelled', async () => {
  const { storeId, shop } = await harness.addShop(buildCatalogue(120));
  const bulk = addBulk(shop, 60);
  const large = await harness.plan(storeId, everyVariant(120, { price: '11.00' }));
  const small = await harness.plan(storeId, { 'p120-v1': { price: '12.00' } });
  const running = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  bulk.beforePart = (part) => {
    if (part !== 1) return undefined;
    running.resolve();
    return over.promise;
  };
  const app = harness.startProcess();
  await app.applier.apply(large);
  await app.worker.start();
  await running.promise;
  await app.applier.apply(small);
  const { signal } = new AbortController();
  const options = { signal, milliseconds: 60_000, unlessBlocked: true };
  expect(await app.applier.waitForEnd(small, options)).toBe(false);
  const message = /^Waits for a product that another update is writing\. About .* left\.$/;
  const wait = { for: 'products', batch_ids: [large], seconds_left: expect.any(Number) };
  const waits = expect.poll(() => harness.waitOf(small));
  await waits.toMatchObject({ ...wait, message: expect.stringMatching(message) });
  await app.applier.cancel(small);
  await app.untilEnded(small);
  expect(await harness.batch(small)).toMatchObject({ status: 'cancelled', cancelled: 1 });
  over.resolve();
  await app.untilEnded(large);
  await app.worker.stop();
  expect(await harness.batch(large)).toMatchObject({ status: 'completed', succeeded: 120 });
});

it('a sleeping worker is notified of what another process starts, hands back, or releases', async () => {
  const { storeId, shop } = await harness.addShop(buildCatalogue(151));
  const worker = harness.startProcess({ wokenOnly: true });
  await worker.worker.start();
  const other = harness.startProcess();
  const large = await harness.plan(storeId, everyVariant(151, { price: '11.00' }));
  await other.applier.apply(large);
  await other.untilEnded(large);
  await worker.worker.stop();

  // Another process hands back a store batch that only it knows.
  const asked = Promise.withResolvers<void>();
  shop.beforeRead = (_targets, signal) => {
    asked.resolve();
    return once(signal, 'abort').then(() => signal.throwIfAborted());
  };
  const small = await harness.plan(storeId, { p1: { vendor: 'Other' } });
  await other.applier.apply(small);
  await asked.promise;
  shop.beforeRead = () => {};
  const blocked = await harness.plan(storeId, { p1: { product_type: 'Hat' } });
  await harness.startProcess().applier.apply(blocked);
  await expect.poll(() => harness.waitOf(blocked)).toMatchObject({ for: 'products' });
  await worker.worker.start();
  await other.applier.stop();
  await worker.untilEnded(small);
  await worker.untilEnded(blocked);
  await worker.worker.stop();
});

it('an update says why it waits for its store until an attempt has got further', async () => {
  const { storeId, shop } = await harness.addShop(buildCatalogue(2));
  const batchId = await harness.plan(storeId, { 'p1-v1': { price: '11.00' } });
  const message = 'The shop does not answer.';
  shop.beforeRead = () => {
    throw new SourceError({ kind: 'transient', message });
  };
  const process = harness.startProcess();
  await process.applier.apply(batchId);
  await expect.poll(() => harness.waitOf(batchId)).toMatchObject({ for: 'store', message });

  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  shop.beforeRead = () => {
    asked.resolve();
    return answer.promise;
  };
  await process.worker.start();
  const ended = process.untilEnded(batchId);
  await asked.promise;
  expect(await harness.waitOf(batchId)).toMatchObject({ for: 'store', message, until: null });
  answer.resolve();
  await ended;
  await process.worker.stop();
  expect(await harness.waitOf(batchId)).toBeNull();
});
