import { isAtLeast, type Role } from '@storefleet/contract/people/permissions';
import type { Queryable } from '../../platform/db/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';
import type { ScheduledChange } from './scheduled-changes.repository.ts';

export type ActingDeps = {
  readonly db: Queryable;
  readonly roleOf: (userId: string) => Promise<Role | null>;
};

/** Whoever scheduled it, as far as they may apply changes now. Throws a sentence where they may not. */
export async function actingFor(
  { db, roleOf }: ActingDeps,
  change: ScheduledChange,
): Promise<AuthenticatedUser> {
  const { scheduled_by: id, scheduled_by_email: email, scheduled_by_name: name, scheduled_by_key } = change;
  const who = `${name ?? email}, who scheduled it,`;
  const role = await roleOf(id);
  if (role === null) throw conflict(`${who} is no member any more.`);
  if (!isAtLeast(role, 'editor')) throw conflict(`${who} may not apply changes any more.`);
  if (scheduled_by_key !== null && !(await isUsable(db, scheduled_by_key))) {
    throw conflict(`The API key of ${name ?? email}, which scheduled it, was revoked.`);
  }
  return { id, email, name, role, sessionId: null };
}

async function isUsable(db: Queryable, keyId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select from api_keys where id = $1 and revoked_at is null and role in ('editor', 'owner')`,
    [keyId],
  );
  return rows.length > 0;
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
