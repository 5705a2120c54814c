import { syntaxError } from '../errors.ts';
import { type Cursor, syntaxErrorAt } from './cursor.ts';
import type { Token } from './lexer.ts';
import { assignedTokens, queryTokens, startsStatement } from './parse-batch.ts';
import { parseQuery, parseSelectItems } from './parse-query.ts';
import type { DeleteStatement, InsertStatement, Output, UpdateStatement } from './statements.ts';

/**
 * INSERT, UPDATE and DELETE are taken apart here, and the rows they touch become a SELECT for the parser:
 * `UPDATE x SET a = 1 FROM t AS x WHERE b = 2` asks `SELECT 1 FROM t AS x WHERE b = 2`.
 */

const isWord = (token: Token, ...words: readonly string[]): boolean =>
  token.kind === 'word' && words.includes(token.value);

export function parseInsert(cursor: Cursor, ctes: readonly Token[]): InsertStatement {
  cursor.next();
  if (cursor.is('TOP')) throw syntaxErrorAt(cursor.peek());
  cursor.accept('INTO');
  const table = cursor.objectName();
  if (cursor.is('WITH')) skipHints(cursor);
  const columns = cursor.is('(') && !cursor.isAhead(1, 'SELECT', 'VALUES', 'WITH') ? cursor.nameList() : null;
  const output = parseOutput(cursor);
  if (cursor.is('DEFAULT') && cursor.isAhead(1, 'VALUES')) {
    cursor.next();
    cursor.next();
    return { kind: 'insert', table, columns, output, source: null };
  }
  if (!cursor.is('SELECT', 'VALUES', '(', 'WITH')) throw syntaxErrorAt(cursor.peek());
  const own = cursor.is('WITH') ? cursor.takeUntil(startsStatement) : [];
  const body = cursor.is('VALUES') ? cursor.takeUntil(startsStatement) : queryTokens(cursor);
  return { kind: 'insert', table, columns, output, source: parseQuery([...ctes, ...own, ...body]) };
}

export function parseUpdate(cursor: Cursor, ctes: readonly Token[]): UpdateStatement {
  cursor.next();
  const top = parseTop(cursor);
  const target = cursor.objectName();
  const hints = cursor.is('WITH') ? hintTokens(cursor) : [];
  const set = cursor.expect('SET');
  const assignments: { column: readonly string[]; variable: string | null }[] = [];
  const values: Token[][] = [];
  const ends = (token: Token): boolean =>
    token.text === ',' || isWord(token, 'OUTPUT', 'FROM', 'WHERE', 'OPTION') || startsStatement(token);
  do {
    const first = cursor.peek();
    const variable = first.kind === 'variable' ? cursor.variable() : null;
    if (variable !== null && !cursor.accept('=')) throw syntaxErrorAt(cursor.peek());
    const start = cursor.position;
    const named = variable === null || isAssignment(cursor);
    const column = named ? cursor.objectName() : [];
    const columnTokens = cursor.tokens.slice(start, cursor.position);
    const sign = named ? cursor.next() : null;
    const value = cursor.takeUntil(ends);
    if (value.length === 0) throw syntaxErrorAt(cursor.peek());
    assignments.push({ column, variable });
    if (sign === null || sign.text === '=') values.push(value);
    else
      values.push([...columnTokens, ...assignedTokens(sign, { text: '', kind: 'symbol' }, value).slice(1)]);
  } while (cursor.accept(','));
  const output = parseOutput(cursor);
  const hasFrom = cursor.is('FROM');
  const from = hasFrom
    ? cursor.takeUntil((token) => isWord(token, 'WHERE', 'OPTION') || startsStatement(token))
    : null;
  const where = cursor.takeUntil(startsStatement);
  const select = [
    ...word('SELECT', set.line),
    ...top,
    ...separated(values),
    ...(from ?? fromTarget(target, set, hints)),
  ];
  return {
    kind: 'update',
    target,
    output,
    assignments,
    hasFrom,
    source: parseQuery([...ctes, ...select, ...where]),
  };
}

