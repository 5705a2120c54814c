import { POINTS_KEPT_FOR_EDITS } from '@storefleet/contract/stores/point-constants';
import { sleep as realSleep } from '../../../platform/resilience/sleep.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { steadyTime } from '../../../platform/time/steady-time.ts';
import { createPointAccount, type Report, type ThrottleStatus } from './point-account.ts';

/** Requests wait here until their shop's cost bucket has their points, instead of being refused. */

/** People's edits go before background reads of the same bucket. */
export type Priority = 'person' | 'background';

type TakeOptions = {
  priority: Priority;
  signal: AbortSignal;
  onWaiting?: ((until: Date) => void) | undefined;
};

export type Ticket = {
  /** Call once per ticket. `spent`: the points finally charged; the whole cost if unknown. */
  settle(report: Report, outcome?: { throttled?: boolean; spent?: number | undefined }): void;
};

export type CostBucket = {
  take(cost: number, options: TakeOptions): Promise<Ticket>;
  /** The available points; null if unknown. */
  status(): ThrottleStatus | null;
  /** The points that background work leaves for edits from now on; null: the default share. */
  keepForPeople(points: number | null): void;
};

type BucketDeps = {
  clock: Clock;
  sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
};

/** The share that background work leaves in the bucket, so that an edit does not wait for the refill. */
const KEPT_FOR_PEOPLE = POINTS_KEPT_FOR_EDITS;
/** The pause that Shopify documents after a refusal. */
const PAUSE_AFTER_THROTTLED_MS = 1000;

type Waiter = { cost: number; priority: Priority; admit: () => void };

export function createCostBucket({ clock, sleep = realSleep }: BucketDeps): CostBucket {
  const now = steadyTime(clock);
  const account = createPointAccount(now);
  const queue: Waiter[] = [];
  let refusals = 0;
  let notBefore = 0;
  let floor: number | null = null;
  let alarm: AbortController | null = null;

  function waitFor({ cost, priority }: Waiter): number {
    // After a refusal, another client uses the same bucket: leave as much again for its next request.
    const points = cost * (1 + refusals);
    const kept = (maximum: number) => (priority === 'background' ? (floor ?? maximum * KEPT_FOR_PEOPLE) : 0);
    return Math.max(0, notBefore - now(), account.waitFor(points, { kept }));
  }

  /** Admits requests from the head of the queue, and sets the timer for the next one. */
  function admitNext(): void {
    alarm?.abort();
    alarm = null;
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      const wait = waitFor(next);
      if (wait > 0) {
        if (Number.isFinite(wait)) wakeIn(wait);
        return;
      }
      queue.shift();
      next.admit();
    }
  }

  function wakeIn(milliseconds: number): void {
    const own = new AbortController();
    alarm = own;
    sleep(milliseconds, own.signal).then(
      () => {
        if (alarm === own) admitNext();
      },
      () => undefined,
    );
  }

  function ticketFor(cost: number): Ticket {
    const book = account.reserve(cost);
    return {
      settle(report, { throttled = false, spent = cost } = {}) {
        book(report, spent);
        refusals = throttled ? refusals + 1 : 0;
        if (throttled) notBefore = now() + PAUSE_AFTER_THROTTLED_MS;
        admitNext();
      },
    };
  }

  function leave(waiter: Waiter): void {
    const index = queue.indexOf(waiter);
    if (index < 0) return;
    queue.splice(index, 1);
    admitNext();
  }

  return {
    status: account.status,
    keepForPeople(points) {
      floor = points;
      admitNext();
    },
    async take(cost, { priority, signal, onWaiting }) {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<Ticket>();
      const waiter: Waiter = { cost, priority, admit: () => resolve(ticketFor(cost)) };
      const abort = () => {
        leave(waiter);
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      try {
        const wait = waitFor(waiter);
        if (wait > 0 && Number.isFinite(wait)) onWaiting?.(new Date(clock.now().getTime() + wait));
        enqueue(queue, waiter);
        admitNext();
        return await promise;
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
  };
}

/** Edits first, otherwise in order. */
function enqueue(queue: Waiter[], waiter: Waiter): void {
  const firstBackground = queue.findIndex((other) => other.priority === 'background');
  if (waiter.priority === 'person' && firstBackground >= 0) {
    queue.splice(firstBackground, 0, waiter);
  } else {
    queue.push(waiter);
  }
}

/** A process's buckets: all connectors of an app to a shop share one. */
export type CostBuckets = { of(shop: string, app: string): CostBucket };

export function createCostBuckets(deps: BucketDeps): CostBuckets {
  const buckets = new Map<string, CostBucket>();
  return {
    of(shop, app) {
      const key = `${shop} ${app}`;
      const bucket = buckets.get(key) ?? createCostBucket(deps);
      buckets.set(key, bucket);
      return bucket;
    },
  };
}
