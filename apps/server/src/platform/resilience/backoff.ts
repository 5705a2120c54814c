type BackoffOptions = {
  /** Milliseconds: the upper bound of the first delay. */
  base: number;
  /** Milliseconds: the upper bound of every delay. */
  max: number;
  /** Returns 0 to 1. Default: Math.random. */
  random?: () => number;
};

/**
 * Full jitter: anything from zero to the doubled bound, so that clients that failed together do not retry
 * together. `attempt` is 1 after the first failure.
 */
export function fullJitterDelay(
  attempt: number,
  { base, max, random = Math.random }: BackoffOptions,
): number {
  const bound = Math.min(max, base * 2 ** Math.min(attempt - 1, 30));
  return Math.round(random() * bound);
}
