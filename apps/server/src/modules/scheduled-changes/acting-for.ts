import { isAtLeast, lowerRole, type Role } from '@storefleet/contract/people/permissions';
import type { Queryable } from '../../platform/db/database.ts';
import type { ApiKeysRow } from '../../platform/db/rows.generated.ts';
import { seenByBoth } from '../../platform/db/store-scope.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { AuthProvider } from '../auth/auth-provider.ts';
import type { ScheduledChange } from './scheduled-changes.repository.ts';

export type ActingDeps = {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly accessOf: AuthProvider['accessOf'];
};

/** Whoever scheduled it, with their current permissions. Throws a sentence if they may not apply it. */
export async function actingFor(
  { db, clock, accessOf }: ActingDeps,
  change: ScheduledChange,
): Promise<AuthenticatedUser> {
  const { scheduled_by: id, scheduled_by_email: email, scheduled_by_name: name, scheduled_by_key } = change;
  const who = `${name ?? email}, who scheduled it,`;
  const access = await accessOf(id);
  if (access === null) throw conflict(`${who} is no member any more.`);
  if (!isAtLeast(access.role, 'editor')) throw conflict(`${who} may not apply changes any more.`);
  const key = scheduled_by_key === null ? null : await findKey(db, scheduled_by_key);
  const ended = key && whyEnded(key, clock.now());
  if (ended) throw conflict(`The API key “${key.name}”, which scheduled it, ${ended}.`);
  const storeIds = seenByBoth(access.storeIds, key?.store_ids ?? null);
  if (!(await seesAll(db, storeIds, change.batch_id)))
    throw conflict(`${who} does not see all of its stores any more.`);
  const role = key ? lowerRole(access.role, key.role) : access.role;
  const apiKey = key && { apiKey: { id: key.id, name: key.name } };
  return { id, email, name, role, storeIds, sessionId: null, ...apiKey };
}

type Key = Omit<ApiKeysRow, 'role'> & { readonly role: Role };

async function findKey(db: Queryable, id: string): Promise<Key | null> {
  const { rows } = await db.query<Key>('select * from api_keys where id = $1', [id]);
  return rows[0] ?? null;
}

function whyEnded({ revoked_at, expires_at }: Key, now: Date): string | null {
  if (revoked_at !== null) return 'was revoked';
  return expires_at !== null && expires_at <= now ? 'has expired' : null;
}

async function seesAll(db: Queryable, storeIds: readonly string[] | null, batchId: string): Promise<boolean> {
  if (storeIds === null) return true;
  const { rows } = await db.query(
    'select from edit_batch_stores where batch_id = $1 and store_id <> all ($2::uuid[]) limit 1',
    [batchId, storeIds],
  );
  return rows.length === 0;
}

/** Throws if all of its stores are closed: nothing could be written. */
export async function requireOpenStore(db: Queryable, batchId: string): Promise<void> {
  const { rows } = await db.query(
    `select from edit_batch_stores store_batch
     join stores on stores.id = store_batch.store_id and stores.deleted_at is null and store_status <> 'archived'
     where store_batch.batch_id = $1 limit 1`,
    [batchId],
  );
  if (rows.length === 0) throw conflict('Its stores are archived or deleted.');
}
