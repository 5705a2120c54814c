import { expect, it } from 'vitest';
import { buildProduct, buildProducts } from '../../../../test/sync/fake-source.ts';
import { createSyncHarness, syncStore } from '../../../../test/sync/sync-harness.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { textOf } from '../../../platform/db/statements/prepared.ts';
import { createRunSync } from '../../sync/runs/run-sync.ts';

const harness = await createSyncHarness();

type PlanNode = { Plans?: PlanNode[]; 'Rows Removed by Join Filter'?: number; 'Actual Loops': number };

/** Row pairs that a plan compared and rejected. */
function futilePairs(node: PlanNode): number {
  const own = (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, child) => sum + futilePairs(child), own);
}

it('verifies a first sync without comparing every pair of rows, whatever the statistics say', async () => {
  const few = await harness.addStore(buildProducts(20));
  await syncStore(harness, few.storeId);
  await harness.db.query('analyze');

  const pairs: number[] = [];
  const explained = (db: Queryable): Queryable => ({
    ...db,
    async query(statement, params) {
      const text = textOf(statement);
      if (/^\s*with seen /.test(text)) {
        const { rows } = await db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
          `explain (analyze, format json) ${text}`,
          params,
        );
        pairs.push(...rows.map((row) => futilePairs(row['QUERY PLAN'][0].Plan)));
      }
      return db.query(statement, params);
    },
  });
  const { db } = harness;
  const runSync = createRunSync({
    ...harness.serviceDeps,
    db: { ...db, ...explained(db), transaction: (work) => db.transaction((tx) => work(explained(tx))) },
  });
  const many = await harness.addStore(
    buildProducts(600).map(({ sourceId }) => buildProduct(`of-the-second-store-${sourceId}`)),
  );
  const run = await harness.service.start(many.storeId, {
    method: 'graphql',
    trigger: 'manual',
    requestedBy: null,
  });
  await runSync(run.id, new AbortController().signal);

  expect(pairs).toHaveLength(2);
  // Some pairs for each of the 600 rows are fine; a nested loop would compare 180,000 or more.
  for (const count of pairs) expect(count).toBeLessThan(6_000);
});
