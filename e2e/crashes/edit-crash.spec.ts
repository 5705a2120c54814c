import { test } from 'vitest';
import { connectStore, syncStores } from '../support/api.ts';
import { killingIn } from '../support/batches.ts';
import { openStage } from '../support/stage.ts';

const stage = await openStage();
const { api, shops } = stage;
const killAndCompare = killingIn(stage);
const SHOPS = ['basalt', 'gneiss'];
/** Enough for several rounds of reading and writing in each shop. */
const SIZE = { products: 60, variantsPerProduct: 3 };
const stores = await Promise.all(SHOPS.map((name) => connectStore(api, shops.open(name, SIZE))));
await syncStores(api, stores);

/**
 * What is held at the shop when the server dies, and the outcome. The server's crash.test.ts covers every
 * point.
 */
test.each([
  [
    'when a write is on its way, which arrives',
    { match: 'productVariantsBulkUpdate', when: 'before' },
    'release',
  ],
  [
    'in the middle, a write not answered',
    { match: 'productVariantsBulkUpdate', when: 'after', skip: 45 },
    'drop',
  ],
] as const)('killed %s, a batch ends with source, copy and history equal', async (_, fault, afterwards) => {
  await killAndCompare(stores, fault, afterwards);
});

/** Enough products for a bulk operation. The server's bulk-path.test.ts covers every point of failure. */
test('killed when the shop has started and not answered, a batch that goes as one file ends with all equal', async () => {
  const opened = shops.open('quartzite', { products: 1_050, variantsPerProduct: 1 });
  const store = await connectStore(api, opened);
  await syncStores(api, [store]);
  await killAndCompare([store], { match: 'bulkOperationRunMutation', when: 'after' }, 'drop');
});
