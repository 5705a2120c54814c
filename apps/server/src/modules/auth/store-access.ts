import { type Role, storesOf } from '@storefleet/contract/people/permissions';
import type { Queryable } from '../../platform/db/database.ts';
import { currentStoreScope } from '../../platform/db/store-scope.ts';
import { invalidField } from '../../platform/http/problem.ts';
import type { Access } from './auth-provider.ts';

export const accessOf = (row: { member_role: Role; store_ids: string[] | null }): Access => ({
  role: row.member_role,
  storeIds: storesOf(row.member_role, row.store_ids),
});

/** A person's stores, limited to those the caller may see. */
export function visibleStores<Limited extends { store_ids: string[] | null }>(limited: Limited): Limited {
  const scope = currentStoreScope();
  if (scope === null || limited.store_ids === null) return limited;
  return { ...limited, store_ids: limited.store_ids.filter((id) => scope.storeIds.includes(id)) };
}

export function refuseLimitedOwner(role: Role, storeIds: readonly string[] | null | undefined): void {
  if (role === 'owner' && storeIds) throw invalidField('store_ids', 'An owner sees all stores.');
}

/** Refuses unknown stores. */
export async function requireStores(db: Queryable, storeIds: readonly string[] | null | undefined) {
  if (!storeIds) return;
  const { rows } = await db.query<{ known: number }>(
    'select count(*)::int as known from stores where id = any ($1::uuid[]) and deleted_at is null',
    [storeIds],
  );
  if (rows[0]?.known !== storeIds.length) {
    throw invalidField('store_ids', 'One of these stores is not there any more.');
  }
}
