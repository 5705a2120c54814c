import { hashKey } from '@tanstack/react-query';
import { useRef } from 'react';

/** Answers the key to send with a body: the same one as long as the same body is tried again. */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    const hash = hashKey([body]);
    if (last.current.body !== hash) last.current = { body: hash, key: randomKey() };
    return last.current.key;
  };
}

/** Also where the page came without TLS, and the browser has no `crypto.randomUUID`. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
