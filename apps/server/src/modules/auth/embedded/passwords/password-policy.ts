import { MIN_PASSWORD_LENGTH } from '@storefleet/contract/constants';
import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };
import { AuthError, invalid } from '../../auth-error.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Far above any passphrase; prevents requests from feeding megabytes to the hash. */
const maximumPasswordLength = 256;

/** The most frequent passwords in leaks; some 18,000 of them are long enough to be chosen here. */
const leaked: ReadonlySet<string> = new Set(passwords.filter(({ length }) => length >= MIN_PASSWORD_LENGTH));

export type PasswordWeakness = { reasons: ('length' | 'pwned')[]; message: string };

/**
 * What is wrong with a password, in GoTrue's reasons and wording; null if nothing is. Length counts code
 * points, which is close to what a person sees. Deliberately no composition rules.
 */
export function passwordWeakness(password: string, email: string): PasswordWeakness | null {
  const reasons: PasswordWeakness['reasons'] = [];
  const sentences: string[] = [];
  if ([...password].length < MIN_PASSWORD_LENGTH) {
    reasons.push('length');
    sentences.push(`Password should be at least ${MIN_PASSWORD_LENGTH} characters.`);
  }
  if (leaked.has(password.toLowerCase()) || isCommonPassword(password, contextWords(email))) {
    reasons.push('pwned');
    sentences.push('Password is known to be weak and easy to guess, please choose a different one.');
  }
  return reasons.length === 0 ? null : { reasons, message: sentences.join(' ') };
}

export function assertAcceptablePassword(password: string, email: string): void {
  if (password.length > maximumPasswordLength) {
    throw invalid(`Password cannot be longer than ${maximumPasswordLength} characters`);
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
