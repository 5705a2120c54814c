import type { RetentionKind } from '@storefleet/contract/constants';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { removeFoundStock, removeHistory } from '../catalogue/old-history.ts';
import { removeBatchItems, type Step } from './batch-items.ts';

/** Rows per statement: more would block the embedded database for others. */
const ROWS_PER_STEP = 2_000;
/** Their details are removed with them. */
const RUNS_PER_STEP = 200;
/** For this long a sync might still restore a product that the shop has reported deleted: none takes days. */
const GONE_PRODUCTS_KEPT = `interval '7 days'`;

type Pruned = {
  /** All its tables, starting with the one whose rows are counted. */
  readonly tables: readonly [string, ...string[]];
  /** Removes some of the older rows. */
  readonly removeSome: (db: Database, before: Date) => Promise<Step>;
  /** Query for rows older than $1, by an index: sampled rows, each of which represents `size` rows. */
  readonly older: string;
};

/** Everything with a retention period, and how to remove it. Skips locked rows until the next time. */
export const PRUNED: Readonly<Record<RetentionKind, Pruned>> = {
  history: {
    tables: ['change_history', 'change_history_counts', 'change_history_batches', 'undone_chains'],
    older: 'select 1 as size from change_history where changed_at < $1',
    async removeSome(db, before) {
      const removed =
        (await removeFoundStock(db, ROWS_PER_STEP)) || (await removeHistory(db, before, ROWS_PER_STEP));
      return { removed, isLast: removed === 0 };
    },
  },
  batch_items: {
    tables: ['edit_items', 'left_out_items', 'import_problem_rows', 'undo_requests'],
    older: `select store_batch.total as size from edit_batches batch
      join edit_batch_stores store_batch on store_batch.batch_id = batch.id
      where batch.completed_at < $1 and batch.items_removed_at is null`,
    removeSome: (db, before) => removeBatchItems(db, before, ROWS_PER_STEP),
  },
  runs: {
    tables: ['sync_runs', 'sync_skipped_rows', 'scheduled_sync_runs'],
    older: 'select 1 as size from sync_runs where completed_at < $1',
    removeSome: removeRuns,
  },
  deliveries: {
    tables: ['webhook_deliveries'],
    older: 'select 1 as size from webhook_deliveries where received_at < $1',
    removeSome: removeDeliveries,
  },
  audit: {
    tables: ['audit_log'],
    older: 'select 1 as size from audit_log where at < $1',
    removeSome: removeAuditEntries,
  },
};

/** Keeps each store's last run, which its page shows, and its last full one, which syncs of changes compare with. */
async function removeRuns(db: Queryable, before: Date): Promise<Step> {
  const syncs = await db.query(
    `delete from sync_runs where id in (
       select id from sync_runs run
       where completed_at < $1 and not exists (select from store_sync_states state where state.run_id = run.id)
         and id is distinct from (select id from sync_runs newest
           where newest.store_id = run.store_id and newest.scope = 'everything' and newest.status = 'completed'
           order by newest.created_at desc limit 1)
       order by completed_at limit ${RUNS_PER_STEP} for update skip locked)`,
    [before],
  );
  const ofSchedules = await db.query(
    `delete from scheduled_sync_runs where id in (
       select id from scheduled_sync_runs where started_at < $1 and status <> 'in_progress'
       order by started_at limit ${ROWS_PER_STEP} for update skip locked)`,
    [before],
  );
  const removed = syncs.rowCount + ofSchedules.rowCount;
  return { removed, isLast: removed === 0 };
}

/** Keeps each store's last delivery, whose time its page shows. It is looked up: a join compares all with all. */
async function removeDeliveries(db: Queryable, before: Date): Promise<Step> {
  const { rowCount } = await db.query(
    `delete from webhook_deliveries where ctid = any (array (
       select ctid from webhook_deliveries old
       where received_at < $1 and received_at < (
         select received_at from webhook_deliveries newer
         where newer.store_id = old.store_id order by received_at desc limit 1)
       order by received_at limit ${ROWS_PER_STEP} for update skip locked))`,
    [before],
  );
  if (rowCount === 0) {
    await db.query(`delete from gone_products where read_at < now() - ${GONE_PRODUCTS_KEPT}`);
  }
  return { removed: rowCount, isLast: rowCount === 0 };
}

/** Lifts the table's append-only rule for this transaction. */
async function removeAuditEntries(db: Database, before: Date): Promise<Step> {
  return db.transaction(async (tx) => {
    await tx.query(`select set_config('storefleet.prune', 'on', true)`);
    const { rowCount } = await tx.query(
      `delete from audit_log where id in (
         select id from audit_log where at < $1 order by at limit ${ROWS_PER_STEP})`,
      [before],
    );
    return { removed: rowCount, isLast: rowCount === 0 };
  });
}
