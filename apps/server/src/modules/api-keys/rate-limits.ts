const MINUTE_MS = 60_000;

/**
 * Allows a burst of one minute's requests, then refills over time. Each process counts separately: a limit
 * protects a server, and must not cost a request a round trip.
 */
export function createRateLimits() {
  /** Until when (milliseconds) the requests of each key have used up its allowance. */
  const usedUntil = new Map<string, number>();

  return {
    /** Counts one request; returns the seconds to wait if none is left, else 0. */
    take(id: string, perMinute: number, now: number): number {
      const next = Math.max(usedUntil.get(id) ?? 0, now) + MINUTE_MS / perMinute;
      const wait = next - now - MINUTE_MS;
      if (wait > 0) return Math.ceil(wait / 1_000);
      usedUntil.set(id, next);
      return 0;
    },
  };
}
