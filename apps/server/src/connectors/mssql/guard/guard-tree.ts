import { SourceError } from '../../source-error.ts';
import { quoteIdentifier } from '../identifiers.ts';
import { allowed, takesDatePart } from './guard-names.ts';

/**
 * The parser's tree is JSON of Rust enums: `{ Variant: payload }`, or `"Variant"` without a payload. Every
 * name and value carries its position in the text.
 */

type Fields = Readonly<Record<string, unknown>>;
type Position = { readonly line: number; readonly column: number };
type Ident = { readonly value: string; readonly quoted: boolean; readonly node: Fields };

/** The text between two positions is replaced by `text`. */
export type Replacement = { readonly start: Position; readonly end: Position; readonly text: string };

type Scope = {
  /** Null if there are no values to bind. */
  readonly parameters: Set<string> | null;
  readonly replacements: Replacement[];
};

const MAX_QUOTED = 120;

export function refusal(sentence: string): SourceError {
  return new SourceError({ kind: 'rejected', message: sentence });
}

/** Refused SQL, by the name a person knows it by. */
export function notAllowed(what: string): SourceError {
  return refusal(
    `${what} cannot be used here: one plain SELECT of tables, views and built-in functions is let through, nothing else.`,
  );
}

function refuse(what: string): never {
  throw notAllowed(what);
}

export function shorten(text: string): string {
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}

export function words(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toUpperCase();
}

export function variantOf(node: unknown): readonly [name: string, payload: unknown] {
  if (typeof node === 'string') return [node, undefined];
  const [entry, ...more] = Object.entries(fieldsOf(node));
  if (entry === undefined || more.length > 0) throw notAllowed('A part that is not known');
  return entry;
}

export function fieldsOf(node: unknown): Fields {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) refuse('A part that is not known');
  return node as Fields;
}

