import type { Database, Queryable } from '../../../platform/db/database.ts';
import { updateStore } from '../stores.repository.ts';
import type { StoreChanges, StoreRow } from '../stores.table.ts';

/**
 * Seconds for which a renewal belongs to whoever claimed it: longer than a shop may take to respond, and the
 * longest that a crashed process blocks the others.
 */
const RENEWAL_SECONDS = 45;

/** Clears the token, and everything known about it. */
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
 * Claims the renewal of the token that was read. False if it has been replaced, or somebody else is renewing
 * it.
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
 * Ends a renewal with its result. False if the store was reconnected differently meanwhile, which then
 * stands.
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

/** Records why the shop refuses the token that was read, unless it has been replaced. */
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
