import type { Database } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import { sleep } from '../../../platform/resilience/sleep.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { steadyTime } from '../../../platform/time/steady-time.ts';
import { mayGiveWay, type SyncRun } from './sync-run.repository.ts';

/** A worker stays with a run for so long, however many others wait. */
const TURN_MS = 60_000;
/** And for so long when one of them was cut off by a death: that one is to go on within a minute of it. */
const TURN_BEFORE_CUT_OFF_MS = 5_000;
/** A run that has waited for so long finds no free worker in any process. */
const WAITED_MS = 5_000;
const LOOK_INTERVAL_MS = 1_000;

/** Other stores wait, and this one has had its turn: the run goes to the end of the queue. */
export class TurnOverError extends Error {
  override readonly name = 'TurnOverError';

  constructor() {
    super('Other stores wait for a worker.');
  }
}

type TurnDeps = { readonly db: Database; readonly clock: Clock; readonly logger: Logger };

/**
 * Calls `onOver` when the worker has had its turn at the run, got on with it, and other runs wait for a worker. So a few
 * stores with very many products hold up nobody for long. Ends with the signal.
 */
export async function watchTurn(
  { db, clock, logger }: TurnDeps,
  taken: SyncRun,
  signal: AbortSignal,
  onOver: (reason: TurnOverError) => void,
): Promise<void> {
  const elapsed = steadyTime(clock);
  while (!signal.aborted) {
    try {
      await sleep(LOOK_INTERVAL_MS, signal);
      if (elapsed() < TURN_BEFORE_CUT_OFF_MS) continue;
      const among = elapsed() < TURN_MS ? 'cut_off' : 'all';
      if (await mayGiveWay(db, taken, { waitedMs: WAITED_MS, among })) return onOver(new TurnOverError());
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ err: error, run_id: taken.id }, 'could not see whether other syncs wait');
    }
  }
}
