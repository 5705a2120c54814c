import type { Bind } from '../../../platform/db/statements/statement.ts';
import type { SearchTerms, SearchWord } from './search-terms.ts';

/** One or two letters have no trigram to look up. */
export const isShort = ({ text }: SearchWord): boolean => [...text].length < 3;

/** Every word is short, so that the trigram index alone finds nothing. */
export const areShort = ({ words }: SearchTerms): boolean => words.every(isShort);

/** Two letters or digits as most catalogues have them: every trigram that begins with them can be enumerated. */
const PLAIN_PAIR = /^[a-z0-9]{2}$/;

/** What `letters_of` adds to the letters of keys with other characters than ASCII. */
const BEYOND_ASCII = 'beyond ASCII';

/**
 * The rows among which everything lies that short terms find, by an index; null where a longer word has one. A plain pair
 * and the character after it are a trigram (each value ends with a line feed), so that the trigram index finds it where only
 * plain characters follow. For other pairs, and pairs before other characters, the index of single letters is asked.
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
