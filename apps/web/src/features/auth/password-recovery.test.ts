import { expect, test } from 'vitest';
import { readRecoveryLanding } from './password-recovery.ts';

test('a mail of the embedded service brings a token hash', () => {
  expect(readRecoveryLanding('?token_hash=abc&type=recovery', '')).toEqual({
    kind: 'token_hash',
    tokenHash: 'abc',
    type: 'recovery',
  });
});

test('an invitation is told from a recovery', () => {
  expect(readRecoveryLanding('?token_hash=abc&type=invite', '')).toMatchObject({ type: 'invite' });
});

test('a hosted project brings tokens in the fragment', () => {
  const hash = '#access_token=a.b.c&expires_in=3600&refresh_token=r1&token_type=bearer&type=recovery';
  expect(readRecoveryLanding('', hash)).toEqual({
    kind: 'tokens',
    accessToken: 'a.b.c',
    refreshToken: 'r1',
  });
});

test('a hosted project brings a code where the browser asked with a challenge', () => {
  expect(readRecoveryLanding('?code=0190', '')).toEqual({ kind: 'code', code: '0190' });
});

test('an expired link says so, in the words of the service', () => {
  const hash =
    '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';
  expect(readRecoveryLanding('', hash)).toEqual({
    kind: 'expired',
    message: 'Email link is invalid or has expired',
  });
});

test('opened without a link', () => {
  expect(readRecoveryLanding('', '')).toEqual({ kind: 'none' });
});
