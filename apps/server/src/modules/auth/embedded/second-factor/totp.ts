import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Seconds per time step. */
const period = 30;
const digits = 6;
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 160 random bits, as RFC 4226 recommends, in base 32. */
export function newTotpSecret(): string {
  return [...randomBytes(32)].map((byte) => base32[byte % 32]).join('');
}

/** The code of a time step (RFC 6238 with SHA-1, which every authenticator app knows). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export function stepAt(time: Date): number {
  return Math.floor(time.getTime() / 1_000 / period);
}

/** The step this code belongs to: the current one or a neighbour; null for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const present = stepAt(now);
  const typed = Buffer.from(code.replaceAll(/\s/g, ''));
  const steps = [present, present - 1, present + 1].filter((step) => {
    const right = Buffer.from(totpCode(secret, step));
    return typed.length === right.length && timingSafeEqual(typed, right);
  });
  return steps[0] ?? null;
}

/** The content of an enrolment's QR code. */
export function totpUri({
  issuer,
  account,
  secret,
}: {
  issuer: string;
  account: string;
  secret: string;
}): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = `algorithm=SHA1&digits=${digits}&issuer=${encodeURIComponent(issuer)}&period=${period}&secret=${secret}`;
  return `otpauth://totp/${label}?${query}`;
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const character of text) {
    held = ((held << 5) | base32.indexOf(character)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  return Buffer.from(bytes);
}
