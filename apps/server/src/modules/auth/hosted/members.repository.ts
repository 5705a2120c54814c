import type { Queryable } from '../../../platform/db/database.ts';
import { insertRow, type Rows, updateRow } from '../../../platform/db/rows.ts';

/** `id`: the project's account id once `joined_at` is set; generated before. */
export type HostedMemberRow = Rows['hosted_members'];

export async function listMembers(db: Queryable): Promise<HostedMemberRow[]> {
  const { rows } = await db.query<HostedMemberRow>('select * from hosted_members order by created_at, id');
  return rows;
}

export async function findMember(db: Queryable, id: string): Promise<HostedMemberRow | null> {
  const { rows } = await db.query<HostedMemberRow>('select * from hosted_members where id = $1', [id]);
  return rows[0] ?? null;
}

export async function findMemberByEmail(db: Queryable, email: string): Promise<HostedMemberRow | null> {
  const { rows } = await db.query<HostedMemberRow>('select * from hosted_members where email = $1', [email]);
  return rows[0] ?? null;
}

export async function anyMemberExists(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>('select exists (select from hosted_members) as found');
  return rows[0]?.found ?? false;
}

/** Null if the address is already listed. */
export function insertMember(
  db: Queryable,
  member: Pick<HostedMemberRow, 'id' | 'email' | 'name' | 'member_role' | 'store_ids' | 'created_at'>,
): Promise<HostedMemberRow | null> {
  return insertRow(db, 'hosted_members', member, 'on conflict do nothing');
}

/** Ties the project's account to an address nobody has signed in with; null if somebody has. */
export async function joinMember(
  db: Queryable,
  joining: { email: string; projectUserId: string; now: Date },
): Promise<HostedMemberRow | null> {
  const { rows } = await db.query<HostedMemberRow>(
    `update hosted_members set id = $2, joined_at = $3
     where email = $1 and joined_at is null and disabled_at is null returning *`,
    [joining.email, joining.projectUserId, joining.now],
  );
  return rows[0] ?? null;
}

export type HostedMemberChange = Partial<
  Pick<
    HostedMemberRow,
    'id' | 'name' | 'member_role' | 'store_ids' | 'joined_at' | 'disabled_at' | 'last_sign_in_at'
  >
>;

/** Null if the member is not listed. */
export function changeMember(
  db: Queryable,
  id: string,
  change: HostedMemberChange,
): Promise<HostedMemberRow | null> {
  return updateRow(db, 'hosted_members', change, 'id = $1', id);
}

/** Returns the deleted row; null if the member is not listed. */
export async function deleteMember(db: Queryable, id: string): Promise<HostedMemberRow | null> {
  const { rows } = await db.query<HostedMemberRow>('delete from hosted_members where id = $1 returning *', [
    id,
  ]);
  return rows[0] ?? null;
}

/** Serializes changes that could leave nobody able to sign in. */
export async function lockMembers(tx: Queryable): Promise<HostedMemberRow[]> {
  const { rows } = await tx.query<HostedMemberRow>('select * from hosted_members order by id for update');
  return rows;
}
