import { randomUUID } from 'node:crypto';
import { openTestDatabase } from '@storefleet/test-support/database';
import { expect, it } from 'vitest';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { markSent, readOpenItems } from './items.repository.ts';
import { failed } from './outcome/decisions.ts';
import { finishGroup } from './outcome/finish-group.ts';

/** Enough that to read all of them costs more than to look up a hundred. */
const OPEN = 30_000;
const TAKEN = 100;
/** PostgreSQL counts a row up to three times: looked up, locked, updated. */
const FEW = 3 * TAKEN;
const lease = { batchId: randomUUID(), storeId: randomUUID(), leaseId: randomUUID() };

const db = await openTestDatabase();
// A batch just planned, of which the planner knows nothing.
await db.query(
  `with batch as (
     insert into edit_batches (id, origin, status, attributes, created_at)
     values ($1, 'bulk_update', 'in_progress', '{price}', now())
   ), store as (
     insert into edit_batch_stores (batch_id, store_id, store_name, status, total, lease_id, heartbeat_at)
     values ($1, $2, 'Atlas', 'in_progress', $4, $3, now())
   )
   insert into edit_items (id, batch_id, store_id, position, product_id, changes)
   select gen_random_uuid(), $1, $2, n, gen_random_uuid(), '{"price": {"old": "1.00", "new": "2.00"}}'
   from generate_series(1, $4::integer) as n`,
  [lease.batchId, lease.storeId, lease.leaseId, OPEN],
);

async function itemsRead(tx: Queryable): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select (seq_tup_read + idx_tup_fetch)::integer as count from pg_stat_xact_user_tables where relname = 'edit_items'`,
  );
  return rows[0]?.count ?? 0;
}

it('marks and ends items of a large batch without reading its other items', async () => {
  const items = await readOpenItems(db, lease, { status: 'planned', after: -1, limit: TAKEN });
  const read = await db.transaction(async (tx) => {
    await markSent(tx, lease, items);
    return itemsRead(tx);
  });
  expect(read).toBeLessThanOrEqual(FEW);

  let readAtEnd = 0;
  const watched: Database = {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const result = await work(tx);
        readAtEnd = await itemsRead(tx);
        return result;
      }),
  };
  const storeBatch = {
    batch_id: lease.batchId,
    store_id: lease.storeId,
    store_name: 'Atlas',
    store_currency: null,
    origin: 'bulk_update',
    requested_by: null,
    requested_by_email: null,
    requested_by_name: null,
    undoes_batch_id: null,
  } as const;
  await finishGroup(
    watched,
    { lease, storeBatch },
    items.map((item) => failed(item, 'Refused.')),
    { release: [], now: new Date() },
  );
  expect(readAtEnd).toBeLessThanOrEqual(FEW);
  const { rows } = await db.query<{ failed: number }>(
    `select count(*)::integer as failed from edit_items where status = 'failed' and error = 'Refused.'`,
  );
  expect(rows).toEqual([{ failed: TAKEN }]);
});
