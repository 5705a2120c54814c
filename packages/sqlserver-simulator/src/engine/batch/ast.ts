import { syntaxError } from '../errors.ts';

/** A part of the parser's tree: plain JSON, looked at through the functions below. */
export type Node = { readonly [key: string]: unknown };

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function asNode(value: unknown): Node {
  if (isNode(value)) return value;
  throw syntaxError(typeof value === 'string' ? value : '');
}

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** `{"Like": {…}}` and `"Wildcard"` are how the parser writes one of several kinds. */
export function kindOf(value: unknown): readonly [kind: string, body: unknown] {
  if (typeof value === 'string') return [value, null];
  const entry = Object.entries(asNode(value))[0];
  if (entry === undefined) throw syntaxError('');
  return entry;
}

const isAbsent = (value: unknown): boolean =>
  value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0);

/** The parser knows more than T-SQL does: a part that is there and not in `known` is a syntax error. */
export function only(node: Node, known: readonly string[], near = ''): void {
  for (const [key, value] of Object.entries(node)) {
    if (known.includes(key) || isAbsent(value) || value === 'None' || key === 'span') continue;
    throw syntaxError(near === '' ? key.replaceAll('_', ' ') : near);
  }
}

export type Identifier = { readonly name: string; readonly quoted: boolean };

export function identifier(value: unknown): Identifier {
  const node = asNode(value);
  const name = node.value;
  if (typeof name !== 'string') throw syntaxError('');
  return { name, quoted: typeof node.quote_style === 'string' };
}

/** The names of `[{Identifier: {value}}, …]`. */
export function nameParts(value: unknown): Identifier[] {
  return asList(value).map((part) => {
    const [kind, body] = kindOf(part);
    if (kind !== 'Identifier') throw syntaxError(kind);
    return identifier(body);
  });
}

/** What makes two expressions the same: the tree without its places, unquoted names in lower case. */
export function fingerprint(value: unknown): string {
  return JSON.stringify(value, (key, part: unknown) => {
    if (key === 'span' || key === 'quote_style' || key.endsWith('_token')) return undefined;
    if (part === undefined) return 'without arguments';
    return key === 'value' && typeof part === 'string' ? part.toLowerCase() : part;
  });
}
