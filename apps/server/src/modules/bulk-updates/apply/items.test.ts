import { randomUUID } from 'node:crypto';
import { openTestDatabase } from '@storefleet/test-support/database';
import { expect, it } from 'vitest';
import { addStore } from '../../../../test/products/catalogue.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { noteFoundChanges } from '../../catalogue/note-found.ts';
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

/** How many items the work reads. PostgreSQL 15 counts what the connection read before, too. */
async function countRead(tx: Queryable, work: () => Promise<unknown>): Promise<number> {
  const itemsRead = async () => {
    const { rows } = await tx.query<{ count: number }>(
      `select (seq_tup_read + idx_tup_fetch)::integer as count from pg_stat_xact_user_tables where relname = 'edit_items'`,
    );
    return rows[0]?.count ?? 0;
  };
  const before = await itemsRead();
  await work();
  return (await itemsRead()) - before;
}

it('marks and ends items of a large batch without reading its other items', async () => {
  const items = await readOpenItems(db, lease, { status: 'planned', after: -1, limit: TAKEN });
  const read = await db.transaction((tx) => countRead(tx, () => markSent(tx, lease, items)));
  expect(read).toBeLessThanOrEqual(FEW);

  let readAtEnd = 0;
  const watched: Database = {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const result = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
        readAtEnd = await countRead(tx, async () => result.resolve(await work(tx)));
        return result.promise;
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

it('finds out which of the changes that a sync found were sent without reading all that was', async () => {
  const storeId = await addStore(db, 'Berlin', 'EUR');
  await db.query(`update edit_items set status = 'sent', store_id = $1`, [storeId]);
  const { rows } = await db.query<{ product_id: string }>('select product_id from edit_items limit $1', [
    TAKEN,
  ]);
  const sent = rows.map(({ product_id }) => product_id);
  const found = [...sent, randomUUID()].map((product_id) => ({
    item: {
      product_id,
      product_source_id: '1',
      product_title: 'Hat',
      variant_id: null,
      variant_source_id: null,
      variant_title: null,
      sku: null,
      changes: {},
    },
    changed: [{ attribute: 'price', old: '1.00', new: '3.00' } as const],
    oldKnown: false,
  }));
  const finder = { foundBy: 'sync', batchId: randomUUID() } as const;
  const read = await db.transaction((tx) =>
    countRead(tx, () => noteFoundChanges(tx, storeId, finder, found, new Date())),
  );
  expect(read).toBeLessThanOrEqual(FEW);
  const { rows: noted } = await db.query('select product_id from change_history where batch_id = $1', [
    finder.batchId,
  ]);
  expect(noted).toEqual([{ product_id: found.at(-1)?.item.product_id }]);
});
