import type { SearchType } from '@storefleet/contract/catalogue/catalogue-constants';
import { gtinForms } from '@storefleet/contract/values/gtin';
import { escapeLike, searchKey } from '../../catalogue/search-key.ts';

/**
 * The parsed input: a value matches if it contains every word. `phrase` is the whole input, for ranking exact
 * and prefix matches.
 */
export type SearchTerms = {
  readonly words: readonly SearchWord[];
  readonly phrase: SearchWord;
};

/** A word to find, and other whole values that count as equal. */
export type SearchWord = { readonly text: string; readonly sameAs: readonly string[] };

export function parseSearchTerms(query: string, type: SearchType): SearchTerms {
  const key = searchKey(query);
  const word = (text: string): SearchWord => ({
    text,
    sameAs: type === 'barcode' ? gtinForms(text).slice(1) : [],
  });
  return { words: [...new Set(key.split(' '))].filter((text) => text !== '').map(word), phrase: word(key) };
}

/** LIKE patterns over a column of search lines (search-key.ts) for values that contain the word. */
export function containingPatterns(word: SearchWord): string[] {
  const holdsText = (other: string) => other.includes(word.text);
  return [
    `%${escapeLike(word.text)}%`,
    ...word.sameAs.filter((other) => !holdsText(other)).map(exactPattern),
  ];
}

/** LIKE patterns for values equal to the word. */
export function exactPatterns(word: SearchWord): string[] {
  return [word.text, ...word.sameAs].map(exactPattern);
}

/** LIKE pattern for values that begin with the word. */
export function prefixPattern(word: SearchWord): string {
  return `%\n${escapeLike(word.text)}%`;
}

function exactPattern(text: string): string {
  return `%\n${escapeLike(text)}\n%`;
}

/** The same rule for a single value, such as a variant's SKU. */
export function holdsEveryWord(value: string | null, terms: SearchTerms): boolean {
  if (value === null) return false;
  const key = searchKey(value);
  return terms.words.every((word) => key.includes(word.text) || word.sameAs.includes(key));
}
