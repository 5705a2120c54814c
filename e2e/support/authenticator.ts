import { createHmac } from 'node:crypto';
import { beginSession } from './api.ts';

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

/** Sets up a second factor through the API. */
export async function enrol(product: { url: string }, account: { email: string; password: string }) {
  const { access_token } = await beginSession(product, account);
  const call = async <Answer>(path: string, body: unknown): Promise<Answer> => {
    const response = await fetch(`${product.url}/auth/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}` },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  const { id, totp } = await call<{ id: string; totp: { secret: string } }>('/factors', {
    factor_type: 'totp',
  });
  const authenticator = createAuthenticator(totp.secret);
  const challenge = await call<{ id: string }>(`/factors/${id}/challenge`, {});
  await call(`/factors/${id}/verify`, { challenge_id: challenge.id, code: authenticator.nextCode() });
  return authenticator;
}
