import type { Queryable } from '../../../../platform/db/database.ts';
import { insertRow, type Rows } from '../../../../platform/db/rows.ts';
import { dropRecoveryCodes } from './recovery-codes.ts';

export type FactorRow = Rows['second_factors'];

/** The confirmed one first. */
export async function listFactors(db: Queryable, userId: string): Promise<FactorRow[]> {
  const { rows } = await db.query<FactorRow>(
    'select * from second_factors where user_id = $1 order by verified_at, created_at',
    [userId],
  );
  return rows;
}

export async function findFactor(db: Queryable, userId: string, id: string): Promise<FactorRow | null> {
  return (await listFactors(db, userId)).find((factor) => factor.id === id) ?? null;
}

export async function findVerifiedFactor(db: Queryable, userId: string): Promise<FactorRow | null> {
  return (await listFactors(db, userId)).find(({ verified_at }) => verified_at !== null) ?? null;
}

/** Starts an enrolment; an earlier unfinished one becomes void. */
export async function replaceUnverifiedFactors(tx: Queryable, factor: FactorRow): Promise<void> {
  await dropUnverifiedFactors(tx, factor.user_id);
  await insertRow(tx, 'second_factors', factor);
}

export async function dropUnverifiedFactors(tx: Queryable, userId: string): Promise<void> {
  await tx.query('delete from second_factors where user_id = $1 and verified_at is null', [userId]);
}

/** Records the step of an accepted code; false if that step or a later one was accepted before. */
export async function advanceFactor(tx: Queryable, id: string, step: number, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update second_factors
     set last_step = $2, verified_at = coalesce(verified_at, $3), updated_at = $3
     where id = $1 and (last_step is null or last_step < $2)`,
    [id, step, now],
  );
  return rowCount === 1;
}

export async function dropFactor(tx: Queryable, id: string): Promise<void> {
  await tx.query('delete from second_factors where id = $1', [id]);
}

/** Removes everything but the password; false if there was nothing. */
export async function dropSecondFactor(tx: Queryable, userId: string): Promise<boolean> {
  await dropRecoveryCodes(tx, userId);
  const { rowCount } = await tx.query('delete from second_factors where user_id = $1', [userId]);
  return rowCount > 0;
}

/** People with a confirmed factor. */
export async function usersWithFactor(db: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ user_id: string }>(
    'select user_id from second_factors where verified_at is not null',
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

export async function insertChallenge(
  db: Queryable,
  challenge: { id: string; factorId: string; now: Date; expiredBefore: Date },
): Promise<void> {
  const { id, factorId, now, expiredBefore } = challenge;
  await db.query('delete from second_factor_challenges where factor_id = $1 and created_at < $2', [
    factorId,
    expiredBefore,
  ]);
  await db.query('insert into second_factor_challenges (id, factor_id, created_at) values ($1, $2, $3)', [
    id,
    factorId,
    now,
  ]);
  await db.query('update second_factors set last_challenged_at = $2 where id = $1', [factorId, now]);
}

/** When it was created; null if unknown or used. */
export async function findChallenge(db: Queryable, factorId: string, id: string): Promise<Date | null> {
  const { rows } = await db.query<{ created_at: Date }>(
    'select created_at from second_factor_challenges where id = $1 and factor_id = $2',
    [id, factorId],
  );
  return rows[0]?.created_at ?? null;
}

export async function dropChallenge(db: Queryable, id: string): Promise<void> {
  await db.query('delete from second_factor_challenges where id = $1', [id]);
}

export async function setDemand(db: Queryable, isDemanded: boolean): Promise<void> {
  await db.query('update installation set demands_second_factor = $1', [isDemanded]);
}

export async function readDemand(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ demanded: boolean }>(
    'select demands_second_factor as demanded from installation',
  );
  return rows[0]?.demanded ?? false;
}
