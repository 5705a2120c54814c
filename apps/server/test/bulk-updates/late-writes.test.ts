import {
  checkLateWrites,
  claimDueChecks,
} from '@storefleet/server/modules/bulk-updates/late-writes/late-writes';
import { createLogger } from '@storefleet/server/platform/logging/logger';
import { describe, expect, it } from 'vitest';
import { syncStore } from '../sync/sync-harness.ts';
import { buildCatalogue, createBulkHarness, everyVariant } from './bulk-harness.ts';
import { addBulk } from './fake-bulk.ts';
import { type FakeShop, lostAnswer } from './fake-shop.ts';

const harness = await createBulkHarness();

const { signal } = new AbortController();
const MINUTES = 60_000;

/** Checks after this time, like a process that has just started. */
async function checkAfter(milliseconds: number): Promise<void> {
  await harness.letPass(milliseconds);
  const deps = { ...harness, logger: createLogger({ level: 'silent' }) };
  for (let due = await claimDueChecks(deps); due !== null; due = await claimDueChecks(deps)) {
    await checkLateWrites(deps, due, signal);
  }
}

/** The price in our copy, the history's changes from outside, and the number of waiting checks. */
async function stateOf(storeId: string) {
  const rowsOf = async (statement: string) => (await harness.db.query(statement, [storeId])).rows;
  const [first] = await rowsOf(
    'select price::text from variants where store_id = $1 order by source_id limit 1',
  );
  const outside = await rowsOf(
    `select variant_source_id as target, attribute, old_value, new_value, user_id, product_title, store_name
     from change_history where store_id = $1 and origin = 'outside' order by variant_source_id`,
  );
  const waiting = await rowsOf('select from late_write_checks where store_id = $1');
  return { ...first, outside, waiting: waiting.length };
}

function loseFirst(shop: FakeShop): void {
  let calls = 0;
  shop.onWrite = () => (calls++ === 0 ? 'lose before applying' : undefined);
}

/**
 * The request for 12.00 was lost and repeated, then 15.00 was written. The shop still has the lost request.
 */
async function editedTwice() {
  const { storeId, shop } = await harness.addShop(buildCatalogue(1), { name: 'Atlas' });
  loseFirst(shop);
  const app = harness.startProcess();
  await app.applyFully(await harness.plan(storeId, { 'p1-v1': { price: '12.00' } }));
  await harness.letPass(10_000);
  await app.applyFully(await harness.plan(storeId, { 'p1-v1': { price: '15.00' } }));
  await harness.letPass(20_000);
  return { storeId, shop };
}

const LATE = { target: 'p1-v1', attribute: 'price', old_value: '15.00', new_value: '12.00' };

describe('a request that arrives long after it was repeated', () => {
  it('is found minutes later: our copy is corrected, and the history shows a change from outside', async () => {
    const { storeId, shop } = await editedTwice();
    shop.set('p1-v1', 'price', '12.00');
    await checkAfter(0);
    expect(await stateOf(storeId)).toMatchObject({ price: '15.00', outside: [] });
    await checkAfter(3 * MINUTES);
    const named = { user_id: null, product_title: expect.any(String), store_name: 'Atlas' };
    const outside = [{ ...LATE, ...named }];
    expect(await stateOf(storeId)).toEqual({ price: '12.00', outside, waiting: 0 });
  });

  it('is in the history too if a sync finds it first', async () => {
    const { storeId, shop } = await editedTwice();
    shop.set('p1-v1', 'price', '12.00');
    await syncStore(harness, storeId);
    await checkAfter(3 * MINUTES);
    expect(await stateOf(storeId)).toMatchObject({ outside: [LATE] });
  });

  it('leaves no trace if it changed nothing', async () => {
    const { storeId } = await editedTwice();
    await checkAfter(3 * MINUTES);
    expect(await stateOf(storeId)).toEqual({ price: '15.00', outside: [], waiting: 0 });
  });

  it('is checked again while the store does not answer, or a batch holds the product', async () => {
    const { storeId, shop } = await editedTwice();
    shop.set('p1-v1', 'price', '12.00');
    shop.beforeRead = () => {
      throw lostAnswer();
    };
    await checkAfter(3 * MINUTES);
    expect(await stateOf(storeId)).toMatchObject({ outside: [] });
    shop.beforeRead = () => {};
    const batchId = await harness.plan(storeId, { 'p1-v1': { barcode: '1' } });
    await harness.db.query(
      `insert into edit_claims (product_id, batch_id, claimed_at) select id, $1, now() from products where store_id = $2`,
      [batchId, storeId],
    );
    await checkAfter(MINUTES);
    expect(await stateOf(storeId)).toMatchObject({ outside: [] });
    await harness.db.query('delete from edit_claims');
    await checkAfter(MINUTES);
    expect(await stateOf(storeId)).toMatchObject({ outside: [LATE] });
  });

  it('is not checked if the answers arrived, or the product is gone', async () => {
    const { storeId, shop } = await harness.addShop(buildCatalogue(2));
    await harness.apply(await harness.plan(storeId, everyVariant(2, { price: '12.00' })));
    expect(await stateOf(storeId)).toMatchObject({ waiting: 0 });
    loseFirst(shop);
    await harness.apply(await harness.plan(storeId, { 'p1-v1': { price: '13.00' } }));
    expect(await stateOf(storeId)).toMatchObject({ waiting: 1 });
    shop.removeProduct('p1');
    await checkAfter(3 * MINUTES);
    expect(await stateOf(storeId)).toMatchObject({ outside: [], waiting: 0 });
  });
});

describe('a bulk operation that starts long after it was presumed lost', () => {
  it('is cancelled, and what it wrote meanwhile is in the history', async () => {
    const { storeId, shop } = await harness.addShop(buildCatalogue(3));
    const bulk = addBulk(shop, 2);
    const { find } = bulk.editing;
    let starts = 0;
    bulk.afterStart = () => {
      if (++starts > 1) return;
      Object.assign(bulk.editing, { find: async () => null });
      throw lostAnswer();
    };
    const batchId = await harness.plan(storeId, everyVariant(3, { price: '12.00' }));
    await harness.apply(batchId);
    await harness.apply(await harness.plan(storeId, { 'p1-v1': { price: '15.00' } }));
    expect(await stateOf(storeId)).toMatchObject({ waiting: 3 });

    Object.assign(bulk.editing, { find });
    shop.set('p1-v1', 'price', '12.00');
    await checkAfter(3 * MINUTES);
    expect(bulk.cancelled).toEqual([0]);
    expect(await stateOf(storeId)).toMatchObject({ outside: [LATE], waiting: 0 });
  });
});
