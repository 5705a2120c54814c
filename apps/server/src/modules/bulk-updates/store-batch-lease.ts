import type { EditBatchesRow, EditBatchStoresRow } from '../../platform/db/rows.generated.ts';
import { leasedRows } from '../../platform/work/leased-rows.ts';
import { IS_UNDERSTOOD } from '../../platform/work/work-version.ts';

export type StoreBatchKey = { readonly batchId: string; readonly storeId: string };

/** A worker's right to write to one store for one batch, until another worker claims the store batch. */
export type StoreBatchLease = StoreBatchKey & { readonly leaseId: string };

/** A store batch as its worker claims it, with its batch's data for the history. */
export type StoreBatch = Readonly<
  Pick<EditBatchStoresRow, 'batch_id' | 'store_id' | 'store_name' | 'store_currency'> &
    Pick<
      EditBatchesRow,
      'origin' | 'requested_by' | 'requested_by_email' | 'requested_by_name' | 'undoes_batch_id'
    >
>;

export const NOT_WAITING = 'waiting_until = null, waiting_reason = null';
const NOT_BLOCKED = 'blocked_products = null, blocked_count = null';
/** The store batch waits only for a worker. */
export const NO_WAIT = `${NOT_WAITING}, ${NOT_BLOCKED}`;

export const STORE_BATCHES = {
  table: 'edit_batch_stores',
  alias: 'store_batch',
  key: { batch_id: 'batchId', store_id: 'storeId' },
  isOpen: `store_batch.status = 'in_progress'`,
  isOurs: `exists (select from edit_batches batch where batch.id = store_batch.batch_id and batch.${IS_UNDERSTOOD})`,
  // What the last attempt failed for is shown until this one has got further.
  onClaim: `attempt = attempt + 1, waiting_until = null, ${NOT_BLOCKED}`,
  claimed: {
    columns: `store_batch.batch_id, store_batch.store_id, store_batch.store_name, store_batch.store_currency,
      batch.origin, batch.requested_by, batch.requested_by_email, batch.requested_by_name, batch.undoes_batch_id`,
    from: 'edit_batches batch',
    where: 'batch.id = store_batch.batch_id',
  },
} as const;

export const storeBatchLeases = leasedRows<StoreBatchLease>(STORE_BATCHES);

/** Locks the store batch while a statement runs: a worker that has lost it changes nothing. */
export const heldStoreBatch = (lock: 'update' | 'share', condition = 'true') => `held as materialized (
  select batch_id, store_id from edit_batch_stores store_batch
  where ${storeBatchLeases.isHeld} and ${condition} for ${lock})`;
