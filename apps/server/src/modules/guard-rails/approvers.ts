import type { Queryable } from '../../platform/db/database.ts';

/** Whether nobody else of the same sign-in service could approve this person's plan in these stores. */
export async function isOnlyApprover(
  db: Queryable,
  personId: string,
  storeIds: readonly string[],
): Promise<boolean> {
  const approves = `exists (select from mine) and id <> $1 and member_role in ('editor', 'owner')
    and (store_ids is null or store_ids @> $2::uuid[])`;
  const { rows } = await db.query<{ others: boolean }>(
    `select exists (
       with mine as (select from users where id = $1)
       select from users where ${approves} and (banned_until is null or banned_until <= now()) and password_hash is not null
     ) or exists (
       with mine as (select from hosted_members where id = $1)
       select from hosted_members where ${approves} and disabled_at is null
     ) as others`,
    [personId, storeIds],
  );
  return !rows[0]?.others;
}
