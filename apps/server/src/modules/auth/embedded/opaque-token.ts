import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** 256 random bits, safe in a URL. */
export function newOpaqueToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Six digits for a person to type; only for use with a short life and few tries. */
export function newNumericCode(): string {
  return randomInt(1_000_000).toString().padStart(6, '0');
}

/** What is stored instead of a token. Tokens are random, so a plain fast hash gives nothing away. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function equalInConstantTime(one: string, other: string): boolean {
  return timingSafeEqual(hashToken(one), hashToken(other));
}
