import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** 256 random bits, safe in a URL. */
export function newOpaqueToken(): string {
  return randomBytes(32).toString('base64url');
}

export function isOpaqueToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

export function newSalt(): Buffer {
  return randomBytes(32);
}

/** Derives the next token. The salt is useless without the previous one, so it can be stored. */
export function nextToken(token: string, salt: Buffer): string {
  return createHmac('sha256', salt).update(token).digest('base64url');
}

/** Six digits for a person to type; only for a short life and few attempts. */
export function newNumericCode(): string {
  return randomInt(1_000_000).toString().padStart(6, '0');
}

/** Stored instead of a token. Tokens are random, so a fast plain hash reveals nothing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function equalInConstantTime(one: string, other: string): boolean {
  return timingSafeEqual(hashToken(one), hashToken(other));
}
