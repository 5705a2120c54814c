import type { Database, Queryable } from '../../../platform/db/database.ts';
import { updateStore } from '../stores.repository.ts';
import type { StoreChanges, StoreRow } from '../stores.table.ts';

/**
 * Seconds for which a renewal is left to the one that began it: longer than a shop may take to answer. A
 * process that died meanwhile keeps the others waiting for no longer than this.
 */
const RENEWAL_SECONDS = 45;

/** No token, and nothing that was known of one. */
export const NO_GRANTED_TOKEN = {
  access_token_sealed: null,
  access_token_hint: null,
  access_token_expires_at: null,
  refresh_token_sealed: null,
  refresh_token_expires_at: null,
  granted_scopes: null,
  granted_to_client_id: null,
  token_renewal_id: null,
  token_renewal_until: null,
} as const satisfies StoreChanges;

/**
 * Takes it upon this attempt to get another token than the one that was seen. False: it is another one by
 * now, or somebody else is at it.
 */
export async function claimRenewal(
  db: Queryable,
  { id, access_token_sealed: seen }: Pick<StoreRow, 'id' | 'access_token_sealed'>,
  renewalId: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update stores set token_renewal_id = $2, token_renewal_until = now() + make_interval(secs => $4)
     where id = $1 and deleted_at is null and access_token_sealed is not distinct from $3
       and (token_renewal_until is null or token_renewal_until < now())`,
    [id, renewalId, seen, RENEWAL_SECONDS],
  );
  return rowCount === 1;
}

/**
 * Ends a renewal with what came of it. False: the store was connected in another way meanwhile, and keeps
 * that.
 */
export async function endRenewal(
  db: Database,
  id: string,
  renewalId: string,
  changes: StoreChanges,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.query(
      'update stores set token_renewal_id = null, token_renewal_until = null where id = $1 and token_renewal_id = $2',
      [id, renewalId],
    );
    if (rowCount !== 1) return false;
    if (Object.keys(changes).length > 0) await updateStore(tx, id, changes);
    return true;
  });
}

/**
 * Writes down why the shop does not take the token that was seen, unless the store has another one by now.
 */
export async function noteRefusedToken(
  db: Queryable,
  { id, access_token_sealed: seen }: Pick<StoreRow, 'id' | 'access_token_sealed'>,
  reason: string,
): Promise<void> {
  await db.query(
    'update stores set authorization_error = $3 where id = $1 and access_token_sealed is not distinct from $2',
    [id, seen, reason],
  );
}
