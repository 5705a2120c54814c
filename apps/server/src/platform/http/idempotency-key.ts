import { createHash } from 'node:crypto';

/**
 * What is kept of an `Idempotency-Key` and the body it came with: the same for the same request sent again,
 * and another one where the key comes with another body. Null where the client sent no key.
 */
export function requestKey(idempotencyKey: string | undefined, body: unknown): string | null {
  if (idempotencyKey === undefined) return null;
  return createHash('sha256')
    .update(JSON.stringify([idempotencyKey, body]))
    .digest('base64url');
}
