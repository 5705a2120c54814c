import type { Clock } from './clock.ts';

/**
 * Monotonic milliseconds, starting at 0: if the clock is set back, elapsed time still counts, and nobody
 * waits until the clock reaches the old time again.
 */
export function steadyTime(clock: Clock): () => number {
  let last = clock.now().getTime();
  let passed = 0;
  return () => {
    const now = clock.now().getTime();
    passed += Math.max(0, now - last);
    last = now;
    return passed;
  };
}
