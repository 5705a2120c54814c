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

/** What is held at the shop when the server dies, and what becomes of it afterwards. */
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
  await killAndCompare([store], fault, afterwards);
});
