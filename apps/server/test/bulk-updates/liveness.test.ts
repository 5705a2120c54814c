import { SourceError } from '@storefleet/server/connectors/connector';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BulkHarness, buildCatalogue, createBulkHarness, everyVariant } from './bulk-harness.ts';
import { lostAnswer } from './fake-shop.ts';

let harness: BulkHarness;
beforeAll(async () => {
  harness = await createBulkHarness();
});
afterAll(() => harness.close());

const PRODUCTS = 350;
const VARIANTS = 2;
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
  const { copy, source, recorded, happened, claims } = await harness.compare(storeId);
  expect(copy).toEqual(source);
  expect(recorded).toEqual(happened);
  expect(claims).toBe(0);
}

it('three large edits of the same products, and a small one, end after their process is killed', async () => {
  const { storeId, shop } = await harness.addShop(buildCatalogue(PRODUCTS, VARIANTS));
  const values = [{ price: '11.00' }, { cost: '3.00' }, { sku: 'NEW' }];
  const batches = await Promise.all(
    values.map((value) => harness.plan(storeId, everyVariant(PRODUCTS, value, VARIANTS))),
  );
  const small = await harness.plan(storeId, { p1: { vendor: 'Other' } });
  const dying = harness.startProcess();
  for (const batchId of batches) await dying.applier.apply(batchId);
  let calls = 0;
  shop.beforeAnswer = () => {
    if (++calls < 100) return undefined;
    dying.db.kill();
    return new Promise<never>(() => {});
  };
  await dying.worker.start();
  await dying.db.died;
  shop.beforeAnswer = () => {};
  await harness.letPass(31_000);
  await harness.startProcess().applier.apply(small);
  const all = PRODUCTS * VARIANTS;
  await expectAllToEnd(storeId, { ...Object.fromEntries(batches.map((id) => [id, all])), [small]: 1 });
});

it('edits wait for a product of which the store did not say what became of it, and go on with all others', async () => {
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
  const share = async () => {
    const { rows } = await harness.db.query<{ reason: string | null; blocked: number | null }>(
      `select waiting_reason as reason, blocked_count as blocked from edit_batch_stores
       where store_id = $1 and lease_id is null and status = 'in_progress'`,
      [storeId],
    );
    return rows;
  };
  await expect.poll(share).toEqual([{ reason: outOfService().message, blocked: null }]);
  shop.onWrite = () => undefined;
  shop.beforeRead = () => {};

  const batches = await Promise.all(
    [{ cost: '3.00' }, { sku: 'NEW' }].map((value) => harness.plan(storeId, everyVariant(151, value))),
  );
  const small = await harness.plan(storeId, { p1: { vendor: 'Other' }, p2: { vendor: 'Other' } });
  for (const batchId of [...batches, small]) await first.applier.apply(batchId);
  await first.workOffQueue();
  await expect.poll(share).toHaveLength(4);
  const blocked = (await share()).map((waiting) => waiting.blocked);
  expect(blocked.toSorted()).toEqual([1, 1, 1, null]);
  for (const [batchId, succeeded] of [
    [batches[0], 150],
    [batches[1], 150],
    [small, 1],
  ] as const) {
    expect(await harness.batch(String(batchId))).toMatchObject({ status: 'in_progress', succeeded });
  }

  await harness.letPass(5_000);
  await expectAllToEnd(storeId, {
    [lost]: 1,
    ...Object.fromEntries(batches.map((id) => [id, 151])),
    [small]: 2,
  });
});
