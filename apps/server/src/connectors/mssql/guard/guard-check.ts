import { isDeepStrictEqual } from 'node:util';
import { quoteIdentifier } from '../identifiers.ts';
import { allowed } from './guard-names.ts';
import {
  fieldsOf,
  isAbsent,
  notAllowed,
  type Replacement,
  readTree,
  refusal,
  shorten,
  variantOf,
  words,
} from './guard-tree.ts';

/** The check itself, run in the thread of `guard.ts`. Throws a SourceError for whatever it refuses. */

export type CheckedSelect = {
  readonly sql: string;
  /** Without their `@`. */
  readonly parameters: readonly string[];
};

type Parse = (sql: string, dialect: 'mssql') => unknown[];

export function checkSelect(parse: Parse, text: string): CheckedSelect {
  const read = (sql: string) => onlyQuery(readStatement(parse, sql, 'The query'));
  const parameters = new Set<string>();
  const sql = rewrite(sendable(text), parameters, read);
  const [, first = ''] = /^[\s(]*(\w+)/.exec(sql) ?? [];
  if (first !== 'SELECT' && first !== 'WITH') throw notAllowed(first);
  return { sql, parameters: [...parameters] };
}

/** The statement a condition is wrapped in for the parser. */
const AROUND = { before: 'SELECT 1 FROM [t] WHERE (', after: '\n)' };

export function checkCondition(parse: Parse, clause: string): string {
  assertPlain(clause);
  if (/^\s*where\b/i.test(clause)) {
    throw refusal('The where clause begins with the word WHERE. Leave that word out.');
  }
  const read = (sql: string) => {
    const statements = readStatement(parse, sql, 'The where clause');
    const query = statements.length === 1 ? queryOf(statements[0]) : null;
    if (query === null) throw refusal('The where clause is not one condition.');
    assertCondition(query);
    return query;
  };
  const sql = rewrite(`${AROUND.before}${sendable(clause)}${AROUND.after}`, null, read);
  return sql.slice(AROUND.before.length, -1).trim();
}

/** Requires `SELECT … FROM … WHERE (condition)`, and nothing more. */
function assertCondition(query: unknown): void {
  const { body, ...clauses } = fieldsOf(query);
  const [kind, payload] = variantOf(body);
  const {
    projection: _,
    from: __,
    selection,
    group_by: groups,
    flavor: ___,
    ...others
  } = fieldsOf(kind === 'Select' ? payload : {});
  const [extra] = Object.entries({ ...clauses, ...others }).filter(
    ([name, value]) => !name.endsWith('_token') && !isAbsent(value),
  );
  if (extra !== undefined) throw notAllowed(words(extra[0]));
  const [form] = isAbsent(selection) ? [] : variantOf(selection);
  if (form === 'Nested' && isDeepStrictEqual(groups, { Expressions: [[], []] })) return;
  throw refusal(
    'The where clause is not one condition: its parentheses do not match, or it goes on after it.',
  );
}

/**
 * Rewrites the text with every name in brackets and every value re-encoded; the rest must be allowlisted.
 * Rewriting the result must not change it, and the parser must read the same meaning from both.
 */
function rewrite(text: string, parameters: Set<string> | null, read: (sql: string) => unknown): string {
  const write = (sql: string) => {
    const tree = read(sql);
    const replacements: Replacement[] = [];
    readTree(tree, { parameters, replacements });
    return { tree, sql: written(sql, replacements) };
  };
  const first = write(text);
  const second = write(first.sql);
  if (second.sql === first.sql && isDeepStrictEqual(meaning(first.tree), meaning(second.tree)))
    return first.sql;
  throw refusal('The statement cannot be written again without changing it. Write it in a simpler way.');
}

/** Positions count characters, not UTF-16 units. */
function written(sql: string, replacements: readonly Replacement[]): string {
  const characters = [...sql];
  const lines = [0, ...characters.flatMap((character, at) => (character === '\n' ? at + 1 : []))];
  const indexOf = ({ line, column }: Replacement['start']) => (lines[line - 1] ?? Number.NaN) + column - 1;
  const textOf = (from: number, to?: number) => characters.slice(from, to).join('');
  const places = replacements
    .map(({ start, end, text }) => ({ from: indexOf(start), to: indexOf(end), text }))
    .sort((one, other) => one.from - other.from);
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, text } of places) {
    if (!(at <= from && from < to)) throw notAllowed('A part that is not known');
    parts.push(wordsAndSymbols(textOf(at, from)), text);
    at = to;
  }
  parts.push(wordsAndSymbols(withoutComments(textOf(at)).replace(/[;\s]+$/, '')));
  return parts.join('').trim();
}

const PART = /(\s+)|([a-z_]\w*)|'((?:[^']|'')+)'|\d{1,4}(?!\w)|[.,()+*/%&|^~=<>!-]/giy;