export function isAbsent(value: unknown): boolean {
  return (
    value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0)
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A name, and whether it was in brackets or quotes. */
function identOf(node: unknown): Ident {
  const fields = fieldsOf(node);
  const { value, quote_style: quote } = fields;
  if (typeof value !== 'string') throw notAllowed('A part that is not known');
  return { value, quoted: !isAbsent(quote), node: fields };
}

/** The parts of `a.b.c`. */
function objectNameOf(node: unknown): Ident[] {
  return listOf(node).map((part) => {
    const [kind, payload] = variantOf(part);
    return kind === 'Identifier' ? identOf(payload) : refuse(words(kind));
  });
}

const spelled = (parts: readonly Ident[]): string => shorten(parts.map(({ value }) => value).join('.'));

function replace(node: Fields, text: string, { replacements }: Scope): void {
  const { start, end } = fieldsOf(node.span) as { readonly start: Position; readonly end: Position };
  // The parser gives no position for a name in single quotes.
  if (start.line > 0) replacements.push({ start, end, text });
}

/** Collects how to write each name and value under the node. Throws a SourceError for whatever is refused. */
export function readTree(node: unknown, scope: Scope): void {
  if (Array.isArray(node)) for (const part of node) readTree(part, scope);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  if ('value' in node && 'span' in node) {
    if (typeof node.value === 'string') readName(identOf(node), scope);
    else replace(fieldsOf(node), literal(node.value), scope);
    return;
  }
  for (const [name, part] of Object.entries(node)) (READERS[name] ?? readTree)(part, scope);
}

/** Names always go into brackets, so that they can be nothing but names. */
function readName({ value, quoted, node }: Ident, scope: Scope): void {
  if (!quoted && /^[@$]/.test(value)) throw notAllowed(`${shorten(value)} as a name`);
  replace(node, quoteIdentifier(value), scope);
}

const READERS: Record<string, ((payload: unknown, scope: Scope) => void) | undefined> = {
  Value(payload, scope) {
    const value = fieldsOf(payload);
    replace(value, literal(value.value), scope);
  },
  Identifier(payload, scope) {
    const ident = identOf(payload);
    const { value, quoted, node } = ident;
    if (quoted) readName(ident, scope);
    else if (value.startsWith('@@')) replace(node, allowed.variable(value) ?? refuse(shorten(value)), scope);
    else if (value.startsWith('@')) replace(node, parameter(value, scope), scope);
    else if (allowed.bareFunction(value) !== null) replace(node, value, scope);
    else readName(ident, scope);
  },
  CompoundIdentifier(payload, scope) {
    const parts = listOf(payload).map(identOf);
    if (parts.length > 3) throw notAllowed(`The name ${spelled(parts)}`);
    for (const part of parts) readName(part, scope);
  },
  ExprWithAlias(payload, scope) {
    const { value, quoted } = identOf(fieldsOf(payload).alias);
    if (!quoted && value.startsWith('@')) throw notAllowed(`Assigning a value to ${shorten(value)}`);
    readTree(payload, scope);
  },
  Function: readFunction,
  Table: readTable,
  /** A type unknown to the parser. */
  Custom(payload, scope) {
    const parts = objectNameOf(listOf(payload)[0]);
    const [part] = parts;
    const name = parts.length === 1 && part ? allowed.dataType(part.value) : null;
    if (part === undefined || name === null) throw notAllowed(`The type ${spelled(parts)}`);
    replace(part.node, name, scope);
  },
  Collate(payload, scope) {
    const { expr, collation } = fieldsOf(payload);
    const [name, ...more] = objectNameOf(collation);
    if (name === undefined || more.length > 0 || !/^(?!\d)\w+$/.test(name.value)) {
      throw notAllowed('A collation of this name');
    }
    replace(name.node, name.value, scope);
    readTree(expr, scope);
  },
};

/** SQL Server takes `@A` for `@a`, which must not be declared twice. */
function parameter(name: string, { parameters }: Scope): string {
  if (parameters === null) throw refusal(`${shorten(name)} has no value here. Write the value itself.`);
  if (!/^@[\p{L}_][\p{L}\p{Nd}_]*$/u.test(name)) {
    throw refusal(`${shorten(name)} is not a name for a parameter: use letters, digits and underscores.`);
  }
  const isKnown = [...parameters].some((known) => `@${known}`.toLowerCase() === name.toLowerCase());
  if (!isKnown) parameters.add(name.slice(1));
  return name;
}

function literal(node: unknown): string {
  const [kind, payload] = variantOf(node);
  const text = kind === 'Number' ? listOf(payload)[0] : payload;
  if (kind === 'Null') return 'NULL';
  if (typeof text === 'string') {
    if (kind === 'SingleQuotedString') return `'${text.replaceAll("'", "''")}'`;
    if (kind === 'NationalStringLiteral') return `N'${text.replaceAll("'", "''")}'`;
    if (kind === 'Number' && /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return text;
    if (kind === 'HexStringLiteral' && /^[\da-f]*$/i.test(text)) return `0x${text}`;
    if (kind === 'Placeholder') {
      throw notAllowed(`${shorten(text)}, a value with a currency sign or a pseudo column,`);
    }
  }
  throw notAllowed('A value of this kind');
}

function readFunction(payload: unknown, scope: Scope): void {
  const { name, args, uses_odbc_syntax: isOdbc, ...others } = fieldsOf(payload);
  if (isOdbc === true) throw notAllowed('The ODBC form of a function');
  const parts = objectNameOf(name);
  const [part] = parts;
  const called = parts.length === 1 && part !== undefined && !part.quoted ? part.value : '';
  const callable = args === 'None' ? allowed.bareFunction(called) : allowed.function(called);
  if (part === undefined || callable === null) throw notAllowed(`The function ${spelled(parts)}`);
  replace(part.node, callable, scope);
  const { args: list, ...clauses } = args === 'None' ? {} : fieldsOf(fieldsOf(args).List);
  const given = listOf(list);
  if (takesDatePart(callable)) readDatePart(given[0], scope);
  readTree([takesDatePart(callable) ? given.slice(1) : given, clauses, others], scope);
}

function readDatePart(argument: unknown, scope: Scope): void {
  const [, unnamed] = variantOf(argument ?? '');
  const [, expression] = variantOf(unnamed ?? '');
  const [kind, ident] = variantOf(expression ?? '');
  const part = kind === 'Identifier' ? identOf(ident) : null;
  if (part === null || allowed.datePart(part.value) === null)
    throw notAllowed('A part of a date of this name');
  replace(part.node, part.value, scope);
}

function readTable(payload: unknown, scope: Scope): void {
  const { name, alias, with_hints: hints, args, ...others } = fieldsOf(payload);
  const parts = objectNameOf(name);
  const shown = spelled(parts);
  if (!isAbsent(args)) throw notAllowed(`The function ${shown} as a table`);
  const [schema, ...rest] = parts;
  if (schema === undefined || rest.length > 1) {
    throw refusal(
      `${shown} is a table of another database or server. Only tables of this store's own database can be read: write schema.name.`,
    );
  }
  if (rest.length === 1 && isSystemSchema(schema.value)) throw notAllowed(`The system view ${shown}`);
  if (!isAbsent(alias) && !isAbsent(fieldsOf(alias).columns)) {
    throw notAllowed(`A list behind the table ${shown}, or OPTION,`);
  }
  for (const part of parts) readName(part, scope);
  for (const hint of listOf(hints)) {
    const [kind, ident] = variantOf(hint);
    const given = kind === 'Identifier' ? identOf(ident) : null;
    const hintName = given === null ? null : allowed.tableHint(given.value);
    if (given === null || hintName === null) {
      throw notAllowed(`The table hint ${shorten(given?.value ?? words(kind))}`);
    }
    replace(given.node, hintName, scope);
  }
  readTree([alias, others], scope);
}

/** Many collations ignore the width of letters. */
function isSystemSchema(name: string): boolean {
  return name.normalize('NFKC').trim().toLowerCase() === 'sys';
}
