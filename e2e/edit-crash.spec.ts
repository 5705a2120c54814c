import type { BulkUpdateBatch } from '@storefleet/contract/bulk-updates';
import type { HistoryPage } from '@storefleet/contract/history';
import { messages } from '@storefleet/contract/messages';
import type { Product } from '@storefleet/contract/products';
import { beforeAll, expect, test } from 'vitest';
import { type ConnectedStore, connectStore, productsOf, syncStores } from './support/api.ts';
import { useStage } from './support/stage.ts';

const stage = useStage();
const SHOPS = ['basalt', 'gneiss'];
const VARIANTS_PER_PRODUCT = 3;
/** Enough for several rounds of reading and writing in each shop. */
const PRODUCTS = 60;
/** Enough for the shop to be handed a file that it works off by itself. */
const PRODUCTS_FOR_A_FILE = 1_050;

let stores: readonly ConnectedStore[];
let large: ConnectedStore;
/** The price that the next batch sets everywhere, different every time. */
let price = 1_000;

beforeAll(async () => {
  const { api, shops } = stage;
  const options = { products: PRODUCTS, variantsPerProduct: VARIANTS_PER_PRODUCT };
  stores = await Promise.all(SHOPS.map((name) => connectStore(api, shops.open(name, options))));
  large = await connectStore(
    api,
    shops.open('quartzite', { products: PRODUCTS_FOR_A_FILE, variantsPerProduct: 1 }),
  );
  await syncStores(api, [...stores, large]);
});

/** What stands still at the shop when the server dies, and what becomes of it afterwards. */
test.each([
  ['before anything is read', { match: 'EditedValues', when: 'before' }, 'drop'],
  [
    'when everything is read and nothing is written',
    { match: 'productVariantsBulkUpdate', when: 'before' },
    'drop',
  ],
  [
    'when a write is on its way, which arrives',
    { match: 'productVariantsBulkUpdate', when: 'before' },
    'release',
  ],
  ['when a write is done and not answered', { match: 'productVariantsBulkUpdate', when: 'after' }, 'drop'],
  [
    'in the middle, a write not answered',
    { match: 'productVariantsBulkUpdate', when: 'after', skip: 45 },
    'drop',
  ],
] as const)('killed %s, a batch ends with source, copy and history equal', async (_, fault, afterwards) => {
  await killAndCompare(stores, fault, afterwards);
});

test.each([
  [
    'when the file lies there and is not started',
    { match: 'bulkOperationRunMutation', when: 'before' },
    'drop',
  ],
  [
    'when the shop has started and not answered',
    { match: 'bulkOperationRunMutation', when: 'after' },
    'drop',
  ],
  ['while the shop works the file off', { match: 'bulkOperation(id', when: 'before' }, 'drop'],
] as const)('killed %s, a batch that goes as one file ends with all equal', async (_, fault, afterwards) => {
  await killAndCompare([large], fault, afterwards);
});

test('a batch is cancelled: what is done stays done and is in the history, the rest is as it was', async () => {
  // Every write but the first ten stands still, so that some are under way and others have not begun.
  const hold = stage.shops.simulator.hold({
    match: 'productVariantsBulkUpdate',
    when: 'before',
    skip: 10,
    times: 1_000,
  });
  const batchId = await applyPrice(stores);
  await hold.reached;
  await stage.api('POST', `/products/bulk-updates/${batchId}/cancel`);
  hold.release();
  const batch = await untilEnded(batchId);
  expect(batch.status).toBe('cancelled');
  expect(batch.cancelled).toBeGreaterThan(0);
  expect(batch.succeeded + batch.cancelled).toBe(batch.total);
  await expectAgreement(stores, batch);
});

type HoldAt = { match: string; when: 'before' | 'after'; skip?: number };

async function killAndCompare(
  edited: readonly ConnectedStore[],
  fault: HoldAt,
  afterwards: 'drop' | 'release',
): Promise<void> {
  const { product, shops } = stage;
  const hold = shops.simulator.hold(fault);
  const batchId = await applyPrice(edited);
  await hold.reached;
  await product.kill();
  hold[afterwards]();
  await product.start();
  const batch = await untilEnded(batchId);
  expect(batch).toMatchObject({ status: 'completed', succeeded: batch.total, failed: 0, errors: [] });
  await expectAgreement(edited, batch);
}

async function applyPrice(edited: readonly ConnectedStore[]): Promise<string> {
  price += 1;
  for (const { shop } of edited) shop.writes.clear();
  const products = (await Promise.all(edited.map((store) => productsOf(stage.api, store)))).flat();
  const planned = await stage.api<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', {
    products_to_update: products.map(({ id, store_id }) => ({ id, store_id })),
    attributes_to_set: { price },
  });
  expect(planned).toMatchObject({ status: 'planned', failed: 0, unchanged: 0 });
  await stage.api('POST', `/products/bulk-updates/${planned.batch_id}/apply`, {});
  return planned.batch_id;
}

async function untilEnded(batchId: string): Promise<BulkUpdateBatch> {
  let batch: BulkUpdateBatch | null = null;
  await expect
    .poll(
      async () => {
        batch = await stage.api<BulkUpdateBatch>('GET', `/products/bulk-updates/${batchId}`);
        return batch.status;
      },
      { timeout: 90_000, interval: 100 },
    )
    .not.toBe('in_progress');
  if (batch === null) throw new Error('The batch was not asked for.');
  return batch;
}

/** The shops' own data, our copy and the history say the same, and every variant was written once at most. */
async function expectAgreement(edited: readonly ConnectedStore[], batch: BulkUpdateBatch): Promise<void> {
  const { data: records } = await stage.api<HistoryPage>(
    'GET',
    `/history?batch_id=${batch.batch_id}&view_all=true`,
  );
  expect(records).toHaveLength(batch.succeeded);
  const recorded = new Map(records.map((record) => [record.variant_id, record]));
  for (const store of edited) {
    const { shop } = store;
    const atSource = new Map<string, unknown>(
      shop.catalogue
        .products()
        .flatMap(({ variants }) => variants)
        .map((variant) => [`gid://shopify/ProductVariant/${variant.id}`, variant.price] as const),
    );
    for (const variant of (await productsOf(stage.api, store)).flatMap((found: Product) => found.variants)) {
      expect(variant.price).toBe(atSource.get(variant.shopify_id));
      const writes = shop.writes.of(variant.shopify_id, 'price');
      const record = recorded.get(variant.id);
      expect(writes.map(({ before, value }) => ({ before, value }))).toEqual(
        record === undefined ? [] : [{ before: record.old_value, value: record.new_value }],
      );
    }
  }
  await expectHistoryShown(batch);
}

async function expectHistoryShown({ batch_id, succeeded }: BulkUpdateBatch): Promise<void> {
  if (succeeded === 0) return;
  const { page } = await stage.visitSignedIn();
  await page.goto(`/history?batch_id=${batch_id}`);
  await page.getByRole('heading', { name: messages.history.title }).waitFor();
  await page
    .getByRole('table')
    .getByText(new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(price))
    .first()
    .waitFor();
}
