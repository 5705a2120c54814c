import { sleep } from '../resilience/sleep.ts';
import { LEASE_LOST_AFTER_MS, LeaseLostError } from './lease.ts';

/** An older proof is renewed before writing to the source: well before another worker may take over. */
const PROOF_LASTS_MS = LEASE_LOST_AFTER_MS / 2;
/** Without a newer proof the worker stops everything, before another may take over. */
const PROOF_ENDS_MS = LEASE_LOST_AFTER_MS - 5_000;
const CHECK_INTERVAL_MS = 250;

/**
 * Fencing for sources that know nothing of leases: a write is sent only while the lease is certain to hold.
 */
type Fence = {
  /** A heartbeat sent at this time, by `elapsed`, has reached the row. */
  prove(sentAt: number): void;
  /**
   * Call right before sending a write: calls `onExpired` if another worker may hold the work, as after a
   * suspension.
   */
  check(): void;
  /** Resolves when the proof is fresh. */
  whenProven(signal: AbortSignal): Promise<void>;
  close(): void;
};

/** `elapsed`: milliseconds by a monotonic clock since just before the lease was claimed. */
export function createFence(elapsed: () => number, onExpired: (reason: LeaseLostError) => void): Fence {
  let provenAt = 0;
  const check = () => {
    if (elapsed() - provenAt > PROOF_ENDS_MS) onExpired(new LeaseLostError());
  };
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  return {
    prove: (sentAt) => {
      provenAt = Math.max(provenAt, sentAt);
    },
    check,
    async whenProven(signal) {
      while (elapsed() - provenAt > PROOF_LASTS_MS) await sleep(CHECK_INTERVAL_MS, signal);
    },
    close: () => clearInterval(timer),
  };
}
