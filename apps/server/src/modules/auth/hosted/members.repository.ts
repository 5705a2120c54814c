import type { Queryable } from '../../../platform/db/database.ts';

export type HostedMemberRow = {
  /** The account at the project once `joined_at` is set; made up before. */
  id: string;
  email: string;
  name: string | null;
  joined_at: Date | null;
  disabled_at: Date | null;
  last_sign_in_at: Date | null;
  created_at: Date;
};

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

/** Null if the address is on the list already. */
export async function insertMember(
  db: Queryable,
  member: { id: string; email: string; name: string | null; now: Date },
): Promise<HostedMemberRow | null> {
  const { rows } = await db.query<HostedMemberRow>(
    `insert into hosted_members (id, email, name, created_at) values ($1, $2, $3, $4)
     on conflict do nothing returning *`,
    [member.id, member.email, member.name, member.now],
  );
  return rows[0] ?? null;
}

/** Ties the account at the project to an address that nobody has signed in with; null where somebody has. */
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
  Pick<HostedMemberRow, 'id' | 'name' | 'joined_at' | 'disabled_at' | 'last_sign_in_at'>
>;

const changeable = ['id', 'name', 'joined_at', 'disabled_at', 'last_sign_in_at'] as const;

/** Null if the member is not on the list. */
export async function changeMember(
  db: Queryable,
  id: string,
  change: HostedMemberChange,
): Promise<HostedMemberRow | null> {
  const columns = changeable.filter((column) => change[column] !== undefined);
  const assignments = columns.map((column, index) => `${column} = $${index + 2}`);
  const { rows } = await db.query<HostedMemberRow>(
    `update hosted_members set ${assignments.join(', ')} where id = $1 returning *`,
    [id, ...columns.map((column) => change[column])],
  );
  return rows[0] ?? null;
}

/** Changes that could leave nobody to sign in wait for each other. */
export async function lockMembers(tx: Queryable): Promise<HostedMemberRow[]> {
  const { rows } = await tx.query<HostedMemberRow>('select * from hosted_members order by id for update');
  return rows;
}
