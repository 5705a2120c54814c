const MINUTE_MS = 60_000;

/**
 * As many requests at once as a minute may have, and then as time brings them. Each process counts for itself: a limit
 * protects a server, and costs no request a round trip.
 */
export function createRateLimits() {
  /** Milliseconds until which the requests of each key have used up what it may have. */
  const usedUntil = new Map<string, number>();

  return {
    /** Takes one request; returns the seconds to wait if none is left, else 0. */
    take(id: string, perMinute: number, now: number): number {
      const next = Math.max(usedUntil.get(id) ?? 0, now) + MINUTE_MS / perMinute;
      const wait = next - now - MINUTE_MS;
      if (wait > 0) return Math.ceil(wait / 1_000);
      usedUntil.set(id, next);
      return 0;
    },
  };
}
