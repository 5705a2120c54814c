import { sleep as realSleep } from '../../../platform/resilience/sleep.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { steadyTime } from '../../../platform/time/steady-time.ts';

/**
 * Shopify's cost bucket, seen from our side. Before a query runs, its requested cost must be in the bucket of this
 * app on this shop; the bucket refills at a steady rate, and each answer says how full it is. So we wait before
 * sending, by those numbers, instead of being refused. Nothing is assumed about a plan's rates.
 */
export type ThrottleStatus = { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };

/** A person's edit goes before background reading on the same bucket. */
export type Priority = 'person' | 'background';

export type TakeOptions = {
  priority: Priority;
  signal: AbortSignal;
  onWaiting?: ((until: Date) => void) | undefined;
};

/** `unmetered`: the shop answers without a throttle status (Shopify's staff plan). `unknown`: no usable answer. */
export type Report = ThrottleStatus | 'unmetered' | 'unknown';

export type Ticket = {
  /** `spent`: the points it was charged in the end; its whole cost where that is not known. */
  settle(report: Report, outcome?: { throttled?: boolean; spent?: number | undefined }): void;
};

export type CostBucket = { take(cost: number, options: TakeOptions): Promise<Ticket> };

export type BucketDeps = {
  clock: Clock;
  sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
};

/** What background work leaves in the bucket, so that an edit need not wait for the refill. */
const KEPT_FOR_PEOPLE = 0.05;
/** The pause that Shopify documents after a refusal. */
const PAUSE_AFTER_THROTTLED_MS = 1000;

/** What the bucket held, not counting the requests under way, which may or may not have been charged yet. */
type Level = { maximum: number; available: number; rate: number; at: number };

type Waiter = {
  cost: number;
  priority: Priority;
  admit: () => void;
};

export function createCostBucket({ clock, sleep = realSleep }: BucketDeps): CostBucket {
  let level: Level | null = null;
  let unmetered = false;
  /** Requested cost of the requests under way: spoken for, though no answer has shown it yet. */
  let reserved = 0;
  let underWay = 0;
  /** Since the start, over all requests that were answered: points spent, and points reserved but not spent. */
  let spentInAll = 0;
  let returnedInAll = 0;
  let refusals = 0;
  let notBefore = 0;
  let wake: AbortController | null = null;
  const queue: Waiter[] = [];

  const now = steadyTime(clock);

  /** What may be spent now: requests under way count as if they were charged to the full. */
  function available(): number {
    return level === null ? 0 : contentNow(level) - reserved;
  }

  function contentNow({ maximum, available: then, rate, at }: Level): number {
    return Math.min(maximum, then + ((now() - at) / 1000) * rate);
  }

  /** Milliseconds; Infinity means that only the answer under way can tell. */
  function waitFor({ cost, priority }: Waiter): number {
    const pause = Math.max(0, notBefore - now());
    if (unmetered) {
      return pause;
    }
    if (level === null) {
      return underWay === 0 ? pause : Number.POSITIVE_INFINITY;
    }
    const kept = priority === 'background' ? level.maximum * KEPT_FOR_PEOPLE : 0;
    // After a refusal somebody else drinks from the same bucket: leave room for their next sip as well.
    const margin = refusals * cost;
    const needed = Math.min(cost + kept + margin, level.maximum);
    const missing = needed - available();
    return Math.max(pause, missing <= 0 ? 0 : Math.ceil((missing / level.rate) * 1000));
  }

  function pump(): void {
    wake?.abort();
    wake = null;
    for (;;) {
      const next = queue[0];
      if (next === undefined) {
        return;
      }
      const wait = waitFor(next);
      if (wait > 0) {
        if (Number.isFinite(wait)) {
          wakeIn(wait);
        }
        return;
      }
      queue.shift();
      reserved += next.cost;
      underWay += 1;
      next.admit();
    }
  }

  function wakeIn(milliseconds: number): void {
    const alarm = new AbortController();
    wake = alarm;
    sleep(milliseconds, alarm.signal).then(
      () => {
        if (wake === alarm) {
          pump();
        }
      },
      () => undefined,
    );
  }

  function ticketFor(cost: number): Ticket {
    let open = true;
    const sent = { at: now(), spentInAll, returnedInAll };
    return {
      settle(report, { throttled = false, spent = cost } = {}) {
        if (!open) {
          return;
        }
        open = false;
        reserved -= cost;
        underWay -= 1;
        if (level !== null) {
          level = { ...level, available: contentNow(level) - spent, at: now() };
        }
        learn(report, sent);
        spentInAll += spent;
        returnedInAll += cost - spent;
        refusals = throttled ? refusals + 1 : 0;
        if (throttled) {
          notBefore = now() + PAUSE_AFTER_THROTTLED_MS;
        }
        pump();
      },
    };
  }

  /**
   * An answer says how full the bucket was at some moment since the request was sent. Whatever else was under way in
   * that time may have been charged before that moment or after it, so the answer only bounds what is there now. Our
   * own account, which has every request once, is the better number between these bounds; beyond them somebody else
   * drinks from the bucket, or we were too careful.
   */
  function learn(report: Report, sent: { at: number; spentInAll: number; returnedInAll: number }): void {
    if (report === 'unmetered') {
      unmetered = true;
    }
    if (report === 'unmetered' || report === 'unknown') {
      return;
    }
    unmetered = false;
    const maximum = report.maximumAvailable;
    const rate = Math.max(report.restoreRate, 1);
    const told = report.currentlyAvailable;
    const restored = ((now() - sent.at) / 1000) * rate;
    const lowest = told - reserved - (spentInAll - sent.spentInAll);
    const highest = told + restored + (returnedInAll - sent.returnedInAll);
    const account = level === null ? lowest : available();
    const free = Math.max(lowest, Math.min(highest, account));
    level = { maximum, available: Math.min(maximum, free + reserved), rate, at: now() };
  }

  return {
    take(cost, { priority, signal, onWaiting }) {
      return new Promise<Ticket>((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const onAbort = () => {
          const index = queue.indexOf(waiter);
          if (index >= 0) {
            queue.splice(index, 1);
            pump();
          }
          reject(signal.reason);
        };
        const waiter: Waiter = {
          cost,
          priority,
          admit: () => {
            signal.removeEventListener('abort', onAbort);
            resolve(ticketFor(cost));
          },
        };
        signal.addEventListener('abort', onAbort, { once: true });
        const wait = waitFor(waiter);
        if (wait > 0 && Number.isFinite(wait)) {
          onWaiting?.(new Date(clock.now().getTime() + wait));
        }
        enqueue(queue, waiter);
        pump();
      });
    },
  };
}

/** People first, otherwise in the order of asking. */
function enqueue(queue: Waiter[], waiter: Waiter): void {
  const firstBackground = queue.findIndex((other) => other.priority === 'background');
  if (waiter.priority === 'person' && firstBackground >= 0) {
    queue.splice(firstBackground, 0, waiter);
  } else {
    queue.push(waiter);
  }
}

/** The bucket belongs to one app on one shop: every connector of this process of the same app shares it. */
const bucketsByClock = new WeakMap<Clock, Map<string, CostBucket>>();

export function sharedCostBucket(shop: string, app: string, deps: BucketDeps): CostBucket {
  const buckets = bucketsByClock.get(deps.clock) ?? new Map<string, CostBucket>();
  bucketsByClock.set(deps.clock, buckets);
  const key = `${shop} ${app}`;
  const bucket = buckets.get(key) ?? createCostBucket(deps);
  buckets.set(key, bucket);
  return bucket;
}
