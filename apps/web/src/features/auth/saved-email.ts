import { readText, removeEntry, writeText } from '../../lib/browser/browser-storage.ts';

const KEY = 'savedEmail';

export function readSavedEmail(): string {
  return readText(KEY) ?? '';
}

/** Remember me keeps the e-mail address and nothing else. */
export function saveEmail(email: string, remember: boolean): void {
  if (remember) writeText(KEY, email);
  else removeEntry(KEY);
}
