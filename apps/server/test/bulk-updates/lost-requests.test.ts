import type { Connector } from '@storefleet/server/connectors/connector';
import { createLateWriteChecks } from '@storefleet/server/modules/bulk-updates/late-writes/late-writes';
import { createLogger } from '@storefleet/server/platform/logging/logger';
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

/** A synced copy of the simulated shop; answers its variants by their ids at the shop. */
async function addStore(connector: Connector) {
  const { storeId } = await harness.addStore();
  harness.connectors.set(storeId, connector);
  await syncStore(harness, storeId);
  const variants = [...(await harness.idsOf(storeId)).values()].filter(
    ({ variant_id }) => variant_id !== null,
  );
  return { storeId, variants: variants.map(({ source_id }) => source_id) };
}

it('a bulk operation whose start was not answered is followed, behind any number of others', async () => {
  const { shop, connector, host } = simulation.open({ products: PRODUCTS, variantsPerProduct: 1 });
  for (let index = 0; index < OLDER_OPERATIONS; index += 1) {
    const run = async () => 'COMPLETED' as const;
    const query = '{ products { edges { node { id } } } }';
    shop.bulkOperations.start({ type: 'QUERY', query, clientIdentifier: null, resultKey: null, run }, host);
  }
  const { storeId, variants } = await addStore(inBulk(connector));
  const prices = Object.fromEntries(variants.map((id) => [id, { price: '1234.56' }]));
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
  const [variant = ''] = variants;
  await harness.startProcess().applyFully(await harness.plan(storeId, { [variant]: { price: '6.66' } }));
  expect(shop.bulkOperations.all.every(({ status }) => status === 'COMPLETED')).toBe(true);
  expect(shop.writes.of(variant, 'price').map(({ value }) => value)).toEqual(['1234.56', '6.66']);
});

it('a request that the shop works on after it was sent again is found, and told as a change from outside', async () => {
  const { shop, host } = simulation.open({ products: 1, variantsPerProduct: 1 });
  const { connector } = simulation.connect(host, { timeoutMs: 1_000 });
  const { storeId, variants } = await addStore(connector);
  const [variant = ''] = variants;
  const late = simulation.simulator.hold({
    shop: shop.domain,
    match: 'productVariantsBulkUpdate',
    when: 'before',
  });
  const edit = async (price: string) =>
    harness.startProcess().applyFully(await harness.plan(storeId, { [variant]: { price } }));
  await edit('1234.56');
  await harness.letPass(10_000);
  await edit('6.66');
  late.release();
  const written = () => shop.writes.of(variant, 'price').map(({ value }) => value);
  await expect.poll(written).toEqual(['1234.56', '6.66', '1234.56']);

  await harness.letPass(3 * 60_000);
  const { db, clock, connect } = harness;
  const checks = createLateWriteChecks({ db, clock, logger: createLogger({ level: 'silent' }), connect });
  await checks.checkDue(new AbortController().signal);
  const { rows } = await db.query(
    `select h.origin, h.old_value, h.new_value, v.price::text from change_history h
     join variants v on v.id = h.variant_id where h.store_id = $1 order by h.changed_at desc limit 1`,
    [storeId],
  );
  expect(rows).toEqual([{ origin: 'outside', old_value: '6.66', new_value: '1234.56', price: '1234.56' }]);
});
