import { sleep as realSleep } from '../../../platform/resilience/sleep.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { steadyTime } from '../../../platform/time/steady-time.ts';

/**
 * Shopify's leaky bucket for REST, from our side: each call adds one, and calls leak away steadily. Every
 * answer reports `used/size`, so we wait by these numbers before sending, instead of being refused.
 */
type CallLimit = {
  /** Resolves when a call may be sent. */
  take(options: { signal: AbortSignal; onWaiting?: ((until: Date) => void) | undefined }): Promise<Ticket>;
  /** After a refusal: nobody sends for this many milliseconds. */
  pause(milliseconds: number): void;
};

type Ticket = {
  /** `told`: the header of the response; null if there is none. */
  settle(told: string | null): void;
};

/** The header of each response with the bucket's level. */
export const CALL_LIMIT_HEADER = 'x-shopify-shop-api-call-limit';

/** The smallest plan's size, until a response states it. */
const SMALLEST_SIZE = 40;
/** On every plan a full bucket is empty after at most this long: 40 calls at 2 per second, 400 at 20. */
const SECONDS_TO_EMPTY = 20;
/** Calls kept free, since an answer may be older than other calls under way. */
const KEPT_FREE = 2;

type Level = { used: number; size: number; at: number; order: number };

export function createCallLimit({
  clock,
  sleep = realSleep,
}: {
  clock: Clock;
  sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
}): CallLimit {
  const now = steadyTime(clock);
  let level: Level = { used: 0, size: SMALLEST_SIZE, at: now(), order: 0 };
  let underWay = 0;
  let sent = 0;
  let notBefore = 0;

  function waitMs(): number {
    const leakPerMs = level.size / (SECONDS_TO_EMPTY * 1000);
    const used = Math.max(0, level.used - (now() - level.at) * leakPerMs);
    const tooMany = used + underWay + 1 + KEPT_FREE - level.size;
    return Math.max(0, notBefore - now(), Math.ceil(tooMany / leakPerMs));
  }

  return {
    async take({ signal, onWaiting }) {
      for (;;) {
        signal.throwIfAborted();
        const wait = waitMs();
        if (wait === 0) break;
        onWaiting?.(new Date(clock.now().getTime() + wait));
        await sleep(wait, signal);
      }
      underWay += 1;
      sent += 1;
      const order = sent;
      let open = true;
      return {
        settle(told) {
          if (!open) return;
          open = false;
          underWay -= 1;
          const parts = /^(\d+)\/(\d+)$/.exec(told ?? '');
          if (parts === null) {
            level = { ...level, used: level.used + 1 };
          } else if (order > level.order && Number(parts[2]) > KEPT_FREE) {
            level = { used: Number(parts[1]), size: Number(parts[2]), at: now(), order };
          }
        },
      };
    },
    pause(milliseconds) {
      notBefore = Math.max(notBefore, now() + milliseconds);
    },
  };
}
