import { declareType, type TypeArgument } from '../../types/type-names.ts';
import type { IsolationLevel, SqlType } from '../engine.ts';
import { syntaxError } from '../errors.ts';
import type { Node } from './ast.ts';
import { Cursor, syntaxErrorAt } from './cursor.ts';
import { type Token, tokenize } from './lexer.ts';
import { parseDelete, parseInsert, parseUpdate } from './parse-changes.ts';
import { parseCondition, parseExpression, parseQuery } from './parse-query.ts';
import { parseSchemaStatement } from './parse-schema.ts';
import type { Statement, StatementBody, VariableDeclaration } from './statements.ts';

const STARTS = new Set(
  `SELECT INSERT UPDATE DELETE MERGE DECLARE SET IF WHILE BEGIN COMMIT ROLLBACK SAVE PRINT RAISERROR EXEC EXECUTE CREATE
   ALTER DROP TRUNCATE USE WAITFOR RETURN END ELSE BREAK CONTINUE GOTO GRANT REVOKE DENY`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Whether a token, at no depth of parentheses, begins another statement (or ends the block). */
export const startsStatement = (token: Token): boolean =>
  (token.kind === 'word' && STARTS.has(token.value)) || (token.kind === 'symbol' && token.text === ';');

/** The statements of a batch: all of it is parsed before any of it runs. Throws SQL Server's errors of syntax. */
export function parseBatch(batch: string): Statement[] {
  const cursor = new Cursor(tokenize(batch));
  const statements: Statement[] = [];
  for (;;) {
    while (cursor.accept(';'));
    if (cursor.atEnd) return statements;
    statements.push(parseStatement(cursor, true));
  }
}

/** A procedure may be called without EXEC as the first statement of a batch. */
function parseStatement(cursor: Cursor, mayCall = false): Statement {
  const first = cursor.peek();
  const body = parseBody(cursor, first, mayCall && cursor.position === 0);
  return { line: first.line, ...body };
}

function parseBody(cursor: Cursor, first: Token, mayCall: boolean): StatementBody {
  if (first.kind !== 'word') {
    if (first.text === '(') return { kind: 'query', query: parseQuery(queryTokens(cursor)) };
    if (first.kind === 'quoted' && mayCall) return parseExecute(cursor);
    throw syntaxErrorAt(first);
  }
  switch (first.value) {
    case 'SELECT':
      return { kind: 'query', query: parseQuery(queryTokens(cursor)) };
    case 'WITH':
      return parseWith(cursor);
    case 'INSERT':
      return parseInsert(cursor, []);
    case 'UPDATE':
      return parseUpdate(cursor, []);
    case 'DELETE':
      return parseDelete(cursor, []);
    case 'DECLARE':
      return parseDeclare(cursor);
    case 'SET':
      return parseSet(cursor);
    case 'IF':
      return parseIf(cursor);
    case 'WHILE': {
      cursor.next();
      const condition = parseCondition(cursor.takeUntil(startsStatement));
      return { kind: 'while', condition, body: parseStatement(cursor) };
    }
    case 'BEGIN':
      return parseBegin(cursor);
    case 'COMMIT':
      cursor.next();
      parseTransactionName(cursor);
      return { kind: 'commit' };
    case 'ROLLBACK':
      cursor.next();
      return { kind: 'rollback', name: parseTransactionName(cursor) };
    case 'SAVE': {
      cursor.next();
      cursor.expect('TRAN', 'TRANSACTION');
      return { kind: 'save', name: transactionName(cursor) };
    }
    case 'BREAK':
      cursor.next();
      return { kind: 'break' };
    case 'CONTINUE':
      cursor.next();
      return { kind: 'continue' };
    case 'RETURN':
      cursor.next();
      cursor.takeUntil(startsStatement);
      return { kind: 'return' };
    case 'USE':
      cursor.next();
      return { kind: 'use', database: cursor.name() };
    case 'PRINT':
      cursor.next();
      return { kind: 'print', message: parseExpression(cursor.takeUntil(startsStatement)) };
    case 'RAISERROR':
      return parseRaiserror(cursor);
    case 'THROW':
      return parseThrow(cursor);
    case 'WAITFOR':
      cursor.next();
      cursor.expect('DELAY');
      return { kind: 'wait', delay: parseExpression(cursor.takeUntil(startsStatement)) };
    case 'EXEC':
    case 'EXECUTE':
      cursor.next();
      return parseExecute(cursor);
    case 'CREATE':
    case 'ALTER':
    case 'DROP':
    case 'TRUNCATE':
      return parseSchemaStatement(cursor);
    default:
      if (mayCall && !STARTS.has(first.value)) return parseExecute(cursor);
      throw syntaxErrorAt(first);
  }
}

/** A query's tokens: a SELECT behind UNION and its like is still its own. */
export function queryTokens(cursor: Cursor): Token[] {
  const taken: Token[] = [];
  do {
    if (cursor.is('SELECT')) taken.push(cursor.next());
    taken.push(...cursor.takeUntil(startsStatement));
  } while (
    cursor.is('SELECT') &&
    ['UNION', 'EXCEPT', 'INTERSECT', 'ALL'].includes(taken.at(-1)?.value ?? '')
  );
  return taken;
}

function parseWith(cursor: Cursor): StatementBody {
  const ctes = cursor.takeUntil(startsStatement);
  if (cursor.is('INSERT')) return parseInsert(cursor, ctes);
  if (cursor.is('UPDATE')) return parseUpdate(cursor, ctes);
  if (cursor.is('DELETE')) return parseDelete(cursor, ctes);
  if (!cursor.is('SELECT')) throw syntaxErrorAt(cursor.peek());
  return { kind: 'query', query: parseQuery([...ctes, ...queryTokens(cursor)]) };
}

function parseIf(cursor: Cursor): StatementBody {
  cursor.next();
  const condition = parseCondition(cursor.takeUntil(startsStatement));
  const positive = parseStatement(cursor);
  while (cursor.is(';') && cursor.isAhead(1, 'ELSE')) cursor.next();
  const otherwise = cursor.accept('ELSE') ? parseStatement(cursor) : null;
  return { kind: 'if', condition, positive, otherwise };
}

function parseBegin(cursor: Cursor): StatementBody {
  cursor.next();
  if (cursor.accept('TRAN', 'TRANSACTION')) return { kind: 'begin transaction', name: optionalName(cursor) };
  if (cursor.accept('TRY')) {
    const body = parseBlock(cursor, 'TRY');
    while (cursor.accept(';'));
    cursor.expect('BEGIN');
    cursor.expect('CATCH');
    return { kind: 'try', body, handler: parseBlock(cursor, 'CATCH') };
  }
  return { kind: 'block', statements: parseBlock(cursor, null) };
}

function parseBlock(cursor: Cursor, kind: 'TRY' | 'CATCH' | null): Statement[] {
  const statements: Statement[] = [];
  for (;;) {
    while (cursor.accept(';'));
    if (cursor.accept('END')) {
      if (kind !== null) cursor.expect(kind);
      if (statements.length === 0 && kind !== 'CATCH') throw syntaxErrorAt(cursor.peek(-1));
      return statements;
    }
    if (cursor.atEnd) throw syntaxErrorAt(cursor.peek(-1));
    statements.push(parseStatement(cursor));
  }
}

function parseTransactionName(cursor: Cursor): string | null {
  if (cursor.accept('WORK')) return null;
  return cursor.accept('TRAN', 'TRANSACTION') ? optionalName(cursor) : null;
}

function optionalName(cursor: Cursor): string | null {
  const token = cursor.peek();
  const named = token.kind === 'quoted' || (token.kind === 'word' && !startsStatement(token));
  return named && !cursor.is('WITH') ? transactionName(cursor) : null;
}

const transactionName = (cursor: Cursor): string => cursor.name();

function parseDeclare(cursor: Cursor): StatementBody {
  cursor.next();
  const variables: VariableDeclaration[] = [];
  do {
    const name = cursor.variable();
    cursor.accept('AS');
    if (cursor.is('TABLE', 'CURSOR')) throw syntaxErrorAt(cursor.peek());
    const type = parseDataType(cursor);
    const value = cursor.accept('=')
      ? parseExpression(cursor.takeUntil((token) => token.text === ',' || startsStatement(token)))
      : null;
    variables.push({ name, type, value });
  } while (cursor.accept(','));
  return { kind: 'declare', variables };
}

/** `nvarchar(50)`, `decimal(10, 2)`, `[int]`, `double precision`. */
export function parseDataType(cursor: Cursor): SqlType {
  let name = cursor.name();
  if (/^sys$/i.test(name) && cursor.accept('.')) name = cursor.name();
  if (/^double$/i.test(name) && cursor.accept('PRECISION')) name = 'double precision';
  else if (/^(char|character|national|binary)$/i.test(name)) {
    while (cursor.is('VARYING', 'CHAR', 'CHARACTER', 'TEXT')) name += ` ${cursor.next().text}`;
  }
  const args: TypeArgument[] = [];
  if (cursor.accept('(')) {
    do {
      const token = cursor.next();
      if (token.value === 'MAX') args.push('max');
      else if (token.kind === 'number') args.push(Number(token.text));
      else throw syntaxErrorAt(token);
    } while (cursor.accept(','));
    cursor.expect(')');
  }
  return declareType(name, args);
}

const ISOLATION: Record<string, IsolationLevel> = {
  'READ UNCOMMITTED': 'read uncommitted',
  'READ COMMITTED': 'read committed',
  'REPEATABLE READ': 'repeatable read',
  SERIALIZABLE: 'serializable',
  SNAPSHOT: 'snapshot',
};

function parseSet(cursor: Cursor): StatementBody {
  cursor.next();
  const first = cursor.peek();
  if (first.kind === 'variable') return parseAssignment(cursor);
  if (cursor.accept('TRANSACTION')) {
    cursor.expect('ISOLATION');
    cursor.expect('LEVEL');
    const words = cursor.takeUntil(startsStatement);
    const level = ISOLATION[words.map((word) => word.value).join(' ')];
    if (level === undefined) throw syntaxErrorAt(words[0] ?? cursor.peek());
    return { kind: 'isolation', level };
  }
  if (cursor.accept('IDENTITY_INSERT')) {
    const table = cursor.objectName();
    return { kind: 'identity insert', table, on: cursor.expect('ON', 'OFF').value === 'ON' };
  }
  const names: string[] = [];
  do {
    const word = cursor.next();
    if (word.kind !== 'word') throw syntaxErrorAt(word);
    names.push(word.value);
    if (word.value === 'STATISTICS') names.push(`STATISTICS ${cursor.next().value}`);
  } while (cursor.accept(','));
  if (cursor.is('ON', 'OFF')) return { kind: 'option', names, value: cursor.next().value };
  const value = cursor.takeUntil(startsStatement);
  const [word] = value;
  if (word === undefined) throw syntaxError(first.text, first.line);
  const isWord = value.length === 1 && word.kind === 'word';
  return { kind: 'option', names, value: isWord ? word.value : parseExpression(value) };
}

/** `SET @a = …`, `SET @a += …`. */
function parseAssignment(cursor: Cursor): StatementBody {
  const variable = cursor.variable();
  const sign = cursor.next();
  const value = cursor.takeUntil(startsStatement);
  return {
    kind: 'assign',
    variable,
    value: assignedValue(sign, { text: variable, kind: 'variable' }, value),
  };
}

/** What `=` or a compound operator like `+=` gives to what stands at its left. */
export function assignedValue(
  sign: Token,
  target: Pick<Token, 'text' | 'kind'>,
  value: readonly Token[],
): Node {
  return parseExpression(assignedTokens(sign, target, value));
}

export function assignedTokens(
  sign: Token,
  target: Pick<Token, 'text' | 'kind'>,
  value: readonly Token[],
): Token[] {
  const { line } = sign;
  if (sign.text === '=') return [...value];
  if (!/^[-+*/%&|^]=$/.test(sign.text)) throw syntaxErrorAt(sign);
  const symbol = (text: string): Token => ({ kind: 'symbol', text, value: text, line, spaced: true });
  const left: Token = { ...target, value: target.text, line, spaced: true };
  return [left, symbol(sign.text.slice(0, 1)), symbol('('), ...value, symbol(')')];
}

function parseRaiserror(cursor: Cursor): StatementBody {
  cursor.next();
  const parts = parseArguments(cursor);
  const options: string[] = [];
  if (cursor.accept('WITH')) {
    do options.push(cursor.next().value);
    while (cursor.accept(','));
  }
  return { kind: 'raiserror', parts, options };
}

function parseArguments(cursor: Cursor): Node[] {
  cursor.expect('(');
  const parts: Node[] = [];
  do parts.push(parseExpression(cursor.takeUntil((token) => token.text === ',')));
  while (cursor.accept(','));
  cursor.expect(')');
  return parts;
}

function parseThrow(cursor: Cursor): StatementBody {
  cursor.next();
  const parts: Node[] = [];
  if (cursor.atEnd || startsStatement(cursor.peek())) return { kind: 'throw', parts };
  do parts.push(parseExpression(cursor.takeUntil((token) => token.text === ',' || startsStatement(token))));
  while (cursor.accept(','));
  return { kind: 'throw', parts };
}

function parseExecute(cursor: Cursor): StatementBody {
  if (cursor.is('(')) {
    const parts = parseArguments(cursor);
    const [text] = parts;
    if (text === undefined || parts.length !== 1) throw syntaxErrorAt(cursor.peek());
    return { kind: 'execute text', text };
  }
  const procedure = cursor.objectName();
  const parameters: { name: string | null; value: Node; output: boolean }[] = [];
  const ends = (token: Token): boolean =>
    token.text === ',' || startsStatement(token) || /^OUT(PUT)?$/.test(token.value);
  while (!cursor.atEnd && !startsStatement(cursor.peek())) {
    const name = cursor.peek().kind === 'variable' && cursor.isAhead(1, '=') ? cursor.variable() : null;
    if (name !== null) cursor.next();
    const value = parseExpression(cursor.takeUntil(ends));
    parameters.push({ name, value, output: cursor.accept('OUTPUT', 'OUT') });
    if (!cursor.accept(',')) break;
  }
  return { kind: 'execute', procedure, parameters };
}
