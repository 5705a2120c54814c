export type BackoffOptions = {
  /** Milliseconds: the upper bound of the first wait. */
  base: number;
  /** Milliseconds: no wait is longer. */
  max: number;
  /** Between 0 and 1; Math.random unless a test says otherwise. */
  random?: () => number;
};

/**
 * Full jitter: anything between nothing and the doubled bound, so that clients that failed together do not
 * come back together. `attempt` is 1 after the first failure.
 */
export function fullJitterDelay(
  attempt: number,
  { base, max, random = Math.random }: BackoffOptions,
): number {
  const bound = Math.min(max, base * 2 ** Math.min(attempt - 1, 30));
  return Math.round(random() * bound);
}
