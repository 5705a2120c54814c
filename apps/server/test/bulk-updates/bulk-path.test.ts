import { SourceError } from '@storefleet/server/connectors/source-error';
import { describe, expect, it } from 'vitest';
import { createBulkHarness } from './bulk-harness.ts';
import type { BulkProcess } from './bulk-process.ts';
import { addBulk, type FakeBulk } from './fake-bulk.ts';
import { lostAnswer } from './fake-shop.ts';

const PRODUCTS = 120;
const MIN_PRODUCTS = 100;

const harness = await createBulkHarness();

async function addLargeShop(products = PRODUCTS) {
  const planned = await harness.planForAll(products, { price: '12.00' });
  return { ...planned, bulk: addBulk(planned.shop, MIN_PRODUCTS) };
}
type Stage = Awaited<ReturnType<typeof addLargeShop>>;

async function expectEnd(stage: Stage, counts: object = { succeeded: PRODUCTS }, operations = 1) {
  await harness.expectEnd(stage, counts, { writtenOnce: true });
  expect(stage.bulk.started).toHaveLength(operations);
}

const notTaken = new SourceError({ kind: 'rejected', message: 'Another operation is running.' });
const refusing = (error: Error) => () => {
  throw error;
};

describe('a large store batch', () => {
  it.each<[string, (stage: Stage) => void, object?, number?]>([
    [
      'is handed over in one operation, without what has changed meanwhile',
      ({ shop }) => {
        shop.set('p5-v1', 'price', '17.00');
        shop.onWrite = refusing(new Error('Nothing is left to be written product by product.'));
      },
      { succeeded: 119, failed: 1 },
    ],
    [
      'has what the operation left undone reconciled, and written product by product',
      ({ bulk }) => Object.assign(bulk, { limit: 70 }),
    ],
    [
      'is reconciled where the source has no outcomes',
      ({ bulk }) => Object.assign(bulk, { resultsGone: true }),
    ],
    [
      'is written product by product where the source takes no operation',
      ({ bulk }) => Object.assign(bulk, { beforeStart: refusing(notTaken) }),
      { succeeded: PRODUCTS },
      0,
    ],
    [
      'whose start was not answered is found again',
      ({ bulk }) => Object.assign(bulk, { afterStart: refusing(lostAnswer()) }),
    ],
  ])('%s', async (_title, arrange, counts, operations = 1) => {
    const stage = await addLargeShop();
    arrange(stage);
    const app = harness.startProcess();
    await app.applyFully(stage.batchId);
    await expectEnd(stage, counts, operations);
    if (operations === 0) expect(app.pauses).toEqual([]);
  });

  it('counts rows that end with the fetch once, even if the fetch fails and is repeated', async () => {
    const stage = await addLargeShop(260);
    stage.shop.set('p5-v1', 'price', '17.00');
    let fetches = 0;
    stage.shop.beforeRead = () => {
      if (++fetches === 2) throw lostAnswer();
    };
    await harness.apply(stage.batchId);
    expect(fetches).toBeGreaterThan(2);
    await expectEnd(stage, { succeeded: 259, failed: 1 });
  });

  it.each(['auth', 'protocol'] as const)(
    'is followed later where the store cannot be asked now (%s): nothing is written beside the operation',
    async (kind) => {
      const stage = await addLargeShop();
      stage.shop.onWrite = refusing(new Error('The operation may still be running.'));
      const { editing } = stage.bulk;
      const { follow } = editing;
      Object.assign(editing, {
        follow() {
          Object.assign(editing, { follow });
          throw new SourceError({ kind, message: 'The token is not valid any more.' });
        },
      });
      const app = harness.startProcess();
      await app.applier.apply(stage.batchId);
      await app.workOffQueue();
      expect(await harness.batch(stage.batchId)).toMatchObject({ status: 'in_progress' });
      await harness.letPass(61_000);
      await app.workOffQueue();
      await expectEnd(stage);
    },
  );

  it('that is cancelled while the source has no room for it is not started', async () => {
    const stage = await addLargeShop();
    const app = harness.startProcess();
    stage.bulk.beforeStart = () => app.applier.cancel(stage.batchId);
    await app.applyFully(stage.batchId);
    await expectEnd(stage, { status: 'cancelled', succeeded: 0, cancelled: PRODUCTS }, 0);
  });

  it('that is cancelled asks the source to stop, and keeps finished rows', async () => {
    const stage = await addLargeShop();
    stage.bulk.limit = 50;
    const app = harness.startProcess();
    stage.bulk.beforePart = async (part) => {
      if (part === 0) await app.applier.cancel(stage.batchId);
    };
    await app.applyFully(stage.batchId);
    await expectEnd(stage, { status: 'cancelled', succeeded: 50, cancelled: 70 });
    expect(stage.bulk.cancelled).toHaveLength(1);
  });
});

describe('after the death of a process with a large store batch', () => {
  type Arm = (app: BulkProcess, bulk: FakeBulk) => void;
  const dieIn =
    (step: 'beforeStart' | 'afterStart' | 'beforePart', nth = 0): Arm =>
    (app, bulk) => {
      bulk[step] = (part?: number) => ((part ?? 0) < nth ? undefined : app.db.dieHere());
    };
  const atHandle =
    (at: 'before' | 'after', nth: number): Arm =>
    (app) =>
      app.db.crashAt({ at, statement: /set bulk_operation/, nth });

  it.each<[string, Arm]>([
    ['before the label is stored', atHandle('before', 1)],
    ['once the label is stored', atHandle('after', 1)],
    ['before the operation is started', dieIn('beforeStart')],
    ['once it is started, and before its answer', dieIn('afterStart')],
    ['before the handle is stored', atHandle('before', 2)],
    ['once the handle is stored', atHandle('after', 2)],
    ['while it follows', dieIn('beforePart', 2)],
    [
      'after some of the outcomes are stored',
      (app) => app.db.crashAt({ at: 'commit', statement: /insert into change_history/ }),
    ],
  ])('%s: another ends it, and source, copy and history agree', async (_name, arm) => {
    const stage = await addLargeShop();
    const { bulk, batchId, shop } = stage;
    const dying = harness.startProcess();
    arm(dying, bulk);
    await dying.applier.apply(batchId);
    void dying.workOffQueue();
    await dying.db.died;
    Object.assign(bulk, { beforeStart() {}, afterStart() {}, beforePart() {} });
    await harness.takeOver(dying, shop);
    await expectEnd(stage);
  });
});
