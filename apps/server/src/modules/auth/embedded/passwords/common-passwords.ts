import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };

/**
 * Recognises common words and key patterns in spellings that leaked-password lists cover only in part:
 * surrounded by digits, with symbols for letters, doubled.
 */

/** Words that people choose: leaked ones, this product's, and keyboard runs followed by digits. */
const words: ReadonlySet<string> = new Set([
  ...['storefleet', 'shopify', 'hotmail', 'abc', 'abcd', 'qwer', 'qwertz'],
  ...passwords.filter((password) => /^[a-z]{3,}$/.test(password)),
]);

const runs = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  "asdfghjkl;'",
  'zxcvbnm,./',
  '1234567890-=',
  '!@#$%^&*()_+',
  '!"£$%^&*()_+',
  'йцукенгшщзхъ',
].flatMap((run) => [run, [...run].reverse().join('')]);

const letterForSymbol: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** `contextWords` are what an attacker already knows: the person's own address, the product's name. */
export function isCommonPassword(password: string, contextWords: readonly string[] = []): boolean {
  const lower = password.toLowerCase();
  if (isRun(lower) || isRepetition(lower) || isDate(lower)) return true;
  const known = new Set(contextWords.map((word) => withoutSeparators(word.toLowerCase())));
  const isWord = (text: string) => words.has(text) || known.has(text);
  return stems(lower).some(
    (stem) => isWord(stem) || isWord(withoutSubstitutions(stem)) || isTwice(stem, isWord),
  );
}

/** The word behind a spelling: what remains without up to four digits or symbols before and after it. */
function stems(lower: string): string[] {
  const plain = withoutSeparators(lower);
  const trailing = /^(.*?)[\d!@#$%^&*?+=~]{0,4}$/.exec(plain)?.[1] ?? plain;
  const both = /^[\d!@#$%^&*?+=~]{0,4}(.*)$/.exec(trailing)?.[1] ?? trailing;
  const shortest = /^(.*?)\d{1,4}$/.exec(trailing)?.[1] ?? trailing;
  return [plain, trailing, both, shortest].filter((stem) => stem.length >= 3);
}

function withoutSeparators(text: string): string {
  return text.replaceAll(/[\s._-]/g, '');
}

function withoutSubstitutions(text: string): string {
  return text.replaceAll(/[0134578@$!]/g, (symbol) => letterForSymbol[symbol] ?? symbol);
}

function isTwice(stem: string, isWord: (text: string) => boolean): boolean {
  const half = stem.slice(0, stem.length / 2);
  return stem === half + half && isWord(half);
}

/** A keyboard run, perhaps with one extra character before or after it. */
function isRun(lower: string): boolean {
  return [lower, lower.slice(1), lower.slice(0, -1)].some((keys) =>
    runs.some((run) => run.includes(keys) || (run + run).includes(keys)),
  );
}

function isRepetition(lower: string): boolean {
  for (let size = 1; size <= 4; size++) {
    const unit = lower.slice(0, size);
    if (lower.length >= size * 2 && unit.repeat(Math.ceil(lower.length / size)).startsWith(lower))
      return true;
  }
  return false;
}

function isDate(lower: string): boolean {
  const digits = /^(\d{8})$/.exec(lower.replaceAll(/[./-]/g, ''))?.[1];
  if (digits === undefined) return false;
  const number = (start: number, end: number) => Number(digits.slice(start, end));
  const plausible = (year: number, one: number, other: number) =>
    year >= 1900 &&
    year <= 2049 &&
    one >= 1 &&
    other >= 1 &&
    Math.min(one, other) <= 12 &&
    Math.max(one, other) <= 31;
  return (
    plausible(number(0, 4), number(4, 6), number(6, 8)) || plausible(number(4, 8), number(0, 2), number(2, 4))
  );
}
