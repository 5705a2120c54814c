import { AuthError, invalid } from '../../auth-error.ts';

/** There is no phone provider: requests about a phone are answered as a GoTrue without one answers them. */

/** Signing in takes exactly one address. */
export function requireEmailToSignIn(email: string, phone: string): void {
  if (email !== '' && phone !== '') {
    throw invalid('Only an email address or phone number should be provided on login.');
  }
  if (phone !== '') throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  if (email === '') throw invalid('missing email or phone');
}

/** One-time passwords are not offered; errors in the request are reported first. */
export function refuseOneTimePassword(email: string, phone: string): never {
  if (email !== '' && phone !== '') throw invalid('Only an email address or phone number should be provided');
  if (phone !== '') throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
  if (email === '') throw invalid('One of email or phone must be set');
  throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');
}

/** Nobody has a phone number here. */
export function refusePhone(phone: string): never {
  requireNumber(phone);
  throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
}

/** No code was ever sent to a phone, so none is right. */
export function refusePhoneCode(phone: string): never {
  requireNumber(phone);
  throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
}

function requireNumber(phone: string): void {
  const digits = phone.replace(/^\+/, '').replaceAll(' ', '');
  if (!/^[1-9]\d{1,14}$/.test(digits)) throw invalid('Invalid phone number format (E.164 required)');
}
