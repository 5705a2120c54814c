import { randomBytes, randomInt } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const BYTES = 16;
const SEQUENCES = 2 ** 32;

/** Ids (UUID version 7) in time order for many rows, with a single call for randomness. */
export function orderedIds(count: number): string[] {
  return Array.from({ length: count }, idSource(count));
}

/** The same one by one, `count` at most. */
export function idSource(count: number): () => string {
  const random = randomBytes(count * BYTES);
  const msecs = Date.now();
  const first = randomInt(SEQUENCES - count);
  let made = 0;
  return () => {
    const ownRandom = random.subarray(made * BYTES, (made + 1) * BYTES);
    return uuidv7({ msecs, seq: first + made++, random: ownRandom });
  };
}
