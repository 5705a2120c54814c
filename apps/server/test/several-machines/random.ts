export type Random = {
  /** At least 0 and below the limit. */
  below(limit: number): number;
  between(from: number, to: number): number;
  happens(probability: number): boolean;
  oneOf<T>(values: readonly T[]): T;
  /** That many different ones, or all there are. */
  someOf<T>(values: readonly T[], count: number): T[];
  /** A separate sequence, independent of when others draw. */
  fork(): Random;
};

/** The same choices for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    between: (from, to) => from + next() * (to - from),
    happens: (probability) => next() < probability,
    oneOf(values) {
      const index = below(values.length);
      const value = values[index];
      if (index >= values.length || value === undefined)
        throw new RangeError('There is nothing to choose from.');
      return value;
    },
    someOf(values, count) {
      const left = [...values];
      return Array.from({ length: Math.min(count, left.length) }, () =>
        left.splice(below(left.length), 1),
      ).flat();
    },
    fork: () => randomFrom(below(0x1_0000_0000)),
  };
}
