/** The simulator's time: for refilling buckets, expiring links and dating edits. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
