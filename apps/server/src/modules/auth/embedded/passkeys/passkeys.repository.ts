import type { Queryable } from '../../../../platform/db/database.ts';
import type { Rows } from '../../../../platform/db/rows.ts';

export type PasskeyRow = Rows['passkeys'];

/** The oldest first. */
export async function listPasskeys(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  const { rows } = await db.query<PasskeyRow>(
    'select * from passkeys where user_id = $1 order by created_at, id',
    [userId],
  );
  return rows;
}

export async function findByCredential(db: Queryable, credentialId: string): Promise<PasskeyRow | null> {
  const { rows } = await db.query<PasskeyRow>('select * from passkeys where credential_id = $1', [
    credentialId,
  ]);
  return rows[0] ?? null;
}

/** Records a use; false if another one with this count of signatures, or a later one, was recorded before. */
export async function recordUse(db: Queryable, id: string, counter: number, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `update passkeys set counter = $2, last_used_at = $3
     where id = $1 and (counter < $2 or counter = 0 and $2 = 0)`,
    [id, counter, now],
  );
  return rowCount === 1;
}

export async function renamePasskey(
  db: Queryable,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<PasskeyRow | null> {
  const { rows } = await db.query<PasskeyRow>(
    'update passkeys set friendly_name = $3 where user_id = $1 and id = $2 returning *',
    [userId, id, name],
  );
  return rows[0] ?? null;
}

/** False if there is none. */
export async function dropPasskey(db: Queryable, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from passkeys where user_id = $1 and id = $2', [userId, id]);
  return rowCount === 1;
}

/** Stores a challenge, and forgets those that have expired. */
export async function insertChallenge(
  db: Queryable,
  challenge: { id: string; userId: string | null; challenge: string; now: Date; expiredBefore: Date },
): Promise<void> {
  await db.query('delete from passkey_challenges where created_at < $1', [challenge.expiredBefore]);
  await db.query(
    'insert into passkey_challenges (id, user_id, challenge, created_at) values ($1, $2, $3, $4)',
    [challenge.id, challenge.userId, challenge.challenge, challenge.now],
  );
}

/** Uses up a challenge of a person's registration, or of a sign-in; null if unknown or used. */
export async function takeChallenge(
  db: Queryable,
  id: string,
  userId: string | null,
): Promise<{ challenge: string; created_at: Date } | null> {
  const { rows } = await db.query<{ challenge: string; created_at: Date }>(
    'delete from passkey_challenges where id = $1 and user_id is not distinct from $2 returning challenge, created_at',
    [id, userId],
  );
  return rows[0] ?? null;
}
