import { SqlServerError } from '../engine/engine.ts';
import { type CollationRules, collationRules } from './collation.ts';
import { textKey } from './text-key.ts';

type Token =
  | { readonly kind: 'any' }
  | { readonly kind: 'one' }
  | { readonly kind: 'character'; readonly key: string }
  | {
      readonly kind: 'set';
      readonly negated: boolean;
      readonly ranges: readonly (readonly [string, string])[];
    };

const compiled = new Map<string, readonly Token[]>();

/**
 * LIKE: `%`, `_`, `[a-f]` and `[^abc]`, with letters compared as the collation does. `escapedBy` makes the character behind
 * it plain; throws 506 when it is not one character. Of texts without Unicode the blanks at the end of the value count only
 * where the pattern wants them.
 */
export function like(
  value: string,
  pattern: string,
  escapedBy: string | null,
  collation: string,
  unicode = true,
): boolean {
  if (escapedBy !== null && escapedBy.length !== 1)
    throw new SqlServerError({
      number: 506,
      message: `The invalid escape character "${escapedBy}" was specified in a LIKE predicate.`,
    });
  const rules = collationRules(collation);
  const name = `${collation}\0${escapedBy ?? ''}\0${pattern}`;
  let tokens = compiled.get(name);
  if (tokens === undefined) {
    tokens = compile(pattern, escapedBy, rules);
    if (compiled.size > 1000) compiled.clear();
    compiled.set(name, tokens);
  }
  const keys = [...value].map((character) => keyOf(character, rules));
  if (matches(keys, tokens)) return true;
  const blank = keyOf(' ', rules);
  while (!unicode && keys.at(-1) === blank) {
    keys.pop();
    if (matches(keys, tokens)) return true;
  }
  return false;
}

/** A character alone: there is no word to sort, so hyphen and apostrophe count. */
function keyOf(character: string, rules: CollationRules): string {
  return rules.binary ? character : textKey(character, { ...rules, stringSort: true });
}

function compile(pattern: string, escapedBy: string | null, rules: CollationRules): Token[] {
  const characters = [...pattern];
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (character === escapedBy && at + 1 < characters.length) {
      at += 1;
      tokens.push({ kind: 'character', key: keyOf(characters[at] ?? '', rules) });
    } else if (character === '%') {
      if (tokens.at(-1)?.kind !== 'any') tokens.push({ kind: 'any' });
    } else if (character === '_') {
      tokens.push({ kind: 'one' });
    } else if (character === '[') {
      const set = readSet(characters, at + 1, escapedBy, rules);
      // A bracket that is not closed matches nothing at all.
      if (set === null) return [{ kind: 'set', negated: false, ranges: [] }];
      tokens.push(set.token);
      at = set.end;
    } else {
      tokens.push({ kind: 'character', key: keyOf(character, rules) });
    }
  }
  return tokens;
}

function readSet(
  characters: readonly string[],
  start: number,
  escapedBy: string | null,
  rules: CollationRules,
): { token: Token; end: number } | null {
  const negated = characters[start] === '^';
  const ranges: [string, string][] = [];
  let at = negated ? start + 1 : start;
  const next = (): string => {
    if (characters[at] === escapedBy && at + 1 < characters.length) at += 1;
    const key = keyOf(characters[at] ?? '', rules);
    at += 1;
    return key;
  };
  while (at < characters.length && characters[at] !== ']') {
    const from = next();
    if (characters[at] === '-' && characters[at + 1] !== ']' && at + 1 < characters.length) {
      at += 1;
      ranges.push([from, next()]);
    } else {
      ranges.push([from, from]);
    }
  }
  return at < characters.length ? { token: { kind: 'set', negated, ranges }, end: at } : null;
}

/** Backtracks to the last `%` alone: an earlier one never needs to take more. */
function matches(keys: readonly string[], tokens: readonly Token[]): boolean {
  let at = 0;
  let token = 0;
  let retryToken = -1;
  let retryAt = 0;
  while (at < keys.length) {
    const current = tokens[token];
    if (current?.kind === 'any') {
      retryToken = token;
      retryAt = at;
      token += 1;
    } else if (current !== undefined && matchesOne(keys[at] ?? '', current)) {
      at += 1;
      token += 1;
    } else if (retryToken >= 0) {
      retryAt += 1;
      at = retryAt;
      token = retryToken + 1;
    } else {
      return false;
    }
  }
  while (tokens[token]?.kind === 'any') token += 1;
  return token === tokens.length;
}

function matchesOne(key: string, token: Token): boolean {
  switch (token.kind) {
    case 'one':
      return true;
    case 'character':
      return token.key === key;
    case 'set':
      return token.ranges.some(([from, to]) => key >= from && key <= to) !== token.negated;
    case 'any':
      return false;
  }
}
