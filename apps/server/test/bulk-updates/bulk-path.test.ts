import { SourceError } from '@storefleet/server/connectors/connector';
import { afterAll, describe, expect, it } from 'vitest';
import { type BulkHarness, buildCatalogue, createBulkHarness, everyVariant } from './bulk-harness.ts';
import { addBulk, type FakeBulk } from './fake-bulk.ts';
import { lostAnswer } from './fake-shop.ts';

const PRODUCTS = 120;
const MIN_PRODUCTS = 100;

const harness = await createBulkHarness();
afterAll(() => harness.close());

async function addLargeShop(products = PRODUCTS) {
  const { storeId, shop } = await harness.addShop(buildCatalogue(products));
  const bulk = addBulk(shop, MIN_PRODUCTS);
  const batchId = await harness.plan(storeId, everyVariant(products, { price: '12.00' }));
  return { storeId, shop, bulk, batchId };
}

const never = () => new Promise<never>(() => {});

describe('a large store batch', () => {
  it('is handed over in one operation, without what has changed meanwhile', async () => {
    const { storeId, shop, bulk, batchId } = await addLargeShop();
    shop.set('p5-v1', 'price', '17.00');
    shop.onWrite = () => {
      throw new Error('Nothing is left to be written product by product.');
    };
    await harness.apply(batchId);
    expect(await harness.batch(batchId)).toMatchObject({ status: 'completed', succeeded: 119, failed: 1 });
    expect(bulk.started).toHaveLength(1);
    await harness.expectAgreement(storeId, { writtenOnce: true });
  });

  it('counts what ends with the look once, though the look breaks off and is taken again', async () => {
    const { storeId, shop, batchId } = await addLargeShop(260);
    shop.set('p5-v1', 'price', '17.00');
    let fetches = 0;
    shop.beforeRead = () => {
      if (++fetches === 2) throw lostAnswer();
    };
    await harness.apply(batchId);
    expect(fetches).toBeGreaterThan(2);
    await harness.expectEnd({ storeId, batchId }, { succeeded: 259, failed: 1 }, { writtenOnce: true });
  });

  it.each(['auth', 'protocol'] as const)(
    'is followed later where the store cannot be asked now (%s): nothing is written beside the operation',
    async (kind) => {
      const { storeId, shop, bulk, batchId } = await addLargeShop();
      shop.onWrite = () => {
        throw new Error('The operation may still be running.');
      };
      const { follow } = bulk.editing;
      Object.assign(bulk.editing, {
        follow() {
          Object.assign(bulk.editing, { follow });
          throw new SourceError({ kind, message: 'The token is not valid any more.' });
        },
      });
      const app = harness.startProcess();
      await app.applier.apply(batchId);
      await app.workOffQueue();
      expect(await harness.batch(batchId)).toMatchObject({ status: 'in_progress' });
      await harness.letPass(61_000);
      await app.workOffQueue();
      expect(await harness.batch(batchId)).toMatchObject({ status: 'completed', succeeded: PRODUCTS });
      expect(bulk.started).toHaveLength(1);
      await harness.expectAgreement(storeId, { writtenOnce: true });
    },
  );

  it('has what the operation left undone read back, and written product by product', async () => {
    const { storeId, bulk, batchId } = await addLargeShop();
    bulk.limit = 70;
    await harness.apply(batchId);
    expect(await harness.batch(batchId)).toMatchObject({ status: 'completed', succeeded: PRODUCTS });
    expect(bulk.started).toHaveLength(1);
    await harness.expectAgreement(storeId, { writtenOnce: true });
  });

  it('is read back where the source has no outcomes to tell', async () => {
    const { storeId, bulk, batchId } = await addLargeShop();
    bulk.resultsGone = true;
    await harness.apply(batchId);
    await harness.expectEnd({ storeId, batchId }, { succeeded: PRODUCTS }, { writtenOnce: true });
  });

  it('is written product by product where the source takes no operation', async () => {
    const { storeId, bulk, batchId } = await addLargeShop();
    bulk.beforeStart = () => {
      throw new SourceError({ kind: 'rejected', message: 'Another operation is running.' });
    };
    const app = harness.startProcess();
    await app.applyFully(batchId);
    expect(await harness.batch(batchId)).toMatchObject({ status: 'completed', succeeded: PRODUCTS });
    expect(app.pauses).toEqual([]);
    await harness.expectAgreement(storeId, { writtenOnce: true });
  });

  it('whose start was not answered is found again', async () => {
    const { storeId, bulk, batchId } = await addLargeShop();
    bulk.afterStart = () => {
      throw lostAnswer();
    };
    await harness.apply(batchId);
    expect(await harness.batch(batchId)).toMatchObject({ status: 'completed', succeeded: PRODUCTS });
    expect(bulk.started).toHaveLength(1);
    await harness.expectAgreement(storeId, { writtenOnce: true });
  });

  it('that is cancelled asks the source to stop, and keeps what was done', async () => {
    const { storeId, bulk, batchId } = await addLargeShop();
    bulk.limit = 50;
    const app = harness.startProcess();
    bulk.beforePart = async (part) => {
      if (part === 0) await app.applier.cancel(batchId);
    };
    await app.applyFully(batchId);
    expect(await harness.batch(batchId)).toMatchObject({ status: 'cancelled', succeeded: 50, cancelled: 70 });
    expect(bulk.cancelled).toHaveLength(1);
    await harness.expectAgreement(storeId, { writtenOnce: true });
  });
});

