import { AuthError, invalid } from '../../auth-error.ts';

/** There is no phone provider: requests about phones get the same answers as from a GoTrue without one. */

/** Sign-in requires exactly one address. */
export function requireEmailToSignIn(email: string, phone: string): void {
  if (email !== '' && phone !== '') {
    throw invalid('Only an email address or phone number should be provided on login.');
  }
  if (phone !== '') throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  if (email === '') throw invalid('missing email or phone');
}

/** One-time passwords are not offered; invalid requests are reported first. */
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

/** No code was ever sent to a phone, so none is valid. */
export function refusePhoneCode(phone: string): never {
  requireNumber(phone);
  throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
}

function requireNumber(phone: string): void {
  const digits = phone.replace(/^\+/, '').replaceAll(' ', '');
  if (!/^[1-9]\d{1,14}$/.test(digits)) throw invalid('Invalid phone number format (E.164 required)');
}
