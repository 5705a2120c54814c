import {
  checkLateWrites,
  claimDueChecks,
} from '@storefleet/server/modules/bulk-updates/late-writes/late-writes';
import { createLogger } from '@storefleet/server/platform/logging/logger';
import { afterAll, describe, expect, it } from 'vitest';
import { syncStore } from '../sync/sync-harness.ts';
import { buildCatalogue, createBulkHarness, everyVariant } from './bulk-harness.ts';
import { addBulk } from './fake-bulk.ts';
import { type FakeShop, lostAnswer } from './fake-shop.ts';

const harness = await createBulkHarness();
afterAll(() => harness.close());

const { signal } = new AbortController();
const MINUTES = 60_000;

/** As a process that was started just now does it. */
async function check(): Promise<void> {
  const deps = { ...harness, logger: createLogger({ level: 'silent' }) };
  for (let due = await claimDueChecks(deps); due !== null; due = await claimDueChecks(deps)) {
    await checkLateWrites(deps, due, signal);
  }
}

async function waiting(storeId: string): Promise<number> {
  const { rows } = await harness.db.query('select from late_write_checks where store_id = $1', [storeId]);
  return rows.length;
}

/** What history has of changes that nobody here made. */
async function outside(storeId: string) {
  const { rows } = await harness.db.query(
    `select variant_source_id as target, attribute, old_value, new_value, user_id, product_title, store_name
     from change_history where store_id = $1 and origin = 'outside' order by variant_source_id`,
    [storeId],
  );
  return rows;
}

async function priceInCopy(storeId: string): Promise<string | null> {
  const { rows } = await harness.db.query<{ price: string }>(
    `select price::text from variants where store_id = $1 order by source_id limit 1`,
    [storeId],
  );
  return rows[0]?.price ?? null;
}

function loseFirst(shop: FakeShop): void {
  let calls = 0;
  shop.onWrite = () => (calls++ === 0 ? 'lose before applying' : undefined);
}

/** The request for 12.00 was lost and sent again, then 15.00 written. The shop still has the lost one. */
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

describe('a request that arrives long after it was sent again', () => {
  it('is found minutes later: our copy is corrected, and history says that the change came from outside', async () => {
    const { storeId, shop } = await editedTwice();
    shop.set('p1-v1', 'price', '12.00');
    await check();
    expect(await priceInCopy(storeId)).toBe('15.00');
    await harness.letPass(3 * MINUTES);
    await check();
    expect(await priceInCopy(storeId)).toBe('12.00');
    expect(await outside(storeId)).toEqual([
      { ...LATE, user_id: null, product_title: expect.any(String), store_name: 'Atlas' },
    ]);
    expect(await waiting(storeId)).toBe(0);
  });

  it('is in the history too where a sync found it first', async () => {
    const { storeId, shop } = await editedTwice();
    shop.set('p1-v1', 'price', '12.00');
    await syncStore(harness, storeId);
    await harness.letPass(3 * MINUTES);
    await check();
    expect(await outside(storeId)).toMatchObject([LATE]);
  });

  it('leaves no trace where it changed nothing', async () => {
    const { storeId } = await editedTwice();
    await harness.letPass(3 * MINUTES);
    await check();
    expect(await outside(storeId)).toEqual([]);
    expect(await waiting(storeId)).toBe(0);
    expect(await priceInCopy(storeId)).toBe('15.00');
  });

  it('is looked for again while the store cannot be asked, or a batch holds the product', async () => {
    const { storeId, shop } = await editedTwice();
    shop.set('p1-v1', 'price', '12.00');
    await harness.letPass(3 * MINUTES);
    shop.beforeRead = () => {
      throw lostAnswer();
    };
    await check();
    expect(await outside(storeId)).toEqual([]);
    shop.beforeRead = () => {};
    const batchId = await harness.plan(storeId, { 'p1-v1': { barcode: '1' } });
    await harness.db.query(
      `insert into edit_claims (product_id, batch_id, claimed_at) select id, $1, now() from products where store_id = $2`,
      [batchId, storeId],
    );
    await harness.letPass(MINUTES);
    await check();
    expect(await outside(storeId)).toEqual([]);
    await harness.db.query('delete from edit_claims');
    await harness.letPass(MINUTES);
    await check();
    expect(await outside(storeId)).toMatchObject([LATE]);
  });

  it('is not looked for where the answers came, or the product is gone', async () => {
    const { storeId, shop } = await harness.addShop(buildCatalogue(2));
    await harness.apply(await harness.plan(storeId, everyVariant(2, { price: '12.00' })));
    expect(await waiting(storeId)).toBe(0);
    loseFirst(shop);
    await harness.apply(await harness.plan(storeId, { 'p1-v1': { price: '13.00' } }));
    expect(await waiting(storeId)).toBe(1);
    shop.removeProduct('p1');
    await harness.letPass(3 * MINUTES);
    await check();
    expect(await waiting(storeId)).toBe(0);
    expect(await outside(storeId)).toEqual([]);
  });
});

describe('a bulk operation that begins long after it was given up for lost', () => {
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
    expect(await waiting(storeId)).toBe(3);

    Object.assign(bulk.editing, { find });
    shop.set('p1-v1', 'price', '12.00');
    await harness.letPass(3 * MINUTES);
    await check();
    expect(bulk.cancelled).toEqual([0]);
    expect(await outside(storeId)).toMatchObject([LATE]);
    expect(await waiting(storeId)).toBe(0);
  });
});
