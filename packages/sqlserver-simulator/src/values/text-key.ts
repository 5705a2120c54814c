export type KeyRules = {
  readonly caseSensitive: boolean;
  readonly accentSensitive: boolean;
  /** char and varchar of the `SQL_` collations count a hyphen and an apostrophe as any character. */
  readonly stringSort: boolean;
  /** I and ı are one letter, and İ and i. */
  readonly isTurkish: boolean;
};

/**
 * The order of ASCII under the Latin collations: hyphen and apostrophe, blank, punctuation, symbols, then
 * digits and letters. A character's weight is its place here, moved to where printable characters begin;
 * letters stand for both of their cases.
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
for (let code = 65; code <= 90; code += 1) weights[code] = weights[code + 32] ?? '';

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

/** What a character adds to the levels of a key. */
type Weights = {
  readonly base: string;
  /** A dot for each weight of the base, then the marks upon it. */
  readonly marks: string;
  /** A letter for each weight of the base: b for capitals. */
  readonly cases: string;
};

const sorted = new Map<string, Weights>();

function weightsOf(character: string, { stringSort, isTurkish }: KeyRules): Weights {
  const name = `${character}${stringSort ? '' : 'w'}${isTurkish ? 't' : ''}`;
  const cached = sorted.get(name);
  if (cached !== undefined) return cached;
  const lower = character.toLocaleLowerCase(isTurkish ? 'tr' : 'en');
  const taken = { base: '', marks: '', cases: '' };
  for (const piece of (stringSort ? lower : (expansions[lower] ?? lower)).normalize('NFD')) {
    if (/\p{M}/u.test(piece)) {
      taken.marks += piece;
    } else {
      taken.base += weights[piece.charCodeAt(0)] ?? (/\p{L}|\p{N}/u.test(piece) ? piece : SYMBOL + piece);
      taken.marks += '.';
      taken.cases += lower === character ? 'a' : 'b';
    }
  }
  sorted.set(name, taken);
  return taken;
}

/**
 * A text whose plain order is that of the collation: first the letters without case and marks, then the
 * marks, then the case, and last the hyphens and apostrophes, which weigh nothing in a word sort. Equal texts
 * have equal keys.
 */
export function textKey(text: string, rules: KeyRules): string {
  const { caseSensitive, accentSensitive, stringSort, isTurkish } = rules;
  let base = '';
  let marks = '';
  let cases = '';
  let minor = '';
  let place = 0;
  let isPlain = true;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const weight = isTurkish && code === 73 ? undefined : weights[code];
    if (!stringSort && (code === 39 || code === 45)) {
      minor += String.fromCodePoint(0x100 + place) + text.charAt(index);
      continue;
    }
    place += 1;
    if (weight !== undefined) {
      base += weight;
      marks += '.';
      if (caseSensitive) cases += code >= 65 && code <= 90 ? 'b' : 'a';
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(index) ?? code);
    index += character.length - 1;
    const taken = weightsOf(character, rules);
    base += taken.base;
    marks += taken.marks;
    cases += taken.cases;
    isPlain = false;
  }
  const levels = [
    base,
    accentSensitive && !isPlain ? marks.replace(/\.+$/, '') : '',
    caseSensitive ? cases.replace(/a+$/, '') : '',
    minor,
  ];
  while (levels.length > 1 && levels.at(-1) === '') levels.pop();
  return levels.length === 1 ? base : levels.join(LEVEL);
}
