import type { Database } from '../db/database.ts';
import type { Clock } from './clock.ts';

/** A sentence for the person who starts the server. */
class ClockError extends Error {
  override name = 'ClockError';
}

/**
 * Whether a sync read something before or after an edit is decided by the clocks of two machines: an edit as
 * recent as their difference may look older than the read.
 */
export const MAX_CLOCK_DIFFERENCE_MS = 2_000;

/**
 * Refuses a machine whose clock is too far from the database's, the reference for all machines. Throws a
 * ClockError.
 */
export async function requireCommonTime(db: Database, clock: Clock): Promise<void> {
  const before = clock.now().getTime();
  const { rows } = await db.query<{ now: Date }>('select clock_timestamp() as now');
  const after = clock.now().getTime();
  const theirs = rows[0]?.now.getTime() ?? before;
  const difference = theirs < before ? before - theirs : Math.max(0, theirs - after);
  if (difference <= MAX_CLOCK_DIFFERENCE_MS) return;
  throw new ClockError(
    `The clock of this machine is ${Math.round(difference / 1_000)} seconds ${theirs < before ? 'ahead of' : 'behind'} the database's: have both set by a time server, then start again.`,
  );
}
