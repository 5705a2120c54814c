/** Every code a response under /auth/v1 may carry; README.md beside this file says when. */
export const authErrorCodes = [
  'anonymous_provider_disabled',
  'bad_code_verifier',
  'bad_json',
  'bad_jwt',
  'current_password_invalid',
  'current_password_required',
  'email_exists',
  'email_not_confirmed',
  'feature_disabled',
  'flow_state_not_found',
  'insufficient_aal',
  'invalid_credentials',
  'last_owner',
  'mail_not_sent',
  'manual_linking_disabled',
  'mfa_challenge_expired',
  'mfa_factor_not_found',
  'mfa_phone_enroll_not_enabled',
  'mfa_verification_failed',
  'mfa_webauthn_enroll_not_enabled',
  'no_authorization',
  'not_admin',
  'not_found',
  'otp_disabled',
  'otp_expired',
  'over_email_send_rate_limit',
  'over_request_rate_limit',
  'passkey_disabled',
  'phone_provider_disabled',
  'provider_disabled',
  'reauthentication_not_valid',
  'refresh_token_already_used',
  'refresh_token_not_found',
  'request_entity_too_large',
  'saml_provider_disabled',
  'same_password',
  'session_expired',
  'session_not_found',
  'setup_already_done',
  'setup_link_invalid',
  'signup_disabled',
  'too_many_enrolled_mfa_factors',
  'too_many_passkeys',
  'unexpected_failure',
  'user_banned',
  'user_not_found',
  'validation_failed',
  'weak_password',
  'web3_provider_disabled',
  'webauthn_challenge_expired',
  'webauthn_challenge_not_found',
  'webauthn_credential_exists',
  'webauthn_verification_failed',
] as const;

export type AuthErrorCode = (typeof authErrorCodes)[number];

/** An expected failure of the sign-in service: status, GoTrue's code, and a sentence for the person. */
export class AuthError extends Error {
  readonly status: number;
  readonly code: AuthErrorCode;
  /** Further fields of the response, such as `weak_password`. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: AuthErrorCode,
    message: string,
    options: { body?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AuthError';
    this.status = status;
    this.code = code;
    this.body = options.body ?? {};
    this.headers = options.headers ?? {};
  }
}

/** An invalid request, in GoTrue's words. */
export function invalid(sentence: string): AuthError {
  return new AuthError(400, 'validation_failed', sentence);
}
