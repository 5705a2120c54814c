import type { FactorRow } from '../second-factor/factors.repository.ts';
import { accessTokenLifetime, type SessionGrant } from '../sessions.ts';
import type { UserRow } from '../users.repository.ts';

/** An authenticator app in GoTrue's format. */
export function presentFactor(factor: FactorRow) {
  return {
    id: factor.id,
    created_at: factor.created_at.toISOString(),
    updated_at: factor.updated_at.toISOString(),
    status: factor.verified_at === null ? 'unverified' : 'verified',
    ...(factor.friendly_name === '' ? {} : { friendly_name: factor.friendly_name }),
    factor_type: 'totp',
    last_challenged_at: factor.last_challenged_at?.toISOString() ?? null,
  };
}

/** GoTrue's user object; unset fields are omitted, as there. */
export function presentUser(user: UserRow, factors: readonly FactorRow[] = []) {
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    phone: '',
    ...present('email_confirmed_at', user.email_confirmed_at),
    ...present('confirmed_at', user.email_confirmed_at),
    ...present('invited_at', user.invited_at),
    ...present('recovery_sent_at', user.recovery_sent_at),
    ...present('reauthentication_sent_at', user.reauthentication_sent_at),
    ...(user.new_email === null ? {} : { new_email: user.new_email }),
    ...present('email_change_sent_at', user.email_change_sent_at),
    ...present('last_sign_in_at', user.last_sign_in_at),
    ...present('banned_until', user.banned_until),
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    identities: [
      {
        identity_id: user.id,
        id: user.id,
        user_id: user.id,
        provider: 'email',
        identity_data: {
          sub: user.id,
          email: user.email,
          email_verified: user.email_confirmed_at !== null,
          phone_verified: false,
        },
        email: user.email,
        last_sign_in_at: (user.last_sign_in_at ?? user.created_at).toISOString(),
        created_at: user.created_at.toISOString(),
        updated_at: user.updated_at.toISOString(),
      },
    ],
    ...(factors.length === 0 ? {} : { factors: factors.map(presentFactor) }),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    is_anonymous: false,
  };
}

export function presentSession(grant: SessionGrant) {
  return {
    access_token: grant.accessToken,
    token_type: 'bearer',
    expires_in: accessTokenLifetime,
    expires_at: grant.expiresAt,
    refresh_token: grant.refreshToken,
    user: presentUser(grant.user, grant.factors),
  };
}

function present(name: string, time: Date | null): Record<string, string> {
  return time === null ? {} : { [name]: time.toISOString() };
}
