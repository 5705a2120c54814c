import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { sleep } from '../../platform/resilience/sleep.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { HEARTBEAT_INTERVAL_MS } from './run-state.ts';
import { beat, isHeld } from './sync-run.repository.ts';

/** The right of one worker to write for one run, until another takes the run up. */
export type RunLease = { readonly runId: string; readonly leaseId: string; readonly storeId: string };

/** The run has ended, belongs to another worker, or its store is gone or archived: this worker writes nothing more. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor() {
    super('This worker does not hold the sync run any more.');
  }
}

/** How soon a worker notices that its run was stopped from another process. */
const CHECK_INTERVAL_MS = 1_000;

type WatchDeps = { readonly db: Database; readonly clock: Clock; readonly logger: Logger };

/** Shows life while the run is worked on, and calls `onLost` when the worker has lost it. Ends with the signal. */
export async function watchLease(
  { db, clock, logger }: WatchDeps,
  lease: RunLease,
  signal: AbortSignal,
  onLost: (reason: LeaseLostError) => void,
): Promise<void> {
  let lastBeat = clock.now().getTime();
  while (!signal.aborted) {
    try {
      await sleep(CHECK_INTERVAL_MS, signal);
      const now = clock.now();
      const isBeat = now.getTime() - lastBeat >= HEARTBEAT_INTERVAL_MS;
      const held = isBeat ? await beat(db, lease, now) : await isHeld(db, lease);
      if (isBeat) lastBeat = now.getTime();
      if (!held) return onLost(new LeaseLostError());
    } catch (error) {
      if (signal.aborted) return;
      // The database may be away for a moment; whether the lease is lost is known when it is back.
      logger.warn({ err: error, run_id: lease.runId }, 'could not show that the sync run is alive');
    }
  }
}
