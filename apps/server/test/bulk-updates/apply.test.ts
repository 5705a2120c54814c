import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BulkHarness, buildCatalogue, createBulkHarness, everyVariant, STAFF } from './bulk-harness.ts';

let harness: BulkHarness;
beforeAll(async () => {
  harness = await createBulkHarness();
});
afterAll(() => harness.close());

async function expectAgreement(storeId: string) {
  const { copy, source, recorded, happened, claims } = await harness.compare(storeId);
  expect(copy).toEqual(source);
  expect(recorded).toEqual(happened);
  expect(claims).toBe(0);
}

it('writes variants and products, and afterwards source, copy and history agree', async () => {
  const { storeId, shop } = await harness.addShop(buildCatalogue(60, 2), { name: 'Atlas' });
  const app = harness.startProcess();
  const batchId = await harness.plan(storeId, {
    ...everyVariant(60, { price: '12.50', cost: null }, 2),
    p3: { title: 'Renamed', tags: 'sale, new' },
  });
  await app.applyFully(batchId);
  expect(await harness.batch(batchId)).toMatchObject({
    status: 'completed',
    succeeded: 121,
    failed: 0,
    total: 121,
  });
  await expectAgreement(storeId);
  expect((await harness.compare(storeId)).repeated).toBe(0);
  expect(shop.writes).toHaveLength(60 * 2 * 2 + 2);
  const { rows } = await harness.db.query(
    'select distinct user_id, user_email, user_name, store_name, origin from change_history where batch_id = $1',
    [batchId],
  );
  expect(rows).toEqual([
    {
      user_id: STAFF.id,
      user_email: STAFF.email,
      user_name: STAFF.name,
      store_name: 'Atlas',
      origin: 'bulk_update',
    },
  ]);
});
