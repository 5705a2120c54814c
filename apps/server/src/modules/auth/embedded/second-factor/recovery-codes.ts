import { randomBytes } from 'node:crypto';
import type { Queryable } from '../../../../platform/db/database.ts';
import { hashToken } from '../tokens/opaque-token.ts';

const codesAtOnce = 10;
/** 32 letters and digits that do not look alike. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
const codeLength = 16;

/** 80 random bits, in groups that are easy to type. */
function newRecoveryCode(): string {
  const characters = [...randomBytes(codeLength)].map((byte) => letters[byte % letters.length] ?? '');
  return (characters.join('').match(/.{4}/g) ?? []).join('-');
}

/** The typed code without spaces and dashes; null if it cannot be a recovery code. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return /^[a-z2-9]{16}$/.test(code) ? code : null;
}

const hashOf = (userId: string, code: string) => hashToken(`${userId} ${code}`);

/** Replaces all codes with new ones, which are readable only here. */
export async function replaceRecoveryCodes(tx: Queryable, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codesAtOnce }, newRecoveryCode);
  await dropRecoveryCodes(tx, userId);
  await tx.query('insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])', [
    userId,
    codes.map((code) => hashOf(userId, code.replaceAll('-', ''))),
  ]);
  return codes;
}

/** Uses up a code; false if wrong or already used. */
export async function takeRecoveryCode(
  tx: Queryable,
  userId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update recovery_codes set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null',
    [userId, hashOf(userId, code), now],
  );
  return rowCount === 1;
}

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    'select count(*)::integer as left from recovery_codes where user_id = $1 and used_at is null',
    [userId],
  );
  return rows[0]?.left ?? 0;
}

export async function dropRecoveryCodes(tx: Queryable, userId: string): Promise<void> {
  await tx.query('delete from recovery_codes where user_id = $1', [userId]);
}
