import type { Queryable } from '../../../platform/db/database.ts';
import { LeaseLostError } from '../../../platform/work/lease.ts';

/** A worker's right to write for a run, until another worker claims it. */
export type RunLease = RunClaim & { readonly storeId: string };
export type RunClaim = { readonly runId: string; readonly leaseId: string };

/** Locks the run for this transaction; the store's row first, as deleting a store does. */
export async function holdLease(tx: Queryable, lease: RunLease): Promise<void> {
  const { rows } = await tx.query(
    `with store as materialized (
       select id from stores where id = $3 and deleted_at is null and store_status <> 'archived' for key share
     )
     select sync_runs.id from sync_runs join store on store.id = sync_runs.store_id
     where sync_runs.id = $1 and lease_id = $2 and status = 'in_progress'
     for update of sync_runs`,
    [lease.runId, lease.leaseId, lease.storeId],
  );
  if (rows.length === 0) throw new LeaseLostError();
}
