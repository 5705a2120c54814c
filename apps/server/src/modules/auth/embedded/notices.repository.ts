import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '../../../platform/db/database.ts';

/** Shown at sign-in: somebody else received a link that signs in as this person. */
type NoticeRow = {
  id: string;
  /** Null for the server's shell or a program with a service key. */
  actor_email: string | null;
  created_at: Date;
};

export async function insertNotice(
  db: Queryable,
  notice: { userId: string; actorId: string | null; now: Date },
): Promise<void> {
  await db.query(
    `insert into account_notices (id, user_id, actor_email, created_at)
     values ($1, $2, (select email from users where id = $3), $4)`,
    [uuidv7(), notice.userId, notice.actorId, notice.now],
  );
}

export async function noticesOf(db: Queryable, userId: string): Promise<NoticeRow[]> {
  const { rows } = await db.query<NoticeRow>(
    'select id, actor_email, created_at from account_notices where user_id = $1 order by created_at, id',
    [userId],
  );
  return rows;
}

export async function dropNotice(db: Queryable, userId: string, id: string): Promise<void> {
  await db.query('delete from account_notices where id = $1 and user_id = $2', [id, userId]);
}
