import type { Bind } from '../../../platform/db/statements/statement.ts';
import type { SearchTerms, SearchWord } from './search-terms.ts';

/** One or two letters have no trigram. */
export const isShort = ({ text }: SearchWord): boolean => [...text].length < 3;

/** Every word is short, so the trigram index does not help. */
export const areShort = ({ words }: SearchTerms): boolean => words.every(isShort);

/** Two ASCII letters or digits: every trigram that begins with them can be enumerated. */
const PLAIN_PAIR = /^[a-z0-9]{2}$/;

/** What `letters_of` adds for keys with characters beyond ASCII. */
const BEYOND_ASCII = 'beyond ASCII';

/**
 * An index source that includes all matches of short terms; null if a longer word has an index. A plain pair
 * and the plain character after it (each value ends with a line feed) are a trigram, so the trigram index
 * finds it. Other pairs, and pairs before other characters, use the index of single letters.
 */
export function shortTermsSource(terms: SearchTerms, column: string, bind: Bind): string | null {
  if (!areShort(terms)) return null;
  const holdsLetters = (texts: readonly string[], ...more: readonly string[]) => {
    const letters = [...new Set(texts.flatMap((text) => [...text])), ...more];
    return `letters_of(${column}) @> ${bind(letters)}::text[]`;
  };
  const pair = terms.words.find(({ text }) => PLAIN_PAIR.test(text))?.text;
  if (pair === undefined) {
    return `(select * from products where ${holdsLetters(terms.words.map(({ text }) => text))})`;
  }
  const plain = `${column} ~ ${bind(`${pair}[\\n -~]`)}`;
  return `(
      select * from products where ${plain}
      union all
      select * from products where ${holdsLetters([pair], BEYOND_ASCII)} and not ${plain}
    )`;
}
