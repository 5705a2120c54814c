import { MIN_PASSWORD_LENGTH } from '@storefleet/contract/constants';
import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };

/** The passwords found most often in leaks, most common first; some 18,000 of them are long enough to be chosen here. */
const leaked: ReadonlySet<string> = new Set(passwords.filter(({ length }) => length >= MIN_PASSWORD_LENGTH));

export function isLeakedPassword(password: string): boolean {
  return leaked.has(password.toLowerCase());
}
