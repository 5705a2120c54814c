import type { Queryable } from '../../../platform/db/database.ts';

/** An attempt to connect a store on Shopify's consent page. */
export type Authorization = { storeId: string; clientId: string; requestedBy: string; expiresAt: Date };

/** Seconds for which attempts that nobody came back from are kept, so that a late return finds its store. */
const KEPT_SECONDS = 86_400;

export async function insertAuthorization(
  db: Queryable,
  authorization: Authorization & { stateHash: Buffer; browserHash: Buffer },
): Promise<void> {
  const { stateHash, browserHash, storeId, clientId, requestedBy, expiresAt } = authorization;
  await db.query(
    'delete from store_authorizations where expires_at < $1::timestamptz - make_interval(secs => $2)',
    [expiresAt, KEPT_SECONDS],
  );
  await db.query(
    `insert into store_authorizations (state_hash, browser_hash, store_id, client_id, requested_by, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [stateHash, browserHash, storeId, clientId, requestedBy, expiresAt],
  );
}

/** The attempt that this browser began under this state, which is used up by being asked for. */
export async function takeAuthorization(
  db: Queryable,
  stateHash: Buffer,
  browserHash: Buffer,
): Promise<Authorization | null> {
  const { rows } = await db.query<{
    store_id: string;
    client_id: string;
    requested_by: string;
    expires_at: Date;
  }>(
    `delete from store_authorizations where state_hash = $1 and browser_hash = $2
     returning store_id, client_id, requested_by, expires_at`,
    [stateHash, browserHash],
  );
  const [row] = rows;
  return row
    ? {
        storeId: row.store_id,
        clientId: row.client_id,
        requestedBy: row.requested_by,
        expiresAt: row.expires_at,
      }
    : null;
}
