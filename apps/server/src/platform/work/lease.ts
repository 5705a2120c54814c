import type { Logger } from '../logging/logger.ts';
import { sleep } from '../resilience/sleep.ts';
import type { Clock } from '../time/clock.ts';
import { steadyTime } from '../time/steady-time.ts';

/** A worker leases a row by writing its own id into it, and sends heartbeats for as long as it works on it. */

/** How often a worker sends a heartbeat. */
export const HEARTBEAT_INTERVAL_MS = 5_000;
/** A worker silent for so long is taken for dead, and what it held is taken up by another. */
export const LEASE_LOST_AFTER_MS = 30_000;
/** Holds for such a row. By the database's clock, as heartbeats are: those of the processes differ. */
export const IS_SILENT = `heartbeat_at < now() - interval '${LEASE_LOST_AFTER_MS} milliseconds'`;
/** How soon a worker notices what was written into its row from another process. */
const CHECK_INTERVAL_MS = 1_000;

/** The work has ended, or another worker has taken it up: this worker writes nothing more. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor() {
    super('This worker does not hold the work any more.');
  }
}

/** The work has ended for good: nobody goes on with it. */
export class WorkEndedError extends LeaseLostError {}

export type WatchedLease = {
  /** What is held, for the log. */
  readonly name: Readonly<Record<string, unknown>>;
  /** False when the worker has lost it. */
  isHeld(): Promise<boolean>;
  /** Writes the database's time into the row; false when the worker has lost it. */
  beat(): Promise<boolean>;
  /** Whether lost work has ended, and is not in the hands of another worker. */
  hasEnded?(): Promise<boolean>;
};

type WatchDeps = { readonly clock: Clock; readonly logger: Logger };

/**
 * Sends heartbeats while the work goes on, and calls `onLost` when the lease is lost. Ends with the signal.
 */
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
      // The database may be away for a moment; whether the lease is lost is known when it is back.
      logger.warn({ err: error, ...lease.name }, 'a heartbeat could not be sent');
    }
  }
}

/**
 * Works on what is leased, with heartbeats; the signal is aborted by `shutdown`, and when the lease is lost.
 */
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
