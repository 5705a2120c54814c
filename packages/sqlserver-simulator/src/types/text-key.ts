import type { CollationRules } from './collation.ts';

/**
 * The order of ASCII under the Latin collations: hyphen and apostrophe, blank, punctuation, symbols, then digits and
 * letters. A character's weight is its place here, moved to where printable characters begin; letters stand for both of
 * their cases.
 */
const order = '\'- !"#$%&()*,./:;?@[\\]^_`{|}~+<=>';
const FIRST_WEIGHT = 0x22;
/** Before the weight of other symbols and of control characters, which SQL Server sorts before the digits. */
const SYMBOL = String.fromCharCode(FIRST_WEIGHT + order.length);
/** Below every weight, so that a shorter text comes first. */
const LEVEL = '\u0001';

const weights: string[] = [];
[...order, '', ...'0123456789abcdefghijklmnopqrstuvwxyz'].forEach((character, index) => {
  if (character !== '') weights[character.charCodeAt(0)] = String.fromCharCode(FIRST_WEIGHT + index);
});

/** Letters that sort as others do: expanded, or with a mark that Unicode does not take off. */
const expansions: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o\u0338',
  ł: 'l\u0335',
  đ: 'd\u0335',
};

/**
 * A text whose plain order is that of the collation: first the letters without case and marks, then the marks, then the
 * case, and last the hyphens and apostrophes, which weigh nothing in a word sort. Equal texts have equal keys.
 */
export function textKey(
  text: string,
  { caseSensitive, accentSensitive, stringSort }: CollationRules,
): string {
  let base = '';
  let plain = !caseSensitive;
  for (let index = 0; index < text.length && plain; index += 1) {
    const code = text.charCodeAt(index);
    const lower = code >= 65 && code <= 90 ? code + 32 : code;
    const weight = weights[lower];
    if (weight === undefined || (!stringSort && (code === 39 || code === 45))) plain = false;
    else base += weight;
  }
  return plain ? base : levelledKey(text, { caseSensitive, accentSensitive, stringSort });
}

function levelledKey(text: string, rules: Omit<CollationRules, 'binary'>): string {
  let base = '';
  let marks = '';
  let cases = '';
  let minor = '';
  let place = 0;
  const take = (character: string, upper: boolean): void => {
    const weight = weights[character.charCodeAt(0)];
    base += weight ?? (/\p{L}|\p{N}/u.test(character) ? character : SYMBOL + character);
    marks += '.';
    cases += upper ? 'b' : 'a';
    place += 1;
  };
  for (const character of text) {
    if (!rules.stringSort && (character === '-' || character === "'")) {
      minor += String.fromCodePoint(0x100 + place) + character;
      continue;
    }
    const lower = character.toLowerCase();
    const upper = lower !== character;
    for (const piece of (rules.stringSort ? lower : (expansions[lower] ?? lower)).normalize('NFD')) {
      if (/\p{M}/u.test(piece)) marks += piece;
      else take(piece, upper);
    }
  }
  const levels = [
    base,
    rules.accentSensitive ? marks.replace(/\.+$/, '') : '',
    rules.caseSensitive ? cases.replace(/a+$/, '') : '',
    minor,
  ];
  while (levels.length > 1 && levels.at(-1) === '') levels.pop();
  return levels.join(LEVEL);
}
