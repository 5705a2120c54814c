/**
 * Our account of Shopify's cost bucket. Before a query runs, its requested cost has to be in the bucket of
 * this app on this shop; the bucket refills at a steady rate, and each answer reports its level. Makes no
 * assumption about a plan's rates.
 */
export type ThrottleStatus = { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };

/** `unmetered`: answers have no throttle status (Shopify's staff plan). `unknown`: no usable answer yet. */
export type Report = ThrottleStatus | 'unmetered' | 'unknown';

type PointAccount = {
  /** Milliseconds until this many points may be spent; Infinity if only a pending answer can tell. */
  waitFor(points: number, options: { kept: (maximum: number) => number }): number;
  /** The available points; null if the bucket is unknown, or unmetered. */
  status(): ThrottleStatus | null;
  /** Reserves the points of a request. The returned function books its answer. */
  reserve(cost: number): (report: Report, spent: number) => void;
};

/** The bucket's level, without requests under way, which may or may not have been charged yet. */
type Level = { maximum: number; available: number; rate: number; at: number };

/** Points spent, and points reserved but not spent, over all answered requests. */
type Totals = { spent: number; returned: number };

export function createPointAccount(now: () => number): PointAccount {
  let level: Level | null = null;
  let unmetered = false;
  /** Requested cost of the requests under way, not yet in any answer. */
  let reserved = 0;
  let underWay = 0;
  let totals: Totals = { spent: 0, returned: 0 };

  function contentNow({ maximum, available, rate, at }: Level): number {
    return Math.min(maximum, available + ((now() - at) / 1000) * rate);
  }

  /**
   * An answer reports the level at some time since the request was sent. Other requests under way may have
   * been charged before that time or after it, so the answer only bounds the current level. Our own account,
   * which counts each request once, is the better value between these bounds; outside of them another client
   * spends from the bucket, or we were too careful.
   */
  function learn(status: ThrottleStatus, sent: { at: number; totals: Totals }): Level {
    const maximum = status.maximumAvailable;
    const rate = Math.max(status.restoreRate, 1);
    const restored = ((now() - sent.at) / 1000) * rate;
    const lowest = status.currentlyAvailable - reserved - (totals.spent - sent.totals.spent);
    const highest = status.currentlyAvailable + restored + (totals.returned - sent.totals.returned);
    const account = level === null ? lowest : contentNow(level) - reserved;
    const free = Math.max(lowest, Math.min(highest, account));
    return { maximum, available: Math.min(maximum, free + reserved), rate, at: now() };
  }

  return {
    status() {
      if (unmetered || level === null) return null;
      const currentlyAvailable = Math.max(0, contentNow(level) - reserved);
      return { maximumAvailable: level.maximum, currentlyAvailable, restoreRate: level.rate };
    },

    waitFor(points, { kept }) {
      if (unmetered) return 0;
      if (level === null) return underWay === 0 ? 0 : Number.POSITIVE_INFINITY;
      const needed = Math.min(points + kept(level.maximum), level.maximum);
      const missing = needed - (contentNow(level) - reserved);
      return missing <= 0 ? 0 : Math.ceil((missing / level.rate) * 1000);
    },

    reserve(cost) {
      const sent = { at: now(), totals };
      reserved += cost;
      underWay += 1;
      return (report, spent) => {
        reserved -= cost;
        underWay -= 1;
        if (level !== null) level = { ...level, available: contentNow(level) - spent, at: now() };
        if (report === 'unmetered') unmetered = true;
        else if (report !== 'unknown') {
          unmetered = false;
          level = learn(report, sent);
        }
        totals = { spent: totals.spent + spent, returned: totals.returned + cost - spent };
      };
    },
  };
}
