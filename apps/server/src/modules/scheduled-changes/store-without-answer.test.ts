import type { ProductList } from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { UndoStarted } from '@storefleet/contract/edits/history';
import type { Attention } from '@storefleet/contract/overview';
import { openTestApp } from '@storefleet/test-support/app';
import { beforeEach, expect, it, vi } from 'vitest';
import { createShopStage } from '../../../test/stores/shop-stage.ts';

const environment = { ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') };
const stage = await createShopStage({ environment });
const { app, call, simulator } = stage;
/** A second process of the application. */
await openTestApp({
  db: app.db,
  environment: {
    ...environment,
    SHOPIFY_ALLOWED_HOSTS: `*.localhost:${simulator.port}`,
    PROCESS_ROLE: 'worker',
  },
});

const PATIENCE = { timeout: 30_000 };
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 16);
const SALE = { starts: inDays(2), ends: inDays(4), timezone: 'UTC' };

async function connect(name: string) {
  const { shop, storeId } = await stage.connectShop({ plan: 'Plus', products: 0 }, { shop_name: name });
  shop.catalogue.createProduct({ title: 'Kettle', variants: [{ price: '10.00' }] });
  await app.sync(storeId);
  return { name, shop, storeId };
}
type Connected = Awaited<ReturnType<typeof connect>>;
const [berlin, oslo, rome] = await Promise.all(['Berlin', 'Oslo', 'Rome'].map(connect));
if (!berlin || !oslo || !rome) throw new Error('There are three shops.');

const pricesOf = async ({ storeId }: Connected) =>
  (await call<ProductList>('GET', `/products/stores/${storeId}`)).body.products.map(
    ({ variants: [variant] }) => variant?.price,
  );
const SALE_PRICES = ['9.00'];
const PRICES = ['10.00'];
const pricesAtShop = ({ shop }: Connected) =>
  shop.catalogue
    .products()
    .toArray()
    .map(({ variants: [variant] }) => variant?.price);

const read = async (batchId: string) =>
  (await call<BulkUpdateBatch>('GET', `/products/bulk-updates/${batchId}`)).body;
const until = (batchId: string, batch: object) =>
  vi.waitFor(async () => {
    const found = await read(batchId);
    expect(found).toMatchObject(batch);
    return found;
  }, PATIENCE);
const come = (batchId: string, column: 'starts_at' | 'ends_at') =>
  app.db.query(`update scheduled_changes set ${column} = now() - interval '1 second' where batch_id = $1`, [
    batchId,
  ]);

beforeEach(async () => {
  simulator.faults.clear();
  await app.db.query('delete from edit_batches');
});

/** A sale in these stores, which the last of them got but has not answered, nor anything since. */
async function saleWithoutAnswerFrom(...stores: Connected[]) {
  const { body: plan } = await call<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', {
    search: { query: '', filter: 'price:>0', store_ids: stores.map(({ storeId }) => storeId) },
    price_change: { attribute: 'price', operation: 'decrease', unit: 'percent', value: '10' },
  });
  const { status, text } = await call('PUT', `/products/bulk-updates/${plan.batch_id}/schedule`, SALE);
  expect(status, text).toBe(200);
  const silent = stores.at(-1) as Connected;
  const answer = simulator.hold({
    shop: silent.shop.domain,
    when: 'after',
    match: 'productVariantsBulkUpdate',
  });
  await come(plan.batch_id, 'starts_at');
  await answer.reached;
  simulator.faults.add({ shop: silent.shop.domain, action: { kind: 'reset' }, target: 'any', times: 1e6 });
  answer.drop();
  await vi.waitFor(async () => {
    for (const store of stores.slice(0, -1)) expect(await pricesOf(store)).toEqual(SALE_PRICES);
  }, PATIENCE);
  return plan.batch_id;
}

/** Its end came this many minutes ago, and it was told to stop then. */
async function ended(batchId: string, minutes: number) {
  await come(batchId, 'ends_at');
  await vi.waitFor(async () => {
    const { rowCount } = await app.db.query(
      `update edit_batches set cancel_requested_at = cancel_requested_at - $2 * interval '1 minute'
       where id = $1 and cancel_requested_at is not null`,
      [batchId, minutes],
    );
    expect(rowCount).toBe(1);
  }, PATIENCE);
  await app.db.query(`select pg_notify('storefleet_work', 'schedules')`);
}

async function answersAgain() {
  simulator.faults.clear();
  await app.db.query('update edit_batch_stores set waiting_until = null');
}

const attention = async () =>
  (await call<Attention>('GET', '/overview/attention')).body.items.filter(
    ({ kind }) => kind === 'scheduled_change',
  );

/** How often each value was changed by the sale and what reverted it. */
async function changesBy({ batch_id, schedule }: BulkUpdateBatch) {
  const { rows } = await app.db.query<{ change: string }>(
    `select store_name || ' ' || new_value as change from change_history
     where batch_id = any ($1::uuid[]) order by change`,
    [[batch_id, ...(schedule?.reverts ?? []).map(({ batch_id }) => batch_id)]],
  );
  return rows.map(({ change }) => change);
}

