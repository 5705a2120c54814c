import type { Connector } from '@storefleet/server/connectors/connector';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { editingOf } from '../../src/connectors/shopify/testing/editing.ts';
import { type Simulation, startSimulation } from '../../src/connectors/shopify/testing/simulated-shop.ts';
import { syncStore } from '../sync/sync-harness.ts';
import { type BulkHarness, createBulkHarness } from './bulk-harness.ts';

const PRODUCTS = 40;
const OLDER_OPERATIONS = 130;

let harness: BulkHarness;
let simulation: Simulation;
beforeAll(async () => {
  simulation = await startSimulation();
  harness = await createBulkHarness();
});
afterAll(async () => {
  await harness.close();
  await simulation.simulator.close();
});

/** A connector that hands so few products over in bulk already. */
function inBulk(connector: Connector): Connector {
  const editing = editingOf(connector);
  const { bulk } = editing;
  if (bulk === null) throw new Error('The connector has no bulk editing.');
  return { ...connector, editing: { ...editing, bulk: { ...bulk, minProducts: PRODUCTS } } };
}

it('a bulk operation whose start was not answered is followed, behind any number of others', async () => {
  const { shop, connector, host } = simulation.open({ products: PRODUCTS, variantsPerProduct: 1 });
  for (let index = 0; index < OLDER_OPERATIONS; index += 1) {
    const run = async () => 'COMPLETED' as const;
    const query = '{ products { edges { node { id } } } }';
    shop.bulkOperations.start({ type: 'QUERY', query, clientIdentifier: null, resultKey: null, run }, host);
  }
  const { storeId } = await harness.addStore();
  harness.connectors.set(storeId, inBulk(connector));
  await syncStore(harness, storeId);
  const ids = [...(await harness.idsOf(storeId)).values()].filter(({ variant_id }) => variant_id !== null);
  const prices = Object.fromEntries(ids.map(({ source_id }) => [source_id, { price: '1234.56' }]));
  const batchId = await harness.plan(storeId, prices);

  simulation.simulator.faults.add({
    shop: shop.domain,
    action: { kind: 'applied_answer_lost' },
    match: 'bulkOperationRunMutation',
  });
  // It is still at work when the answer is missed, and goes on when it is followed.
  shop.bulkObjectsPerSecond = 10;
  await harness.startProcess().applyFully(batchId);
  expect(await harness.batch(batchId)).toMatchObject({ status: 'completed', succeeded: PRODUCTS });
  expect(shop.writes.all).toHaveLength(PRODUCTS);
  expect(await harness.history(storeId)).toHaveLength(PRODUCTS);
  expect(shop.log.counters().byOperation).toMatchObject({ bulkOperationRunMutation: 1 });

  // Nothing is left at the shop that could overwrite what comes after.
  const [variant] = ids;
  const newer = await harness.plan(storeId, { [variant?.source_id ?? '']: { price: '6.66' } });
  await harness.startProcess().applyFully(newer);
  expect(shop.bulkOperations.all.every(({ status }) => status === 'COMPLETED')).toBe(true);
  expect(shop.writes.of(variant?.source_id ?? '', 'price').map(({ value }) => value)).toEqual([
    '1234.56',
    '6.66',
  ]);
});
