import type { Queryable } from '../../../platform/db/database.ts';
import { LeaseLostError } from '../../../platform/work/lease.ts';

/** A worker's right to write for a run, until another worker claims it. */
export type RunLease = RunClaim & { readonly storeId: string };
/** Names what a row of `stores` is read from. */
export const SOURCE_OF_STORE = `md5(jsonb_build_array(case when stores.store_type <> 'mssql' then stores.shop_url end,
  stores.mssql_server, stores.mssql_port, stores.mssql_database, stores.mssql_connection_string_sealed,
  stores.mssql_table, stores.mssql_where_clause)::text)`;

export type RunClaim = { readonly runId: string; readonly leaseId: string };

/** Locks the run for this transaction; the store's row first, as deleting a store does. */
export async function holdLease(tx: Queryable, lease: RunLease): Promise<void> {
  const { rows } = await tx.query(
    `with store as materialized (
       select id, ${SOURCE_OF_STORE} as source from stores
       where id = $3 and deleted_at is null and store_status <> 'archived' for key share
     )
     select sync_runs.id from sync_runs join store on store.id = sync_runs.store_id
     where sync_runs.id = $1 and lease_id = $2 and status = 'in_progress'
       and coalesce(sync_runs.source, store.source) = store.source
     for update of sync_runs`,
    [lease.runId, lease.leaseId, lease.storeId],
  );
  if (rows.length === 0) throw new LeaseLostError();
}
