import { expect, test } from 'vitest';
import { newTotpSecret, stepAt, stepOfCode, totpCode, totpUri } from './totp.ts';

/** `12345678901234567890`, the secret of RFC 6238, appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at %d s is that of RFC 6238', (seconds, code) => {
  expect(totpCode(secret, stepAt(new Date(seconds * 1_000)))).toBe(code);
});

test('accepts a code one step early or late, and with the space that apps show', () => {
  const now = new Date('2026-11-24T10:00:00Z');
  const step = stepAt(now);
  for (const near of [step - 1, step, step + 1]) {
    expect(stepOfCode(secret, totpCode(secret, near), now)).toBe(near);
  }
  expect(stepOfCode(secret, totpCode(secret, step).replace(/^.../, '$& '), now)).toBe(step);
  for (const wrong of [totpCode(secret, step - 2), totpCode(secret, step + 2), '', '12345', '１２３４５６']) {
    expect(stepOfCode(secret, wrong, now)).toBeNull();
  }
});

test('the URI names issuer and account for the app', () => {
  const fresh = newTotpSecret();
  expect(fresh).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(totpUri({ issuer: 'Atlas & Co', account: 'ada@shops.example', secret: fresh }));
  expect(decodeURIComponent(uri.pathname)).toBe('/Atlas & Co:ada@shops.example');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
    issuer: 'Atlas & Co',
    secret: fresh,
  });
});
