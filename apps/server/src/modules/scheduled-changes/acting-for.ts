import { isAtLeast } from '@storefleet/contract/people/permissions';
import type { Queryable } from '../../platform/db/database.ts';
import { seenByBoth } from '../../platform/db/store-scope.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';
import type { AuthProvider } from '../auth/auth-provider.ts';
import type { ScheduledChange } from './scheduled-changes.repository.ts';

export type ActingDeps = {
  readonly db: Queryable;
  readonly accessOf: AuthProvider['accessOf'];
};

/** Whoever scheduled it, as far as they may apply changes now. Throws a sentence where they may not. */
export async function actingFor(
  { db, accessOf }: ActingDeps,
  change: ScheduledChange,
): Promise<AuthenticatedUser> {
  const { scheduled_by: id, scheduled_by_email: email, scheduled_by_name: name, scheduled_by_key } = change;
  const who = `${name ?? email}, who scheduled it,`;
  const access = await accessOf(id);
  if (access === null) throw conflict(`${who} is no member any more.`);
  if (!isAtLeast(access.role, 'editor')) throw conflict(`${who} may not apply changes any more.`);
  const key = scheduled_by_key === null ? null : await findUsable(db, scheduled_by_key);
  if (key === undefined) throw conflict(`The API key of ${name ?? email}, which scheduled it, was revoked.`);
  const storeIds = seenByBoth(access.storeIds, key?.store_ids ?? null);
  if (!(await seesAll(db, storeIds, change.batch_id)))
    throw conflict(`${who} does not see all of its stores any more.`);
  return { id, email, name, role: access.role, storeIds, sessionId: null };
}

async function findUsable(db: Queryable, keyId: string): Promise<{ store_ids: string[] | null } | undefined> {
  const { rows } = await db.query<{ store_ids: string[] | null }>(
    `select store_ids from api_keys where id = $1 and revoked_at is null and role in ('editor', 'owner')`,
    [keyId],
  );
  return rows[0];
}

async function seesAll(db: Queryable, storeIds: readonly string[] | null, batchId: string): Promise<boolean> {
  if (storeIds === null) return true;
  const { rows } = await db.query(
    'select from edit_batch_stores where batch_id = $1 and store_id <> all ($2::uuid[]) limit 1',
    [batchId, storeIds],
  );
  return rows.length === 0;
}

/** Throws where all of its stores are closed: nothing of it could be written. */
export async function requireOpenStore(db: Queryable, batchId: string): Promise<void> {
  const { rows } = await db.query(
    `select from edit_batch_stores store_batch
     join stores on stores.id = store_batch.store_id and stores.deleted_at is null and store_status <> 'archived'
     where store_batch.batch_id = $1 limit 1`,
    [batchId],
  );
  if (rows.length === 0) throw conflict('Its stores are archived or deleted.');
}
