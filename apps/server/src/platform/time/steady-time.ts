import type { Clock } from './clock.ts';

/**
 * Milliseconds by a clock, from 0, that never go back: where the clock is set back, what had passed by then
 * has passed, and nobody who waits for so much more waits until the clock shows the old time again.
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
