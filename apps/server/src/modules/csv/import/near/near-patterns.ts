import { gtinFormsOfCell } from '@storefleet/contract/values/gtin';
import { escapeLike, searchKey } from '../../../catalogue/search-key.ts';

/** Columns of search lines (search-key.ts), each with a trigram index. */
type SearchColumn = 'search_skus' | 'search_barcodes' | 'search_name';
export type NearPattern = { readonly column: SearchColumn; readonly pattern: string };

/** A shorter code has no distinctive part. */
const SHORTEST = 4;
/** A code is split into this many overlapping parts, each presumed to contain the mistakes in turn. */
const STRETCHES = 6;
/** Splits a number that a spreadsheet shortened, before its exponent. */
const SHORTENED = /^(\d)(?:[.,](\d+))?E\+\d{2}$/i;

type CodeColumn = 'search_skus' | 'search_barcodes';

/**
 * The same code written differently: whole, in the other column, or with other separators or look-alike
 * letters.
 */
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
 * Codes that contain this one or differ in a few characters. Each pattern leaves a third of the code open and
 * requires the characters around it: the trigram index finds these in milliseconds, while comparing a code
 * with a million others would take seconds. The matches are ranked afterwards.
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

/** The title itself, or one that contains all its words. */
export function patternsOfTitle(title: string): NearPattern[] {
  const key = searchKey(title);
  if (key.length < SHORTEST) return [];
  const words = key.split(' ').map(escapeLike).join('%');
  return [`%\n${escapeLike(key)}\n%`, `%${words}%`].map((pattern) => ({ column: 'search_name', pattern }));
}

/** The remaining digits of a number such as `4.60761E+12`; null for any other text. */
export function shortenedDigits(code: string): string | null {
  const [, first, rest = ''] = SHORTENED.exec(code.trim()) ?? [];
  return first === undefined ? null : `${first}${rest.replace(/0+$/, '')}`;
}