describe('a process that dies with a large store batch', () => {
  type Dying = ReturnType<BulkHarness['startProcess']>;
  const dieIn = (step: 'beforeStart' | 'afterStart') => (app: Dying, bulk: FakeBulk) => {
    bulk[step] = () => {
      app.db.kill();
      return never();
    };
  };
  const STORE_HANDLE = /set bulk_operation/;

  it.each<[string, (app: Dying, bulk: FakeBulk) => void, number]>([
    ['before the label is stored', (app) => app.db.crashAt({ at: 'before', statement: STORE_HANDLE }), 1],
    ['once the label is stored', (app) => app.db.crashAt({ at: 'after', statement: STORE_HANDLE }), 1],
    ['before the operation is started', dieIn('beforeStart'), 1],
    ['once it is started, and before its answer', dieIn('afterStart'), 1],
    [
      'before the handle is stored',
      (app) => app.db.crashAt({ at: 'before', statement: STORE_HANDLE, nth: 2 }),
      1,
    ],
    [
      'once the handle is stored',
      (app) => app.db.crashAt({ at: 'after', statement: STORE_HANDLE, nth: 2 }),
      1,
    ],
    [
      'while it follows',
      (app, bulk) => {
        bulk.beforePart = (part) => {
          if (part < 2) return undefined;
          app.db.kill();
          return never();
        };
      },
      1,
    ],
    [
      'after some of the outcomes are stored',
      (app) => app.db.crashAt({ at: 'commit', statement: /insert into change_history/ }),
      1,
    ],
  ])('%s: another ends it, and source, copy and history agree', async (_name, arm, operations) => {
    const { storeId, bulk, batchId } = await addLargeShop();
    const dying = harness.startProcess();
    arm(dying, bulk);
    await dying.applier.apply(batchId);
    void dying.workOffQueue();
    await dying.db.died;
    bulk.beforeStart = () => {};
    bulk.afterStart = () => {};
    bulk.beforePart = () => {};

    await harness.letPass(31_000);
    const next = harness.startProcess();
    await next.workOffQueue();
    expect(await harness.batch(batchId)).toMatchObject({ status: 'completed', succeeded: PRODUCTS });
    expect(bulk.started).toHaveLength(operations);
    await harness.expectAgreement(storeId, { writtenOnce: true });
  });
});
