import { isDeepStrictEqual } from 'node:util';
import { writeCondition, writeQuery } from './guard-query.ts';
import { refusal, shorten, variantOf, words } from './guard-syntax.ts';

/** The check itself, which runs in the thread of `guard.ts`. Throws a SourceError for what it refuses. */

export type CheckedSelect = {
  readonly sql: string;
  /** Without their `@`. */
  readonly parameters: readonly string[];
};

export type Parse = (sql: string, dialect: 'mssql') => unknown[];

export function checkSelect(parse: Parse, text: string): CheckedSelect {
  const read = (sql: string) => readStatement(parse, sql, 'The query');
  const query = onlyQuery(read(withoutControlCharacters(text)));
  const parameters = new Set<string>();
  const sql = writeQuery(query, parameters);
  assertSame(query, onlyQuery(read(sql)));
  return { sql, parameters: [...parameters] };
}

export function checkCondition(parse: Parse, clause: string): string {
  assertPlain(clause);
  if (/^\s*where\b/i.test(clause)) {
    throw refusal('The where clause begins with the word WHERE. Leave that word out.');
  }
  const read = (condition: string) =>
    readStatement(parse, `SELECT 1 FROM t WHERE (${condition}\n)`, 'The where clause');
  const statements = read(withoutControlCharacters(clause));
  const query = statements.length === 1 ? queryOf(statements[0]) : null;
  if (query === null) {
    throw refusal('The where clause is not one condition.');
  }
  const condition = writeCondition(query);
  assertSame(query, queryOf(read(condition)[0]));
  return condition;
}

function readStatement(parse: Parse, sql: string, subject: string): unknown[] {
  try {
    return parse(sql, 'mssql');
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    if (/out of bounds|unreachable|call stack|recursive use/.test(said)) {
      throw new RangeError('The parser came to its end.');
    }
    throw refusal(`${subject} is not understood.${explained(said, sql, subject === 'The query')}`);
  }
}

const PLACE = / at Line: (\d+), Column:? \d+\.?$/;

/** The parser's words, with positions only where the text is the person's own. */
function explained(said: string, sql: string, isOwnText: boolean): string {
  const words = said.replace(/^sql parser error: /i, '');
  const text = isOwnText ? words : withoutOurPart(words, sql);
  return text === '' ? '' : ` ${shorten(text)}${text.endsWith('.') ? '' : '.'}`;
}

/** Of a condition, which stands within parentheses of ours: the last line is the closing one. */
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
  if (statement === undefined) {
    throw refusal('The query is empty. Write one SELECT.');
  }
  if (more.length > 0) {
    throw refusal('There is more than one statement. Write one SELECT.');
  }
  const query = queryOf(statement);
  if (query === null) {
    throw refusal(
      `Only one SELECT, or WITH … SELECT, can run here. This is ${words(variantOf(statement)[0])}.`,
    );
  }
  return query;
}

/** What is written must mean to the parser what was read: everything but places and the quotes of names. */
function assertSame(read: unknown, written: unknown): void {
  if (!isDeepStrictEqual(meaning(read), meaning(written))) {
    throw refusal('The statement cannot be written again without changing it. Write it in a simpler way.');
  }
}

const NO_MEANING = /^(span|quote_style|explicit|.*_token)$/;
/** Spellings of one thing. */
const SAME: Record<string, string | undefined> = { Inner: 'Join', LeftOuter: 'Left', RightOuter: 'Right' };

function meaning(node: unknown): unknown {
  if (Array.isArray(node)) {
    return node.map(meaning);
  }
  if (typeof node === 'object' && node !== null) {
    return Object.fromEntries(
      Object.entries(node)
        .filter(([name]) => !NO_MEANING.test(name))
        .map(([name, value]) => [SAME[name] ?? name, meaning(value)]),
    );
  }
  return node;
}

/** A NUL ends the text for some readers and not for others. Other control characters are blanks to both. */
function withoutControlCharacters(text: string): string {
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
      if (closing < 0) {
        return;
      }
      at = closing;
    } else if (clause.charAt(at) === ';') {
      throw refusal('A where clause cannot hold a semicolon. Write one condition, without WHERE.');
    } else if (clause.startsWith('--', at) || clause.startsWith('/*', at)) {
      throw refusal('A where clause cannot hold a comment. Write one condition, without WHERE.');
    }
  }
}
