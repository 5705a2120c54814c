import { sleep } from '../resilience/sleep.ts';
import { LEASE_LOST_AFTER_MS, LeaseLostError } from './lease.ts';

/**
 * A proof older than this is renewed before the source is written: well before another worker may take over.
 */
const PROOF_LASTS_MS = LEASE_LOST_AFTER_MS / 2;
/** Without a newer proof the worker gives up all it does, before another may take over. */
const PROOF_ENDS_MS = LEASE_LOST_AFTER_MS - 5_000;
const CHECK_INTERVAL_MS = 250;

/**
 * Fencing at the source, which does not know of leases: a write leaves only while the lease surely stands.
 */
export type Fence = {
  /** A heartbeat that was sent at this time, by `elapsed`, has reached the row. */
  prove(sentAt: number): void;
  /**
   * Right before a write leaves: calls `onExpired` when another worker may hold the work, as after a
   * suspension.
   */
  check(): void;
  /** Resolves when the proof is fresh. */
  whenProven(signal: AbortSignal): Promise<void>;
  close(): void;
};

/** `elapsed`: milliseconds, by a clock that cannot be set, since just before the lease was claimed. */
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
