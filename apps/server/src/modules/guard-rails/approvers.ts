import type { Queryable } from '../../platform/db/database.ts';

/** Whether nobody else could approve what this person plans: of those who sign in where this person does. */
export async function isOnlyApprover(db: Queryable, personId: string): Promise<boolean> {
  const { rows } = await db.query<{ others: boolean }>(
    `select exists (
       select from users where exists (select from users where id = $1) and id <> $1 and member_role in ('editor', 'owner')
         and (banned_until is null or banned_until <= now()) and password_hash is not null
     ) or exists (
       select from hosted_members where exists (select from hosted_members where id = $1) and id <> $1 and member_role in ('editor', 'owner') and disabled_at is null
     ) as others`,
    [personId],
  );
  return !rows[0]?.others;
}
