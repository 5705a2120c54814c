import { testClock } from '@storefleet/test-support/clock';

/** Time that advances only while everything waits: an hour passes at once, and always in the same order. */
export function virtualTime() {
  const clock = testClock();
  const start = clock.now().getTime();
  const sleepers: { at: number; order: number; wake: () => void }[] = [];
  let order = 0;

  function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { at: clock.now().getTime() + milliseconds, order, wake: resolve };
      order += 1;
      sleepers.push(sleeper);
      signal?.addEventListener('abort', () => {
        const index = sleepers.indexOf(sleeper);
        if (index >= 0) sleepers.splice(index, 1);
        reject(signal.reason);
      });
    });
  }

  /** Lets time pass until the work is done. */
  async function run<T>(work: Promise<T>): Promise<T> {
    let done = false;
    const finished = work.finally(() => {
      done = true;
    });
    finished.catch(() => undefined);
    for (;;) {
      await new Promise(setImmediate);
      if (done) return finished;
      sleepers.sort((one, other) => one.at - other.at || one.order - other.order);
      const next = sleepers.shift();
      if (next === undefined) throw new Error('Everybody waits, and nobody for time to pass.');
      clock.set(new Date(Math.max(next.at, clock.now().getTime())));
      next.wake();
    }
  }

  return { clock, sleep, run, seconds: () => (clock.now().getTime() - start) / 1000 };
}
