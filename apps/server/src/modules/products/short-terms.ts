import type { Bind } from '../../platform/db/statement.ts';
import type { SearchTerms, SearchWord } from './search-terms.ts';

/** One or two letters have no trigram to look up. */
export const isShort = ({ text }: SearchWord): boolean => [...text].length < 3;

/** Every word is short, so that the trigram index alone finds nothing. */
export const areShort = ({ words }: SearchTerms): boolean => words.every(isShort);

/** Two letters or digits as they stand in most catalogues: every trigram that begins with them can be named. */
const PLAIN_PAIR = /^[a-z0-9]{2}$/;

/**
 * The rows among which everything lies that short terms find, by an index; null where a longer word has one. A plain pair
 * and the character after it are a trigram (each value ends with a line feed), so that the trigram index finds it where only
 * plain characters follow; rows with any others have an index of their own, which is small or not worth asking. For the rest,
 * the index of single letters is asked.
 */
export function shortTermsSource(terms: SearchTerms, column: string, bind: Bind): string | null {
  if (!areShort(terms)) return null;
  const pair = terms.words.find(({ text }) => PLAIN_PAIR.test(text))?.text;
  if (pair === undefined) {
    const letters = [...new Set(terms.words.flatMap(({ text }) => [...text]))];
    return `(select * from products where letters_of(${column}) @> ${bind(letters)}::text[])`;
  }
  const plain = `${column} ~ ${bind(`${pair}[\\n -~]`)}`;
  return `(
      select * from products where ${plain}
      union all
      select * from products
      where octet_length(${column}) <> char_length(${column}) and strpos(${column}, ${bind(pair)}) > 0 and not ${plain}
    )`;
}
