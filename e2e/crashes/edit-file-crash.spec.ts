import { beforeAll, test } from 'vitest';
import { type ConnectedStore, connectStore, syncStores } from '../support/api.ts';
import { useBatches } from '../support/batches.ts';
import { useStage } from '../support/stage.ts';

const stage = useStage();
const { killAndCompare } = useBatches(stage);
/** Enough for the shop to be handed a file that it works off by itself. */
const PRODUCTS = 1_050;

let store: ConnectedStore;

beforeAll(async () => {
  const { api, shops } = stage;
  store = await connectStore(api, shops.open('quartzite', { products: PRODUCTS, variantsPerProduct: 1 }));
  await syncStores(api, [store]);
});

/** Each point at which it may die: bulk-path.test.ts of the server. */
test('killed when the shop has started and not answered, a batch that goes as one file ends with all equal', async () => {
  await killAndCompare([store], { match: 'bulkOperationRunMutation', when: 'after' }, 'drop');
});
