import { expect, it } from 'vitest';
import { buildProducts } from '../../../../test/sync/fake-source.ts';
import { createSyncHarness, syncStore } from '../../../../test/sync/sync-harness.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { textOf } from '../../../platform/db/statements/prepared.ts';
import { readProducts } from './catalogue-plan.ts';

const harness = await createSyncHarness();

type PlanNode = { Plans?: PlanNode[]; 'Rows Removed by Filter'?: number; 'Actual Loops': number };

function rowsReadInVain(node: PlanNode): number {
  const own = (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsReadInVain(child), own);
}

it('compares a page without reading the rest of a store that has no statistics yet', async () => {
  const products = buildProducts(1_000);
  const { storeId } = await harness.addStore(products);
  await syncStore(harness, storeId);

  let inVain = 0;
  const explained: Queryable = {
    ...harness.db,
    async query(statement, params) {
      const { rows } = await harness.db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) ${textOf(statement)}`,
        params,
      );
      for (const row of rows) inVain += rowsReadInVain(row['QUERY PLAN'][0].Plan);
      return harness.db.query(statement, params);
    },
  };
  const page = products.slice(0, 250).map(({ sourceId }) => sourceId);

  expect(await readProducts(explained, storeId, page)).toHaveLength(250);
  expect(inVain).toBe(0);
});
