import { createHash } from 'node:crypto';

/**
 * What is stored of an `Idempotency-Key` and its body: the same for a repeated request, and different if the
 * key comes with another body. Null without a key.
 */
export function requestKey(idempotencyKey: string | undefined, body: unknown): string | null {
  if (idempotencyKey === undefined) return null;
  return createHash('sha256')
    .update(JSON.stringify([idempotencyKey, body]))
    .digest('base64url');
}
