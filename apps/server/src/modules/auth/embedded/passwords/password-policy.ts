import { MIN_PASSWORD_LENGTH } from '@storefleet/contract/constants';
import { AuthError } from '../../auth-error.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isLeakedPassword } from './leaked-passwords.ts';

/** Far above any passphrase; keeps a request from feeding megabytes to the hash. */
export const maximumPasswordLength = 256;

export type PasswordWeakness = { reasons: ('length' | 'pwned')[]; message: string };

/**
 * What is wrong with a password, in GoTrue's reasons and wording; null if nothing is. Length is counted in characters as
 * a person sees them in code points. There are no rules on composition, on purpose.
 */
export function passwordWeakness(password: string, email: string): PasswordWeakness | null {
  const reasons: PasswordWeakness['reasons'] = [];
  const sentences: string[] = [];
  if ([...password].length < MIN_PASSWORD_LENGTH) {
    reasons.push('length');
    sentences.push(`Password should be at least ${MIN_PASSWORD_LENGTH} characters.`);
  }
  if (isLeakedPassword(password) || isCommonPassword(password, contextWords(email))) {
    reasons.push('pwned');
    sentences.push('Password is known to be weak and easy to guess, please choose a different one.');
  }
  return reasons.length === 0 ? null : { reasons, message: sentences.join(' ') };
}

export function assertAcceptablePassword(password: string, email: string): void {
  if (password.length > maximumPasswordLength) {
    throw new AuthError(
      400,
      'validation_failed',
      `Password cannot be longer than ${maximumPasswordLength} characters`,
    );
  }
  const weakness = passwordWeakness(password, email);
  if (weakness !== null) {
    throw new AuthError(422, 'weak_password', weakness.message, {
      body: { weak_password: { reasons: weakness.reasons } },
    });
  }
}

function contextWords(email: string): string[] {
  const lower = email.toLowerCase();
  const [local = '', domain = ''] = lower.split('@');
  return [lower, local, domain, domain.split('.')[0] ?? ''].filter((word) => word.length >= 3);
}
