import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { expect, it } from 'vitest';
import { openSmallShop } from '../../../test/bulk-updates/small-shop.ts';

const { app, storeId, call, preview, apply, read, untilEnded } = await openSmallShop();

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);

/** A plan for products that a sync removes and another brings back under new ids. */
async function planOfBroughtBack(price: string): Promise<string> {
  const { body: plan } = await preview([0, 1], price);
  await call<BulkUpdateBatch>('PUT', `/products/bulk-updates/${plan.batch_id}/schedule`, {
    starts: inDays(2),
    ends: null,
    timezone: 'UTC',
  });
  await app.db.query('delete from products where store_id = $1', [storeId]);
  await app.sync(storeId);
  return plan.batch_id;
}

it('is applied to products that a sync brought back', async () => {
  const plan = await planOfBroughtBack('77.00');
  await app.db.query(
    `update scheduled_changes set starts_at = now() - interval '1 second' where batch_id = $1`,
    [plan],
  );
  expect(await untilEnded(plan)).toMatchObject({ succeeded: 2, failed: 0 });
  const { rows } = await app.db.query('select from variants where price = 77');
  expect(rows).toHaveLength(2);
});

it('is checked by the guard rails with what these products hold', async () => {
  const [product] = (await call<{ products: { id: string }[] }>('GET', `/products/stores/${storeId}`)).body
    .products;
  const { body: plan } = await call<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', {
    products_to_update: [{ store_id: storeId, id: product?.id }],
    attributes_to_set: { price: '0.02' },
  });
  await app.db.query('delete from products where store_id = $1', [storeId]);
  await app.sync(storeId);
  await app.db.query(`update variants set cost = '1.00'`);
  await call('POST', '/guard-rails', { effect: 'block', rule: { kind: 'min_margin', percent: 10 } });
  expect((await apply(plan.batch_id)).status).toBe(409);
  expect(await read(plan.batch_id)).toMatchObject({ status: 'planned', guard_rails: [{ effect: 'block' }] });
});
