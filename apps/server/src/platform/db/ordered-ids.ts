import { randomBytes, randomInt } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const BYTES = 16;
const SEQUENCES = 2 ** 32;

/** Ids (UUID version 7) in the order of time, for many rows at once: randomness is asked for once. */
export function orderedIds(count: number): string[] {
  const random = randomBytes(count * BYTES);
  const msecs = Date.now();
  const first = randomInt(SEQUENCES - count);
  return Array.from({ length: count }, (_, index) =>
    uuidv7({ msecs, seq: first + index, random: random.subarray(index * BYTES, (index + 1) * BYTES) }),
  );
}