it('reverts the other stores when one has not answered at its end, and that one as soon as it does', async () => {
  const sale = await saleWithoutAnswerFrom(berlin, rome, oslo);
  await ended(sale, 5);
  const problem = expect.stringMatching(
    /^Oslo has not answered the update yet.*The other stores are reverted/,
  );
  await until(sale, {
    status: 'in_progress',
    schedule: {
      state: 'applied',
      problem,
      waits_for_stores: true,
      reverts: [{ status: 'completed', stores: ['Berlin', 'Rome'] }],
    },
  });
  expect([await pricesOf(berlin), await pricesOf(rome)]).toEqual([PRICES, PRICES]);
  expect(await attention()).toMatchObject([{ store_name: 'Oslo', detail: problem, batch_id: sale }]);

  await answersAgain();
  const over = await until(sale, {
    schedule: { state: 'reverted', problem: null, reverts: [{}, { status: 'completed', stores: ['Oslo'] }] },
  });
  expect(await attention()).toEqual([]);
  expect(pricesAtShop(oslo)).toEqual(PRICES);
  expect(await changesBy(over)).toEqual(
    ['Berlin', 'Oslo', 'Rome'].flatMap((name) => [`${name} 10.00`, `${name} 9.00`]),
  );
});

it('reverts nothing twice, even if several processes work on it at once', async () => {
  const sale = await saleWithoutAnswerFrom(berlin, rome, oslo);
  const release = setInterval(() => {
    void app.db.query('update scheduled_changes set lease_id = null');
  }, 5);
  try {
    await ended(sale, 5);
    await until(sale, { schedule: { reverts: [{ status: 'completed' }] } });
    await answersAgain();
    const over = await until(sale, {
      schedule: { state: 'reverted', reverts: [{}, { status: 'completed' }] },
    });
    expect(await changesBy(over)).toEqual(
      ['Berlin', 'Oslo', 'Rome'].flatMap((name) => [`${name} 10.00`, `${name} 9.00`]),
    );
  } finally {
    clearInterval(release);
  }
});

it('waits five minutes before it reverts the stores one after the other', async () => {
  const sale = await saleWithoutAnswerFrom(berlin, oslo);
  await ended(sale, 4.9);
  await answersAgain();
  const over = await until(sale, { schedule: { state: 'reverted', reverts: [{ status: 'completed' }] } });
  expect(over.schedule?.reverts).toMatchObject([{ stores: ['Berlin', 'Oslo'] }]);
});

it('says what it waits for in its only store, and keeps the values there if told to', async () => {
  const sale = await saleWithoutAnswerFrom(oslo);
  await ended(sale, 5);
  await until(sale, {
    schedule: { state: 'applied', problem: expect.stringMatching(/reverted then\.$/), reverts: [] },
  });
  const kept = await call('PUT', `/products/bulk-updates/${sale}/schedule/end`, {
    ends: null,
    timezone: 'UTC',
  });
  expect(kept.status).toBe(200);
  await answersAgain();
  await until(sale, { status: 'completed', schedule: { state: 'kept', problem: null } });
  expect(await pricesOf(oslo)).toEqual(SALE_PRICES);
  const undo = await call<UndoStarted>('POST', '/history/undo', {
    batch_id: sale,
    include_uncertain: true,
  });
  await until(undo.body.batch_id, { status: 'completed' });
});

it('restores the values from before both sales where the first was reverted early', async () => {
  const first = await saleWithoutAnswerFrom(berlin, oslo);
  const { body: second } = await call<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', {
    search: { query: '', filter: 'price:>0', store_ids: [berlin.storeId] },
    price_change: { attribute: 'price', operation: 'decrease', unit: 'percent', value: '50' },
  });
  await call('PUT', `/products/bulk-updates/${second.batch_id}/schedule`, SALE);
  await come(second.batch_id, 'starts_at');
  await until(second.batch_id, { status: 'completed' });
  await ended(first, 5);
  await until(first, { schedule: { reverts: [{ status: 'failed', stores: ['Berlin'] }] } });
  await come(second.batch_id, 'ends_at');
  await until(second.batch_id, { schedule: { state: 'reverted', reverts: [{ status: 'completed' }] } });
  expect(await pricesOf(berlin)).toEqual(PRICES);
  await answersAgain();
  await until(first, { schedule: { state: 'reverted', reverts: [{}, { status: 'completed' }] } });
});

it('is undone by a person in the stores where it has ended, but not where it has not', async () => {
  const sale = await saleWithoutAnswerFrom(berlin, oslo);
  const undo = (json: object) => call<UndoStarted>('POST', '/history/undo', { batch_id: sale, ...json });
  expect((await undo({})).status).toBe(409);
  expect((await undo({ store_ids: [oslo.storeId] })).status).toBe(409);
  const { body } = await undo({ store_ids: [berlin.storeId] });
  await until(body.batch_id, { status: 'completed' });
  expect(await pricesOf(berlin)).toEqual(PRICES);
  await ended(sale, 5);
  await until(sale, { schedule: { waits_for_stores: true, reverts: [] } });
  await answersAgain();
  await until(sale, {
    schedule: { state: 'reverted', reverts: [{ status: 'completed', stores: ['Oslo'] }] },
  });
});
