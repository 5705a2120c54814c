import { SourceError } from '../../connector.ts';

/**
 * The parser's tree is JSON made from Rust enums: `{ Variant: payload }`, or `"Variant"` where there is none.
 * It is read by an allow-list: whatever is not asked for by name must be absent, or the statement is refused.
 */

export type Fields = Readonly<Record<string, unknown>>;

const MAX_QUOTED = 120;

export function refusal(sentence: string): SourceError {
  return new SourceError({ kind: 'rejected', message: sentence });
}

/** As `notAllowed`, where a value is wanted. */
export function refuse(what: string): never {
  throw notAllowed(what);
}

/** A part of SQL that is not let through, by the name it has for a person. */
export function notAllowed(what: string): SourceError {
  return refusal(
    `${what} cannot be used here: one plain SELECT of tables, views and built-in functions is let through, nothing else.`,
  );
}

export function shorten(text: string): string {
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What an enum holds: the name of the variant, and its payload. */
export function variantOf(node: unknown): readonly [name: string, payload: unknown] {
  if (typeof node === 'string') {
    return [node, undefined];
  }
  const [entry, ...more] = isFields(node) ? Object.entries(node) : [];
  if (entry === undefined || more.length > 0) {
    throw notAllowed('A part that is not known');
  }
  return entry;
}

/** Places in the text, and the tokens as they were spelt. */
const NO_MEANING = new Set([
  'span',
  'select_token',
  'with_token',
  'case_token',
  'end_token',
  'attached_token',
]);

function isAbsent(value: unknown): boolean {
  return (
    value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0)
  );
}

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The fields of a node, once it is certain that it has no others than the ones that are read. */
export function fieldsOf(node: unknown, known: readonly string[]): Fields {
  if (!isFields(node)) {
    throw notAllowed('A part that is not known');
  }
  for (const [name, value] of Object.entries(node)) {
    if (!known.includes(name) && !NO_MEANING.has(name) && !isAbsent(value)) {
      throw notAllowed(PARTS[name] ?? words(name));
    }
  }
  return node;
}

const PARTS: Record<string, string | undefined> = {
  into: 'SELECT INTO, which makes a table,',
  for_clause: 'FOR JSON, FOR XML and FOR BROWSE',
  locks: 'FOR UPDATE',
  with: 'WITH',
  version: 'FOR SYSTEM_TIME',
  sample: 'TABLESAMPLE',
  args: 'A function as a table',
};

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function words(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toUpperCase();
}

/** A name, and whether it stood in brackets or quotes. */
export function identOf(node: unknown): { value: string; quoted: boolean } {
  const { value, quote_style: quote } = fieldsOf(node, ['value', 'quote_style']);
  if (typeof value !== 'string') {
    throw notAllowed('A part that is not known');
  }
  return { value, quoted: !isAbsent(quote) };
}

/** `a.b.c` as its parts. */
export function objectNameOf(node: unknown): { value: string; quoted: boolean }[] {
  return listOf(node).map((part) => {
    const [kind, payload] = variantOf(part);
    if (kind !== 'Identifier') {
      throw notAllowed(words(kind));
    }
    return identOf(payload);
  });
}
