import type { Logger } from '../logging/logger.ts';
import { sleep } from '../resilience/sleep.ts';
import type { Clock } from '../time/clock.ts';
import { steadyTime } from '../time/steady-time.ts';

/** A worker leases a row by writing its own id into it, and sends heartbeats while it works on it. */

const HEARTBEAT_INTERVAL_MS = 5_000;
/** A worker silent for this long is considered dead, and another takes over its work. */
export const LEASE_LOST_AFTER_MS = 30_000;
/** Condition for such a row, by the database's clock like the heartbeats: those of processes differ. */
export const IS_SILENT = `heartbeat_at < now() - interval '${LEASE_LOST_AFTER_MS} milliseconds'`;
/** How soon a worker notices what another process wrote into its row. */
const CHECK_INTERVAL_MS = 1_000;

/** The work has ended, or another worker has taken over: this worker must write nothing more. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor() {
    super('This worker does not hold the work any more.');
  }
}

/** The work has ended for good: nobody continues it. */
export class WorkEndedError extends LeaseLostError {}

export type WatchedLease = {
  /** What is leased, for the log. */
  readonly name: Readonly<Record<string, unknown>>;
  /** False when the worker has lost it. */
  isHeld(): Promise<boolean>;
  /** Writes the database's time into the row; false when the worker has lost it. */
  beat(): Promise<boolean>;
  /** Whether lost work has ended, rather than been taken over by another worker. */
  hasEnded?(): Promise<boolean>;
};

type WatchDeps = { readonly clock: Clock; readonly logger: Logger };

/** Sends heartbeats while the work runs, and calls `onLost` when the lease is lost. Ends with the signal. */
export async function watchLease(
  { clock, logger }: WatchDeps,
  lease: WatchedLease,
  signal: AbortSignal,
  onLost: (reason: LeaseLostError) => void,
): Promise<void> {
  const elapsed = steadyTime(clock);
  let lastBeat = 0;
  while (!signal.aborted) {
    try {
      await sleep(CHECK_INTERVAL_MS, signal);
      const now = elapsed();
      const isBeat = now - lastBeat >= HEARTBEAT_INTERVAL_MS;
      const held = isBeat ? await lease.beat() : await lease.isHeld();
      if (isBeat) lastBeat = now;
      if (held) continue;
      return onLost((await lease.hasEnded?.()) ? new WorkEndedError() : new LeaseLostError());
    } catch (error) {
      if (signal.aborted) return;
      // The database may be unavailable for a moment; whether the lease is lost shows when it is back.
      logger.warn({ err: error, ...lease.name }, 'a heartbeat could not be sent');
    }
  }
}

/** Runs leased work with heartbeats; its signal is aborted by `shutdown`, and when the lease is lost. */
export async function whileLeased<Result>(
  deps: WatchDeps,
  lease: WatchedLease,
  shutdown: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const own = new AbortController();
  const signal = shutdown ? AbortSignal.any([shutdown, own.signal]) : own.signal;
  const watch = watchLease(deps, lease, signal, (reason) => own.abort(reason));
  try {
    return await work(signal);
  } finally {
    own.abort();
    await watch;
  }
}
