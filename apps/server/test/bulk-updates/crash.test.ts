import { describe, expect, it } from 'vitest';
import { buildCatalogue, createBulkHarness, everyVariant } from './bulk-harness.ts';
import type { BulkProcess } from './bulk-process.ts';
import type { CrashPoint } from './crashing-database.ts';
import type { FakeShop } from './fake-shop.ts';

const PRODUCTS = 130;
const VALUES = { price: '12.50', sku: 'NEW' };

const harness = await createBulkHarness();

type Arm = (app: BulkProcess, shop: FakeShop) => void;

const CLAIM = /insert into edit_claims/;
const SENT = /set status = 'sent'/;
const HISTORY = /insert into change_history/;
const END = /exists \(select from batch\)/;

const atStatement =
  (at: CrashPoint['at'], statement: RegExp, nth = 1): Arm =>
  (app) =>
    app.db.crashAt({ at, statement, nth });
/** Dies in the n-th call of this kind to the shop. */
const inCall =
  (when: 'beforeRead' | 'onWrite' | 'beforeAnswer', nth = 1): Arm =>
  (app, shop) => {
    let calls = 0;
    shop[when] = () => (++calls < nth ? undefined : app.db.dieHere());
  };

const CRASHES: [string, Arm][] = [
  ['before anything is claimed', atStatement('before', CLAIM)],
  ['once the products are claimed', atStatement('after', CLAIM)],
  ['while the shop is asked what it holds', inCall('beforeRead')],
  ['before the items are marked as sent', atStatement('before', SENT)],
  ['once the items are marked as sent', atStatement('after', SENT)],
  ['when the first edit is about to arrive', inCall('onWrite')],
  ['when the first edit was made, and before the answer', inCall('beforeAnswer')],
  ['in the middle of many, before one arrives', inCall('onWrite', 60)],
  ['in the middle of many, after one was made', inCall('beforeAnswer', 60)],
  ['after the answers and before the first transaction', atStatement('before', HISTORY)],
  ['in the middle of the first transaction', atStatement('after', HISTORY)],
  ['right after the first commit', atStatement('commit', HISTORY)],
  ['in the middle of a later transaction', atStatement('after', HISTORY, 3)],
  ['right after a later commit', atStatement('commit', HISTORY, 3)],
  ['before the store batch ends', atStatement('before', END)],
  ['right after the store batch has ended', atStatement('commit', END)],
];

describe('a brief database outage', () => {
  it.each<[string, CrashPoint]>([
    ['before products are claimed', { at: 'before', statement: CLAIM }],
    ['when products were claimed', { at: 'after', statement: CLAIM }],
    ['when items were marked as sent', { at: 'after', statement: SENT }],
    ['before what was written is stored', { at: 'before', statement: HISTORY }],
    ['while what was written is stored', { at: 'after', statement: HISTORY, nth: 2 }],
    ['when what was written is stored, and does not say so', { at: 'commit', statement: HISTORY }],
    ['when the store batch has ended, and does not say so', { at: 'commit', statement: END }],
  ])('%s: the worker continues, and nothing is stored twice', async (_name, point) => {
    const { storeId, batchId } = await harness.planForAll(PRODUCTS, { price: '12.50' });
    const app = harness.startProcess();
    app.db.breakAt(point);
    await app.applyFully(batchId);
    await harness.expectEnd({ storeId, batchId }, { succeeded: PRODUCTS }, { writtenOnce: true });
  });
});

describe('the death of a process', () => {
  it.each(CRASHES)('%s: another ends the batch, and source, copy and history agree', async (_name, arm) => {
    const { storeId, shop, batchId } = await harness.planForAll(PRODUCTS, VALUES);
    const dying = harness.startProcess();
    await dying.applier.apply(batchId);
    arm(dying, shop);
    void dying.workOffQueue();
    await harness.takeOver(dying, shop);
    const none = { failed: 0, unchanged: 0, cancelled: 0 };
    const all = { succeeded: PRODUCTS, total: PRODUCTS, ...none };
    await harness.expectEnd({ storeId, batchId }, all, { writtenOnce: true });
    expect(await harness.history(storeId)).toHaveLength(2 * PRODUCTS);
  });
});

describe('the death of a process with an edit that it started at once', () => {
  it.each<[string, Arm]>([
    ['once it is stored, and its products are claimed', atStatement('after', /insert into edit_batches/)],
    ['before the items are marked as sent', atStatement('before', SENT)],
    ['once the items are marked as sent', atStatement('after', SENT)],
    ['when the edit is about to arrive', inCall('onWrite')],
    ['when the edit was made, and before the answer', inCall('beforeAnswer')],
    ['before the transaction that ends it', atStatement('before', HISTORY)],
    ['at the end of that transaction', atStatement('after', END)],
    ['right after its commit', atStatement('commit', END)],
  ])('%s: another ends it, and source, copy and history agree', async (_name, arm) => {
    const { storeId, shop } = await harness.addShop(buildCatalogue(3));
    const plan = await harness.planToBegin(storeId, everyVariant(3, VALUES));
    const { batchId } = plan;
    const dying = harness.startProcess();
    arm(dying, shop);
    void dying.applier.begin(plan, { durable: false });
    await harness.takeOver(dying, shop);
    await harness.expectEnd({ storeId, batchId }, { succeeded: 3, total: 3 }, { writtenOnce: true });
  });
});
