import type { AuthError, GoTrueClient } from '@supabase/auth-js';

/**
 * Parameters of an emailed link for choosing a new password or, after an invitation, the first one. The
 * kind depends on the provider and its email template.
 */
export type RecoveryLanding =
  | { kind: 'token_hash'; tokenHash: string; type: 'recovery' | 'invite' }
  | { kind: 'code'; code: string }
  | { kind: 'tokens'; accessToken: string; refreshToken: string }
  | { kind: 'expired'; message: string }
  | { kind: 'none' };

export function readRecoveryLanding(search: string, hash: string): RecoveryLanding {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const failure = fragment.get('error_description') ?? query.get('error_description');
  if (failure || fragment.has('error') || query.has('error')) {
    return { kind: 'expired', message: failure ?? 'Email link is invalid or has expired' };
  }
  const tokenHash = query.get('token_hash');
  if (tokenHash) {
    return { kind: 'token_hash', tokenHash, type: query.get('type') === 'invite' ? 'invite' : 'recovery' };
  }
  const accessToken = fragment.get('access_token');
  const refreshToken = fragment.get('refresh_token');
  if (accessToken && refreshToken) return { kind: 'tokens', accessToken, refreshToken };
  const code = query.get('code');
  if (code) return { kind: 'code', code };
  return { kind: 'none' };
}

/** Redeems the link and signs in its owner. Called on a click, never just by opening the page. */
export async function redeemRecoveryLanding(
  client: GoTrueClient,
  landing: RecoveryLanding,
): Promise<{ error: AuthError | null }> {
  switch (landing.kind) {
    case 'token_hash':
      return client.verifyOtp({ token_hash: landing.tokenHash, type: landing.type });
    case 'code':
      return client.exchangeCodeForSession(landing.code);
    case 'tokens':
      return client.setSession({ access_token: landing.accessToken, refresh_token: landing.refreshToken });
    case 'expired':
    case 'none':
      throw new Error('There is no link to redeem.');
  }
}
