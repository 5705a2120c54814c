import { gtinFormsOfCell } from '@storefleet/contract/values/gtin';
import { escapeLike, searchKey } from '../../../catalogue/search-key.ts';

/** Columns of search lines (search-key.ts), each with a trigram index. */
export type SearchColumn = 'search_skus' | 'search_barcodes' | 'search_name';
export type NearPattern = { readonly column: SearchColumn; readonly pattern: string };

/** A shorter code has no part that is its own. */
const SHORTEST = 4;
/** Of a code: the stretch in which its mistakes are taken to be, and how far on the next one begins. */
const STRETCHES = 6;
/** Before the exponent of a number that a spreadsheet shortened. */
const SHORTENED = /^(\d)(?:[.,](\d+))?E\+\d{2}$/i;

type CodeColumn = 'search_skus' | 'search_barcodes';

/** What a code is but for how it is written: whole, in the other column, with other separators or look-alike letters. */
export function likelyPatterns(code: string, column: CodeColumn): NearPattern[] {
  const other = column === 'search_skus' ? 'search_barcodes' : 'search_skus';
  const key = searchKey(code);
  if (key === '') return [];
  const whole = (text: string) => `%\n${escapeLike(text)}\n%`;
  const begins = shortenedDigits(code);
  if (begins !== null) return begins.length < SHORTEST ? [] : [{ column, pattern: `%\n${begins}%` }];
  const patterns = [
    ...gtinFormsOfCell(key).map((form) => ({ column: other, pattern: whole(form) })),
    { column, pattern: whole(key) },
  ] as NearPattern[];
  if (key.length < SHORTEST) return patterns;
  const pieces = key.split(/[^\p{L}\p{N}]+|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u).filter(Boolean);
  const looks = [
    key.replace(/o/g, '0').replace(/[il]/g, '1'),
    key.replace(/0/g, 'o'),
    key.replace(/1/g, 'i'),
  ];
  const texts = [`%\n${pieces.map(escapeLike).join('%')}\n%`, ...looks.map(whole)];
  return [...patterns, ...[...new Set(texts)].map((pattern) => ({ column, pattern }))];
}

/**
 * What a code may have been meant to be: it is a part of it, or a few characters differ. Each pattern leaves open another
 * stretch of it, a third of its length, and wants the characters before and behind it: the trigram index answers that in
 * milliseconds, where comparing a code with a million others would take seconds. What they find is measured afterwards.
 */
export function possiblePatterns(code: string, column: CodeColumn): NearPattern[] {
  const key = searchKey(code);
  if (key.length < SHORTEST || shortenedDigits(code) !== null) return [];
  return [`%${escapeLike(key)}%`, ...stretchesOf(key)].map((pattern) => ({ column, pattern }));
}

function stretchesOf(key: string): string[] {
  const step = Math.max(1, Math.ceil(key.length / STRETCHES));
  const patterns: string[] = [];
  for (let start = 0; start < key.length; start += step) {
    const [head, tail] = [key.slice(0, start), key.slice(start + 2 * step)];
    patterns.push(`%\n${escapeLike(head)}%${escapeLike(tail)}\n%`);
  }
  return patterns;
}

/** The title itself, or one that holds all its words. */
export function patternsOfTitle(title: string): NearPattern[] {
  const key = searchKey(title);
  if (key.length < SHORTEST) return [];
  const words = key.split(' ').map(escapeLike).join('%');
  return [`%\n${escapeLike(key)}\n%`, `%${words}%`].map((pattern) => ({ column: 'search_name', pattern }));
}

/** The digits that are left of a number such as `4.60761E+12`; null of any other text. */
export function shortenedDigits(code: string): string | null {
  const [, first, rest = ''] = SHORTENED.exec(code.trim()) ?? [];
  return first === undefined ? null : `${first}${rest.replace(/0+$/, '')}`;
}
