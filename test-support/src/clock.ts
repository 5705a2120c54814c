import type { Clock } from '@storefleet/server/platform/time/clock';

export type TestClock = Clock & {
  /** Advances the time by the given milliseconds. */
  advance(milliseconds: number): void;
  set(time: Date | string): void;
};

/** A clock that only moves when a test moves it. */
export function testClock(start: Date | string = '2026-01-15T09:00:00.000Z'): TestClock {
  let now = new Date(start).getTime();
  return {
    now: () => new Date(now),
    advance(milliseconds) {
      now += milliseconds;
    },
    set(time) {
      now = new Date(time).getTime();
    },
  };
}
