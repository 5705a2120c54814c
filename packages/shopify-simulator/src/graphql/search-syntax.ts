/** Shopify's search syntax as a tree. Malformed text is never an error: what cannot be understood is a literal. */

export type Comparator = '=' | '>' | '>=' | '<' | '<=';
export type SearchTerm = {
  readonly kind: 'term';
  /** null: the word may stand in any of the searched texts. */
  readonly field: string | null;
  readonly comparator: Comparator;
  readonly value: string;
  readonly isPrefix: boolean;
};
export type SearchTree =
  | SearchTerm
  | { readonly kind: 'and' | 'or'; readonly items: readonly SearchTree[] }
  | { readonly kind: 'not'; readonly item: SearchTree };

type Token = { kind: 'open' | 'close' | 'and' | 'or' | 'not' } | SearchTerm;

export function parseSearch(text: string): SearchTree | null {
  const tokens = tokenize(text);
  let position = 0;

  function alternatives(): SearchTree | null {
    const items: SearchTree[] = [];
    for (;;) {
      const item = conjunction();
      if (item !== null) items.push(item);
      if (tokens[position]?.kind !== 'or') break;
      position += 1;
    }
    return group('or', items);
  }

  function conjunction(): SearchTree | null {
    const items: SearchTree[] = [];
    for (let token = tokens[position]; token !== undefined; token = tokens[position]) {
      if (token.kind === 'or' || token.kind === 'close') break;
      if (token.kind === 'and') {
        position += 1;
        continue;
      }
      const item = unary();
      if (item !== null) items.push(item);
    }
    return group('and', items);
  }

  function unary(): SearchTree | null {
    const token = tokens[position];
    position += 1;
    if (token === undefined) return null;
    if (token.kind === 'not') {
      const item = unary();
      return item === null ? null : { kind: 'not', item };
    }
    if (token.kind === 'open') {
      const inner = alternatives();
      if (tokens[position]?.kind === 'close') position += 1;
      return inner;
    }
    return token.kind === 'term' ? token : null;
  }

  const trees: SearchTree[] = [];
  while (position < tokens.length) {
    const tree = alternatives();
    if (tree !== null) trees.push(tree);
    if (tokens[position]?.kind === 'close') position += 1;
  }
  return group('and', trees);
}

function group(kind: 'and' | 'or', items: readonly SearchTree[]): SearchTree | null {
  const [first] = items;
  if (first === undefined) return null;
  return items.length === 1 ? first : { kind, items };
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let rest = text.trimStart();
  while (rest !== '') {
    const single = rest.charAt(0);
    if (single === '(' || single === ')') {
      tokens.push({ kind: single === '(' ? 'open' : 'close' });
      rest = rest.slice(1).trimStart();
      continue;
    }
    if (single === '-' && /^-\S/.test(rest)) {
      tokens.push({ kind: 'not' });
      rest = rest.slice(1);
      continue;
    }
    const keyword = /^(AND|OR|NOT)(?=\s|\(|$)/.exec(rest)?.[1];
    if (keyword !== undefined) {
      tokens.push({ kind: keyword === 'AND' ? 'and' : keyword === 'OR' ? 'or' : 'not' });
      rest = rest.slice(keyword.length).trimStart();
      continue;
    }
    const field = /^([A-Za-z_][\w.]*):/.exec(rest)?.[1] ?? null;
    if (field !== null) rest = rest.slice(field.length + 1);
    const comparator = field === null ? undefined : /^(>=|<=|>|<)/.exec(rest)?.[1];
    if (comparator !== undefined) rest = rest.slice(comparator.length);
    const word = readWord(rest, field !== null);
    rest = rest.slice(word.length).trimStart();
    if (word.value === '' && field === null) continue;
    tokens.push({
      kind: 'term',
      field,
      comparator: asComparator(comparator),
      value: word.value,
      isPrefix: word.isPrefix,
    });
  }
  return tokens;
}

function asComparator(text: string | undefined): Comparator {
  return text === '>' || text === '>=' || text === '<' || text === '<=' ? text : '=';
}

/** `length` is what was consumed; a bracket after a field's colon belongs to the value (`tag:(x`). */
function readWord(text: string, afterField: boolean): { value: string; length: number; isPrefix: boolean } {
  const quote = text.charAt(0);
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, 1);
    const stop = end === -1 ? text.length : end;
    return { value: text.slice(1, stop), length: Math.min(text.length, stop + 1), isPrefix: false };
  }
  let value = '';
  let index = 0;
  let isPrefix = false;
  for (; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (char === '\\' && index + 1 < text.length) {
      index += 1;
      value += text.charAt(index);
      continue;
    }
    if (/\s/.test(char) || char === ')' || (char === '(' && !(afterField && index === 0))) break;
    isPrefix = char === '*' && /^(\s|\)|$)/.test(text.slice(index + 1));
    if (!isPrefix) value += char;
  }
  return { value, length: Math.max(1, index), isPrefix };
}