/** Comments nest; the innermost is removed first. */
function withoutComments(text: string): string {
  const plain = text.replaceAll(/--[^\n]*|\/\*(?:(?!\/\*|\*\/)[\s\S])*\*\//g, ' ');
  return plain === text ? text : withoutComments(plain);
}

/** The text between names and values. A text that is not a value is a name, such as `SELECT a AS 'b'`. */
function wordsAndSymbols(text: string): string {
  const plain = withoutComments(text);
  let result = '';
  const part = new RegExp(PART);
  while (part.lastIndex < plain.length) {
    const from = part.lastIndex;
    const [found, blank, word, name] = part.exec(plain) ?? [];
    if (found === undefined)
      throw notAllowed(plain.charAt(from) === ':' ? 'A cast with ::' : `The sign ${plain.charAt(from)}`);
    if (word !== undefined && allowed.word(word) === null)
      throw notAllowed(CLAUSES[word.toUpperCase()] ?? word.toUpperCase());
    if (blank !== undefined) result += ' ';
    else result += name === undefined ? found.toUpperCase() : quoteIdentifier(name.replaceAll("''", "'"));
  }
  return result;
}

const CLAUSES: Record<string, string | undefined> = {
  INTO: 'SELECT INTO, which makes a table,',
  FOR: 'FOR JSON, FOR XML, FOR BROWSE and FOR SYSTEM_TIME',
};

function readStatement(parse: Parse, sql: string, subject: string): unknown[] {
  try {
    return parse(sql, 'mssql');
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    if (/out of bounds|unreachable|call stack|recursive use/.test(said)) {
      throw new RangeError('The statement ends too early.');
    }
    throw refusal(`${subject} is not understood.${explained(said, sql, subject === 'The query')}`);
  }
}

const PLACE = / at Line: (\d+), Column:? \d+\.?$/;

/** The parser's message, with positions only if the text is the person's own. */
function explained(said: string, sql: string, isOwnText: boolean): string {
  const words = said.replace(/^sql parser error: /i, '');
  const text = isOwnText ? words : withoutOurPart(words, sql);
  return text === '' ? '' : ` ${shorten(text)}${text.endsWith('.') ? '' : '.'}`;
}

/** For a condition, which is wrapped in our parentheses: the last line is the closing one. */
function withoutOurPart(words: string, sql: string): string {
  const isAtEnd = Number(PLACE.exec(words)?.[1]) === sql.split('\n').length;
  const text = words
    .replace(PLACE, '')
    .replace(/^Expected: end of statement, found: \)$/, 'There is one closing parenthesis too many')
    .replace(/^Expected: \), found: EOF$/, 'A closing parenthesis is missing')
    .replace(/^Expected: \), found: /, 'A condition ends before ');
  return isAtEnd ? text.replace(/, found: \)$/, ', found: the end') : text;
}

function queryOf(statement: unknown): unknown {
  const [kind, query] = variantOf(statement);
  return kind === 'Query' ? query : null;
}

function onlyQuery(statements: readonly unknown[]): unknown {
  const [statement, ...more] = statements;
  if (statement === undefined) throw refusal('The query is empty. Write one SELECT.');
  if (more.length > 0) throw refusal('There is more than one statement. Write one SELECT.');
  const query = queryOf(statement);
  if (query === null) {
    throw refusal(
      `Only one SELECT, or WITH … SELECT, can run here. This is ${words(variantOf(statement)[0])}.`,
    );
  }
  return query;
}

/** Everything but positions, and the quotes of names. */
const NO_MEANING = /^(span|quote_style|.*_token)$/;

function meaning(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(meaning);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name]) => !NO_MEANING.test(name))
      .map(([name, value]) => [name, meaning(value)]),
  );
}

/** A NUL ends the text for some parsers and not for others. All treat other control characters as spaces. */
function sendable(text: string): string {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw refusal('The text holds characters that cannot be sent. Write it anew.');
  }
  return text;
}

const QUOTES: Record<string, string | undefined> = { "'": "'", '"': '"', '[': ']' };

/** A comment or second statement would be dropped silently: what is stored must be what a person sees. */
function assertPlain(clause: string): void {
  for (let at = 0; at < clause.length; at++) {
    const end = QUOTES[clause.charAt(at)];
    if (end !== undefined) {
      const closing = clause.indexOf(end, at + 1);
      if (closing < 0) return;
      at = closing;
    } else if (clause.charAt(at) === ';') {
      throw refusal('A where clause cannot hold a semicolon. Write one condition, without WHERE.');
    } else if (clause.startsWith('--', at) || clause.startsWith('/*', at)) {
      throw refusal('A where clause cannot hold a comment. Write one condition, without WHERE.');
    }
  }
}
