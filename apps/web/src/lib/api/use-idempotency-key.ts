import { hashKey } from '@tanstack/react-query';
import { useRef } from 'react';

/** Returns the key to send with a body: the same key while the same body is retried. */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    const hash = hashKey([body]);
    if (last.current.body !== hash) last.current = { body: hash, key: randomKey() };
    return last.current.key;
  };
}

/** Also works without TLS, where browsers lack `crypto.randomUUID`. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
