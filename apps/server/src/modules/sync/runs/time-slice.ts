import type { Database } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import { sleep } from '../../../platform/resilience/sleep.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { steadyTime } from '../../../platform/time/steady-time.ts';
import { mayYield, type SyncRun } from './sync-run.repository.ts';

/** A worker keeps a run at least this long, however many others wait. */
const SLICE_MS = 60_000;
/**
 * The shorter slice if a dead worker left a run unfinished, so that it resumes within a minute; or if the
 * source of this run is still preparing an export.
 */
const SLICE_BEFORE_CUT_OFF_MS = 5_000;
/** A run that has waited this long found no free worker in any process. */
const WAITED_MS = 5_000;
const CHECK_INTERVAL_MS = 1_000;

/** The worker has used its time slice and other stores wait: the run goes to the end of the queue. */
export class TimeSliceOverError extends Error {
  override readonly name = 'TimeSliceOverError';

  constructor() {
    super('Other stores wait for a worker.');
  }
}

type Deps = { readonly db: Database; readonly clock: Clock; readonly logger: Logger };

/**
 * Calls `onOver` when the time slice is used up, the run has progressed, and other runs wait for a worker, so
 * that a few very large stores do not delay the others. Ends with the signal.
 */
export async function watchTimeSlice(
  { db, clock, logger }: Deps,
  claimed: SyncRun,
  signal: AbortSignal,
  onOver: (reason: TimeSliceOverError) => void,
): Promise<void> {
  const elapsed = steadyTime(clock);
  while (!signal.aborted) {
    try {
      await sleep(CHECK_INTERVAL_MS, signal);
      if (elapsed() < SLICE_BEFORE_CUT_OFF_MS) continue;
      const among = elapsed() < SLICE_MS ? 'cut_off' : 'all';
      if (await mayYield(db, claimed, { waitedMs: WAITED_MS, among }))
        return onOver(new TimeSliceOverError());
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ err: error, run_id: claimed.id }, 'could not see whether other syncs wait');
    }
  }
}
