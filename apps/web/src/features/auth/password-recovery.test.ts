import { expect, test } from 'vitest';
import { readRecoveryLanding } from './password-recovery.ts';

const EXPIRED = 'Email link is invalid or has expired';

test.each([
  ['a token hash, of the embedded service', '?token_hash=abc&type=recovery', '', 'token_hash', 'recovery'],
  ['a token hash, of an invitation', '?token_hash=abc&type=invite', '', 'token_hash', 'invite'],
])('an email link contains %s', (_, search, hash, kind, type) => {
  expect(readRecoveryLanding(search, hash)).toEqual({ kind, tokenHash: 'abc', type });
});

test.each([
  [
    'tokens in the fragment, of a hosted project',
    '',
    '#access_token=a.b.c&expires_in=3600&refresh_token=r1&token_type=bearer&type=recovery',
    { kind: 'tokens', accessToken: 'a.b.c', refreshToken: 'r1' },
  ],
  ['a code, after a PKCE request', '?code=0190', '', { kind: 'code', code: '0190' }],
  [
    'an expired link, in the words of the service',
    '',
    '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired',
    { kind: 'expired', message: EXPIRED },
  ],
  ['no link', '', '', { kind: 'none' }],
])('the page is opened with %s', (_, search, hash, landing) => {
  expect(readRecoveryLanding(search, hash)).toEqual(landing);
});
