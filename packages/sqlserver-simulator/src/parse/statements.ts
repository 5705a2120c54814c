import type { IsolationLevel } from '../engine/engine.ts';
import { sqlError } from '../engine/errors.ts';
import type { ColumnDefinition, Constraint, Expression, Name, Statement } from './ast.ts';
import { Cursor } from './cursor.ts';
import { parseExpression, parseQuery, parseType } from './expressions.ts';

type Body = Statement extends infer S ? (S extends Statement ? Omit<S, 'line'> : never) : never;

/** All statements of a batch. Throws 102 or 156 where one is none that is known here. */
export function parseBatch(batch: string): Statement[] {
  const cursor = new Cursor(batch);
  const statements: Statement[] = [];
  while (cursor.token.kind !== 'end') {
    if (cursor.trySymbol(';')) continue;
    const { line } = cursor.token;
    statements.push({ ...parseStatement(cursor), line });
  }
  return statements;
}

function parseStatement(cursor: Cursor): Body {
  const start = cursor.token;
  switch (start.word) {
    case 'SELECT':
      return { kind: 'query', query: parseQuery(cursor) };
    case 'INSERT':
      return parseInsert(cursor);
    case 'UPDATE':
      return parseUpdate(cursor);
    case 'DELETE': {
      cursor.take();
      cursor.tryWords('FROM');
      return { kind: 'delete', table: cursor.name(), where: parseWhere(cursor) };
    }
    case 'CREATE':
      return parseCreate(cursor);
    case 'ALTER':
      cursor.words('ALTER', 'TABLE');
      return { kind: 'add column', table: cursor.name(), column: parseAdded(cursor) };
    case 'DROP':
      return parseDrop(cursor);
    case 'EXEC':
    case 'EXECUTE':
      return parseExecute(cursor);
    case 'SET':
      return parseSet(cursor);
    case 'BEGIN':
    case 'COMMIT':
    case 'ROLLBACK':
    case 'SAVE':
      return parseTransaction(cursor);
    default:
      throw cursor.unexpected();
  }
}

function parseWhere(cursor: Cursor): Expression | null {
  return cursor.tryWords('WHERE') ? parseExpression(cursor) : null;
}

function parseInsert(cursor: Cursor): Body {
  cursor.take();
  cursor.tryWords('INTO');
  const table = cursor.name();
  const columns = cursor.isSymbol('(') ? parseNames(cursor) : null;
  if (cursor.isWord('SELECT'))
    return { kind: 'insert', table, columns, rows: null, query: parseQuery(cursor) };
  cursor.words('VALUES');
  const rows = cursor.list(() => cursor.parenthesized(() => cursor.list(() => parseExpression(cursor))));
  if (rows.length > 1000)
    throw sqlError(
      10738,
      'The number of row value expressions in the INSERT statement exceeds the maximum allowed number of 1000 row values.',
      15,
    );
  return { kind: 'insert', table, columns, rows, query: null };
}

function parseUpdate(cursor: Cursor): Body {
  cursor.take();
  const table = cursor.name();
  cursor.words('SET');
  const assignments = cursor.list(() => {
    const column = cursor.identifier();
    cursor.symbol('=');
    return { column, value: parseExpression(cursor) };
  });
  return { kind: 'update', table, assignments, where: parseWhere(cursor) };
}

function parseNames(cursor: Cursor): string[] {
  return cursor.parenthesized(() =>
    cursor.list(() => {
      const name = cursor.identifier();
      cursor.tryWords('ASC');
      return name;
    }),
  );
}

function parseCreate(cursor: Cursor): Body {
  cursor.take();
  if (cursor.tryWords('SCHEMA')) return { kind: 'create schema', name: cursor.identifier() };
  if (cursor.tryWords('VIEW')) {
    const view = cursor.name();
    cursor.words('AS');
    return { kind: 'create view', view, query: parseQuery(cursor) };
  }
  if (cursor.tryWords('TABLE')) {
    const table = cursor.name();
    const columns: ColumnDefinition[] = [];
    const constraints: Constraint[] = [];
    cursor.parenthesized(() => cursor.list(() => parseTablePart(cursor, columns, constraints)));
    return { kind: 'create table', table, columns, constraints };
  }
  const isUnique = cursor.tryWords('UNIQUE');
  cursor.words('INDEX');
  const name = cursor.identifier();
  cursor.words('ON');
  return { kind: 'create index', name, table: cursor.name(), columns: parseNames(cursor), isUnique };
}

function parseTablePart(cursor: Cursor, columns: ColumnDefinition[], constraints: Constraint[]): void {
  const name = cursor.tryWords('CONSTRAINT') ? cursor.identifier() : null;
  const found = parseConstraint(cursor, name, null);
  if (found !== null) constraints.push(found);
  else if (name === null) columns.push(parseColumn(cursor, constraints));
  else throw cursor.unexpected();
}

