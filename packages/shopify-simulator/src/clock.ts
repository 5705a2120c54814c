/** Time as the simulator sees it: buckets refill, links expire and edits are dated by it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