/** `@v = column = …` and `@v = …` differ by the second sign. */
function isAssignment(cursor: Cursor): boolean {
  const start = cursor.position;
  const token = cursor.peek();
  if (token.kind !== 'quoted' && token.kind !== 'word') return false;
  cursor.next();
  while (cursor.accept('.')) cursor.next();
  const assigned = cursor.is('=') || /^[-+*/%&|^]=$/.test(cursor.peek().text);
  cursor.position = start;
  return assigned;
}

export function parseDelete(cursor: Cursor, ctes: readonly Token[]): DeleteStatement {
  const first = cursor.next();
  const top = parseTop(cursor);
  cursor.accept('FROM');
  const target = cursor.objectName();
  const hints = cursor.is('WITH') ? hintTokens(cursor) : [];
  const output = parseOutput(cursor);
  const hasFrom = cursor.is('FROM');
  const from = hasFrom
    ? cursor.takeUntil((token) => isWord(token, 'WHERE', 'OPTION') || startsStatement(token))
    : null;
  if (from === null && !cursor.atEnd && !cursor.is('WHERE', 'OPTION') && !startsStatement(cursor.peek()))
    throw syntaxErrorAt(cursor.peek());
  const where = cursor.takeUntil(startsStatement);
  const one: Token = { kind: 'number', text: '1', value: '1', line: first.line, spaced: true };
  const select = [...word('SELECT', first.line), ...top, one, ...(from ?? fromTarget(target, first, hints))];
  return { kind: 'delete', target, output, hasFrom, source: parseQuery([...ctes, ...select, ...where]) };
}

function parseTop(cursor: Cursor): Token[] {
  if (!cursor.is('TOP')) return [];
  const tokens = [cursor.next()];
  if (!cursor.is('(')) throw syntaxErrorAt(cursor.peek());
  tokens.push(cursor.next(), ...cursor.takeUntil(() => false), cursor.expect(')'));
  if (cursor.is('PERCENT')) tokens.push(cursor.next());
  return tokens;
}

/** `OUTPUT inserted.id INTO t (a)`: the items are parsed as a SELECT's. */
function parseOutput(cursor: Cursor): Output | null {
  if (!cursor.accept('OUTPUT')) return null;
  const items = cursor.takeUntil(
    (token) =>
      isWord(token, 'INTO', 'FROM', 'WHERE', 'VALUES', 'DEFAULT', 'SELECT', 'WITH', 'EXEC') ||
      startsStatement(token),
  );
  if (cursor.is('INTO')) throw syntaxErrorAt(cursor.peek());
  return { items: parseSelectItems(items) };
}

function hintTokens(cursor: Cursor): Token[] {
  const tokens = [cursor.expect('WITH'), cursor.expect('(')];
  tokens.push(...cursor.takeUntil(() => false), cursor.expect(')'));
  return tokens;
}

function skipHints(cursor: Cursor): void {
  hintTokens(cursor);
}

const word = (text: string, line: number): Token[] => [
  { kind: 'word', text, value: text, line, spaced: true },
];

function fromTarget(target: readonly string[], at: Token, hints: readonly Token[]): Token[] {
  const { line } = at;
  const name = target.flatMap((part, index): Token[] => [
    ...(index > 0 ? [{ kind: 'symbol', text: '.', value: '.', line, spaced: false } as const] : []),
    ...(part === ''
      ? []
      : [
          {
            kind: 'quoted',
            text: `[${part.replaceAll(']', ']]')}]`,
            value: part,
            line,
            spaced: index === 0,
          } as const,
        ]),
  ]);
  if (name.length === 0) throw syntaxError('');
  return [...word('FROM', line), ...name, ...hints];
}

function separated(values: readonly (readonly Token[])[]): Token[] {
  return values.flatMap((value, index) => {
    const [first] = value;
    const spaced = value.map((token, at) => (at === 0 ? { ...token, spaced: true } : token));
    if (index === 0 || first === undefined) return spaced;
    return [{ kind: 'symbol', text: ',', value: ',', line: first.line, spaced: false }, ...spaced];
  });
}
