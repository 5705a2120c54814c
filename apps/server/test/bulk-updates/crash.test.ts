import { afterAll, describe, expect, it } from 'vitest';
import { type BulkHarness, buildCatalogue, createBulkHarness, everyVariant } from './bulk-harness.ts';
import type { CrashPoint } from './crashing-database.ts';
import type { FakeShop } from './fake-shop.ts';

/** Longer than the silence after which a worker is taken for dead. */
const DEAD_FOR_MS = 31_000;
const PRODUCTS = 130;

const harness = await createBulkHarness();
afterAll(() => harness.close());

type Dying = ReturnType<BulkHarness['startProcess']>;
const never = () => new Promise<never>(() => {});

const CLAIM = /insert into edit_claims/;
const SENT = /set status = 'sent'/;
const HISTORY = /insert into change_history/;
const END_SHARE = /exists \(select from batch\)/;

const atStatement = (point: CrashPoint) => (app: Dying) => app.db.crashAt(point);
/** Dies in the call for the n-th product to be written. */
const inWrite = (nth: number, when: 'onWrite' | 'beforeAnswer') => (app: Dying, shop: FakeShop) => {
  let calls = 0;
  shop[when] = () => {
    if (++calls < nth) return undefined;
    app.db.kill();
    return never();
  };
};

const CRASHES: [string, (app: Dying, shop: FakeShop) => void][] = [
  ['before anything is claimed', atStatement({ at: 'before', statement: CLAIM })],
  ['once the products are claimed', atStatement({ at: 'after', statement: CLAIM })],
  [
    'while the shop is asked what it holds',
    (app, shop) => {
      shop.beforeRead = () => {
        app.db.kill();
        return never();
      };
    },
  ],
  ['before the items are marked as sent', atStatement({ at: 'before', statement: SENT })],
  ['once the items are marked as sent', atStatement({ at: 'after', statement: SENT })],
  ['when the first edit is about to arrive', inWrite(1, 'onWrite')],
  ['when the first edit was made, and before the answer', inWrite(1, 'beforeAnswer')],
  ['in the middle of many, before one arrives', inWrite(60, 'onWrite')],
  ['in the middle of many, after one was made', inWrite(60, 'beforeAnswer')],
  ['after the answers and before the first transaction', atStatement({ at: 'before', statement: HISTORY })],
  ['in the middle of the first transaction', atStatement({ at: 'after', statement: HISTORY })],
  ['right after the first commit', atStatement({ at: 'commit', statement: HISTORY })],
  ['in the middle of a later transaction', atStatement({ at: 'after', statement: HISTORY, nth: 3 })],
  ['right after a later commit', atStatement({ at: 'commit', statement: HISTORY, nth: 3 })],
  ['before the store batch ends', atStatement({ at: 'before', statement: END_SHARE })],
  ['right after the store batch has ended', atStatement({ at: 'commit', statement: END_SHARE })],
];

describe('a database that is away for a moment', () => {
  it.each<[string, CrashPoint]>([
    ['before products are claimed', { at: 'before', statement: CLAIM }],
    ['when products were claimed', { at: 'after', statement: CLAIM }],
    ['when items were marked as sent', { at: 'after', statement: SENT }],
    ['before what was written is stored', { at: 'before', statement: HISTORY }],
    ['while what was written is stored', { at: 'after', statement: HISTORY, nth: 2 }],
    ['when what was written is stored, and does not say so', { at: 'commit', statement: HISTORY }],
    ['when the store batch has ended, and does not say so', { at: 'commit', statement: END_SHARE }],
  ])('%s: the worker goes on, and nothing is stored twice', async (_name, point) => {
    const { storeId, batchId } = await harness.planForAll(PRODUCTS, { price: '12.50' });
    const app = harness.startProcess();
    app.db.breakAt(point);
    await app.applyFully(batchId);
    await harness.expectEnd({ storeId, batchId }, { succeeded: PRODUCTS }, { writtenOnce: true });
  });
});

describe('a process that dies', () => {
  it.each(CRASHES)('%s: another ends the batch, and source, copy and history agree', async (_name, arm) => {
    const { storeId, shop, batchId } = await harness.planForAll(PRODUCTS, { price: '12.50', sku: 'NEW' });
    const dying = harness.startProcess();
    await dying.applier.apply(batchId);
    arm(dying, shop);
    void dying.workOffQueue();
    await dying.db.died;
    shop.onWrite = () => undefined;
    shop.beforeAnswer = () => {};
    shop.beforeRead = () => {};

    await harness.letPass(DEAD_FOR_MS);
    const next = harness.startProcess();
    await next.workOffQueue();

    expect(await harness.batch(batchId)).toEqual({
      status: 'completed',
      succeeded: PRODUCTS,
      failed: 0,
      unchanged: 0,
      cancelled: 0,
      total: PRODUCTS,
    });
    expect(await harness.history(storeId)).toHaveLength(2 * PRODUCTS);
    await harness.expectAgreement(storeId, { writtenOnce: true });
  });
});

describe('a process that dies with an edit which it began at once', () => {
  const BEGIN = /insert into edit_batches/;
  it.each<[string, (app: Dying, shop: FakeShop) => void]>([
    ['once it is stored, and its products are claimed', atStatement({ at: 'after', statement: BEGIN })],
    ['before the items are marked as sent', atStatement({ at: 'before', statement: SENT })],
    ['once the items are marked as sent', atStatement({ at: 'after', statement: SENT })],
    ['when the edit is about to arrive', inWrite(1, 'onWrite')],
    ['when the edit was made, and before the answer', inWrite(1, 'beforeAnswer')],
    ['before the transaction that ends it', atStatement({ at: 'before', statement: HISTORY })],
    ['at the end of that transaction', atStatement({ at: 'after', statement: END_SHARE })],
    ['right after its commit', atStatement({ at: 'commit', statement: END_SHARE })],
  ])('%s: another ends it, and source, copy and history agree', async (_name, arm) => {
    const { storeId, shop } = await harness.addShop(buildCatalogue(3));
    const plan = await harness.planToBegin(storeId, everyVariant(3, { price: '12.50', sku: 'NEW' }));
    const dying = harness.startProcess();
    arm(dying, shop);
    void dying.applier.begin(plan, { durable: false });
    await dying.db.died;
    shop.onWrite = () => undefined;
    shop.beforeAnswer = () => {};
    await harness.letPass(DEAD_FOR_MS);
    await harness.startProcess().workOffQueue();
    expect(await harness.batch(plan.batchId)).toMatchObject({ status: 'completed', succeeded: 3, total: 3 });
    await harness.expectAgreement(storeId, { writtenOnce: true });
  });
});