/** Null where none stands here. A `column`'s own says nothing of columns. */
function parseConstraint(cursor: Cursor, name: string | null, column: string | null): Constraint | null {
  const isPrimary = cursor.tryWords('PRIMARY', 'KEY');
  if (isPrimary || cursor.tryWords('UNIQUE')) {
    if (!cursor.tryWords('CLUSTERED')) cursor.tryWords('NONCLUSTERED');
    return { kind: 'key', name, columns: column === null ? parseNames(cursor) : [column], isPrimary };
  }
  if (!cursor.tryWords('CHECK')) return null;
  const condition = cursor.parenthesized(() => parseExpression(cursor));
  return { kind: 'check', name, condition, column };
}

function parseAdded(cursor: Cursor): ColumnDefinition {
  cursor.words('ADD');
  const constraints: Constraint[] = [];
  const column = parseColumn(cursor, constraints);
  if (constraints.length > 0) throw cursor.unexpected();
  return column;
}

function parseColumn(cursor: Cursor, constraints: Constraint[]): ColumnDefinition {
  const name = cursor.identifier();
  const plain = { name, nullable: null, identity: null, standard: null, computed: null };
  if (cursor.tryWords('AS')) {
    return { ...plain, type: { name: 'int' }, computed: cursor.parenthesized(() => parseExpression(cursor)) };
  }
  let column: ColumnDefinition = { ...plain, type: parseType(cursor) };
  for (;;) {
    const constraintName = cursor.tryWords('CONSTRAINT') ? cursor.identifier() : null;
    if (cursor.tryWords('COLLATE'))
      column = { ...column, type: { ...column.type, collation: cursor.identifier() } };
    else if (cursor.tryWords('NOT', 'NULL')) column = { ...column, nullable: false };
    else if (cursor.tryWords('NULL')) column = { ...column, nullable: true };
    else if (cursor.tryWords('IDENTITY')) column = { ...column, identity: parseIdentity(cursor) };
    else if (cursor.tryWords('DEFAULT')) column = { ...column, standard: parseExpression(cursor) };
    else {
      const constraint = parseConstraint(cursor, constraintName, name);
      if (constraint !== null) constraints.push(constraint);
      else if (constraintName !== null) throw cursor.unexpected();
      else return column;
    }
  }
}

function parseIdentity(cursor: Cursor): { seed: number; step: number } {
  if (!cursor.isSymbol('(')) return { seed: 1, step: 1 };
  const [seed = 1, step = 1] = cursor.parenthesized(() => cursor.list(() => Number(cursor.take().text)));
  return { seed, step };
}

function parseDrop(cursor: Cursor): Body {
  cursor.take();
  const what = cursor.tryWords('VIEW') ? 'VIEW' : 'TABLE';
  if (what === 'TABLE') cursor.words('TABLE');
  const ifExists = cursor.tryWords('IF', 'EXISTS');
  return { kind: 'drop', what, name: cursor.name(), ifExists };
}

/** Of all procedures `sp_rename` of a column. Throws 2812 for any other. */
function parseExecute(cursor: Cursor): Body {
  cursor.take();
  const procedure = cursor.name();
  if (procedure.at(-1)?.toLowerCase() !== 'sp_rename')
    throw sqlError(2812, `Could not find stored procedure '${procedure.join('.')}'.`, 16, 62);
  const args = cursor.list(() => {
    const { kind, text } = cursor.take();
    if (kind !== 'text') throw cursor.unexpected();
    return text;
  });
  const [column = '', to = '', kind = ''] = args;
  if (kind.toUpperCase() !== 'COLUMN') throw cursor.unexpected();
  return { kind: 'rename column', column: new Cursor(column).name(), to };
}

function parseSet(cursor: Cursor): Body {
  cursor.take();
  if (cursor.tryWords('TRANSACTION', 'ISOLATION', 'LEVEL')) {
    const levels: readonly IsolationLevel[] = [
      'read uncommitted',
      'read committed',
      'repeatable read',
      'serializable',
      'snapshot',
    ];
    const level = levels.find((name) => cursor.tryWords(...name.toUpperCase().split(' ')));
    if (level === undefined) throw cursor.unexpected();
    return { kind: 'isolation', level };
  }
  const name = cursor.identifier().toUpperCase();
  const isNegative = cursor.trySymbol('-');
  const value = cursor.take();
  return { kind: 'option', name, value: `${isNegative ? '-' : ''}${value.text.toUpperCase()}` };
}

function parseTransaction(cursor: Cursor): Body {
  const { word } = cursor.take();
  const isNamed = cursor.tryWords('TRANSACTION') || cursor.tryWords('TRAN');
  if (!isNamed && word !== 'COMMIT' && word !== 'ROLLBACK') throw cursor.unexpected();
  const name: Name | null = isNamed && cursor.isIdentifier() ? [cursor.identifier()] : null;
  switch (word) {
    case 'SAVE':
      if (name === null) throw cursor.unexpected();
      return { kind: 'save', name: name[0] ?? '' };
    case 'ROLLBACK':
      return { kind: 'rollback', name: name?.[0] ?? null };
    default:
      return { kind: word === 'BEGIN' ? 'begin' : 'commit' };
  }
}
