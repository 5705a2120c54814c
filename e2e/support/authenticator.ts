import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** An authenticator app (RFC 6238) with a secret. A code works once, so the next one is used early. */
export function createAuthenticator(secret: string) {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  let last = 0;
  return {
    nextCode(): string {
      last = Math.max(last + 1, Math.floor(Date.now() / STEP_MS));
      const counter = Buffer.alloc(8);
      counter.writeBigUInt64BE(BigInt(last));
      const mac = createHmac('sha1', key).update(counter).digest();
      const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff;
      return String(number % 1_000_000).padStart(6, '0');
    },
  };
}
