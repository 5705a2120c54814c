import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';

/** OWASP ASVS 5.0, 11.4.2: argon2id (the library's default), at least 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Upper bounds for imported hashes: a costlier one would let an account exhaust the server. */
const highestCost = { memoryCost: 131_072, timeCost: 10, parallelism: 4 };

const someHash = hash(randomBytes(16), cost);

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Takes equally long without an account or a password: it then compares with a hash nobody knows. */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(storedHash ?? (await someHash), password);
  return matches && storedHash !== null;
}

/** Whether a hash uses outdated parameters. */
export function needsRehash(storedHash: string): boolean {
  const made = parseOptions(storedHash);
  return (
    !storedHash.startsWith('$argon2id$') ||
    made.memoryCost !== cost.memoryCost ||
    made.timeCost !== cost.timeCost ||
    made.parallelism !== cost.parallelism
  );
}

/** Whether a hash imported from another system can be used here. */
export function isImportableHash(storedHash: string): boolean {
  if (!/^\$argon2id?\$/.test(storedHash)) return false;
  try {
    const made = parseOptions(storedHash);
    return (
      made.memoryCost <= highestCost.memoryCost &&
      made.timeCost <= highestCost.timeCost &&
      made.parallelism <= highestCost.parallelism
    );
  } catch {
    return false;
  }
}
