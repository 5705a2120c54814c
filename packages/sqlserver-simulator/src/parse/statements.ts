import { sqlError } from '../values/errors.ts';
import type {
  ColumnDefinition,
  Constraint,
  CreateTable,
  Definition,
  Insert,
  Name,
  Statement,
  Update,
} from './ast.ts';
import { Cursor } from './cursor.ts';
import {
  parseExpression,
  parseFrom,
  parseQuery,
  parseType,
  parseWhere,
  skipOption,
  wholeNumber,
} from './expressions.ts';

/** All statements of a batch. Throws 102 or 156 for an unknown one. */
export function parseBatch(batch: string): Statement[] {
  const cursor = new Cursor(batch);
  const statements: Statement[] = [];
  while (!cursor.isEnd) if (!cursor.trySymbol(';')) statements.push(parseStatement(cursor));
  return statements;
}

function parseStatement(cursor: Cursor): Statement {
  if (cursor.isWord('SELECT')) return { kind: 'query', query: parseQuery(cursor) };
  if (cursor.tryWords('INSERT', 'INTO')) return parseInsert(cursor);
  if (cursor.tryWords('UPDATE')) return parseUpdate(cursor);
  if (cursor.tryWords('DELETE', 'FROM'))
    return { kind: 'delete', table: cursor.name(), where: parseWhere(cursor) };
  if (cursor.tryWords('SET')) return parseSet(cursor);
  if (cursor.tryWords('DECLARE')) {
    const name = variableName(cursor);
    cursor.words('TABLE');
    return { kind: 'declare', table: parseTable(cursor, [name]) };
  }
  if (cursor.tryWords('EXEC')) return parseExecute(cursor);
  return parseTransaction(cursor) ?? parseDefinition(cursor);
}

function parseTransaction(cursor: Cursor): Statement | null {
  const isTransaction = () => cursor.tryWords('TRANSACTION') || cursor.tryWords('TRAN');
  if (cursor.tryWords('COMMIT')) {
    isTransaction();
    return { kind: 'commit' };
  }
  if (cursor.tryWords('ROLLBACK')) {
    const isNamed = isTransaction() && cursor.isIdentifier();
    return { kind: 'rollback', name: isNamed ? cursor.identifier() : null };
  }
  const isSavepoint = cursor.tryWords('SAVE');
  if (!isSavepoint && !cursor.tryWords('BEGIN')) return null;
  if (!isTransaction()) throw cursor.unexpected();
  return isSavepoint ? { kind: 'save', name: cursor.identifier() } : { kind: 'begin' };
}

function parseInsert(cursor: Cursor): Insert {
  const table = cursor.name();
  const columns = cursor.isSymbol('(') ? parseNames(cursor) : null;
  cursor.words('VALUES');
  const rows = cursor.list(() => cursor.parenthesized(() => cursor.list(() => parseExpression(cursor))));
  if (rows.length > 1000)
    throw sqlError(
      10738,
      'The number of row value expressions in the INSERT statement exceeds the maximum allowed number of 1000 row values.',
      15,
    );
  return { kind: 'insert', table, columns, rows };
}

function parseUpdate(cursor: Cursor): Update {
  const table = cursor.name();
  cursor.words('SET');
  const assignments = cursor.list(() => {
    const column = cursor.identifier();
    cursor.symbol('=');
    return { column, value: parseExpression(cursor) };
  });
  const output = cursor.tryWords('OUTPUT') ? parseOutput(cursor) : null;
  const from = cursor.tryWords('FROM') ? parseFrom(cursor) : [];
  return skipOption(cursor, { kind: 'update', table, assignments, from, output, where: parseWhere(cursor) });
}

function parseOutput(cursor: Cursor): NonNullable<Update['output']> {
  const items = cursor.list(() => parseExpression(cursor));
  cursor.words('INTO');
  return { items, into: variableName(cursor) };
}

function variableName(cursor: Cursor): string {
  if (cursor.token.kind !== 'variable') throw cursor.unexpected();
  return cursor.take().text;
}

const parseNames = (cursor: Cursor): string[] =>
  cursor.parenthesized(() => cursor.list(() => cursor.identifier()));

function parseDefinition(cursor: Cursor): Definition {
  if (cursor.tryWords('CREATE', 'SCHEMA')) return { kind: 'create schema', name: cursor.identifier() };
  if (cursor.tryWords('CREATE', 'VIEW')) {
    const view = cursor.name();
    cursor.words('AS');
    return { kind: 'create view', view, query: parseQuery(cursor) };
  }
  if (cursor.tryWords('CREATE', 'TABLE')) {
    return parseTable(cursor, cursor.name());
  }
  const isUnique = cursor.tryWords('CREATE', 'UNIQUE', 'INDEX');
  if (isUnique || cursor.tryWords('CREATE', 'INDEX')) {
    const name = cursor.identifier();
    cursor.words('ON');
    return { kind: 'create index', name, table: cursor.name(), columns: parseNames(cursor), isUnique };
  }
  if (cursor.tryWords('ALTER', 'TABLE')) {
    const table = cursor.name();
    cursor.words('ADD');
    const constraints: Constraint[] = [];
    const column = parseColumn(cursor, constraints);
    if (constraints.length > 0 || !column.nullable) throw cursor.unexpected();
    return { kind: 'add column', table, column };
  }
  const what = cursor.tryWords('DROP', 'VIEW') ? 'view' : 'table';
  if (what === 'table' && !cursor.tryWords('DROP', 'TABLE')) throw cursor.unexpected();
  const ifExists = cursor.tryWords('IF', 'EXISTS');
  return { kind: 'drop', what, name: cursor.name(), ifExists };
}

function parseTable(cursor: Cursor, table: Name): CreateTable {
  const columns: ColumnDefinition[] = [];
  const constraints: Constraint[] = [];
  cursor.parenthesized(() => cursor.list(() => parseTablePart(cursor, columns, constraints)));
  return { kind: 'create table', table, columns, constraints };
}

function parseTablePart(cursor: Cursor, columns: ColumnDefinition[], constraints: Constraint[]): void {
  if (cursor.tryWords('PERIOD', 'FOR', 'SYSTEM_TIME')) {
    parseNames(cursor);
    return;
  }
  const name = cursor.tryWords('CONSTRAINT') ? cursor.identifier() : null;
  const found = parseConstraint(cursor, name, null);
  if (found !== null) constraints.push(found);
  else if (name === null) columns.push(parseColumn(cursor, constraints));
  else throw cursor.unexpected();
}

/** Null if there is none. */
function parseConstraint(cursor: Cursor, name: string | null, column: string | null): Constraint | null {
  const isPrimary = cursor.tryWords('PRIMARY', 'KEY');
  if (isPrimary || cursor.tryWords('UNIQUE'))
    return { kind: 'key', name, columns: column === null ? parseNames(cursor) : [column], isPrimary };
  if (!cursor.tryWords('CHECK')) return null;
  const condition = cursor.parenthesized(() => parseExpression(cursor));
  return { kind: 'check', name, condition, column };
}

function parseColumn(cursor: Cursor, constraints: Constraint[]): ColumnDefinition {
  const name = cursor.identifier();
  const plain = { name, nullable: true, identity: null, computed: null, period: null };
  if (cursor.tryWords('AS')) {
    return { ...plain, type: { name: 'int' }, computed: cursor.parenthesized(() => parseExpression(cursor)) };
  }
  let column: ColumnDefinition = { ...plain, type: parseType(cursor) };
  for (;;) {
    if (cursor.tryWords('COLLATE'))
      column = { ...column, type: { ...column.type, collation: cursor.identifier() } };
    else if (cursor.tryWords('NOT', 'NULL')) column = { ...column, nullable: false };
    else if (cursor.tryWords('NULL')) column = { ...column, nullable: true };
    else if (cursor.tryWords('IDENTITY')) column = { ...column, identity: parseIdentity(cursor) };
    else if (cursor.tryWords('GENERATED', 'ALWAYS', 'AS', 'ROW'))
      column = { ...column, nullable: false, period: parsePeriodEnd(cursor) };
    else {
      const constraint = parseConstraint(cursor, null, name);
      if (constraint === null) return column;
      constraints.push(constraint);
    }
  }
}

function parsePeriodEnd(cursor: Cursor): 'START' | 'END' {
  if (cursor.tryWords('START')) return 'START';
  cursor.words('END');
  return 'END';
}

function parseIdentity(cursor: Cursor): { seed: number; step: number } {
  const [seed = 1, step = 1] = cursor.parenthesized(() => cursor.list(() => wholeNumber(cursor)));
  return { seed, step };
}

/** Only `sp_rename` of a column. Throws 2812 for any other procedure. */
function parseExecute(cursor: Cursor): Definition {
  const procedure = cursor.name();
  if (procedure.at(-1)?.toLowerCase() !== 'sp_rename')
    throw sqlError(2812, `Could not find stored procedure '${procedure.join('.')}'.`, 16, 62);
  const [column = '', to = '', kind = ''] = cursor.list(() => {
    if (cursor.token.kind !== 'text') throw cursor.unexpected();
    return cursor.take().text;
  });
  if (kind.toUpperCase() !== 'COLUMN') throw cursor.unexpected();
  return { kind: 'rename column', column: new Cursor(column).name(), to };
}

/** Options that drivers set at login, without an effect on results. */
const SETTINGS: ReadonlySet<string> = new Set(
  (
    'ANSI_NULLS ANSI_NULL_DFLT_ON ANSI_PADDING ANSI_WARNINGS ARITHABORT CONCAT_NULL_YIELDS_NULL DATEFIRST DATEFORMAT ' +
    'IMPLICIT_TRANSACTIONS LANGUAGE NUMERIC_ROUNDABORT QUOTED_IDENTIFIER TEXTSIZE'
  ).split(' '),
);

/** Throws 195 for any other. */
function parseSet(cursor: Cursor): Statement {
  const isKnown =
    cursor.tryWords('TRANSACTION', 'ISOLATION', 'LEVEL', 'READ', 'COMMITTED') ||
    cursor.tryWords('XACT_ABORT', 'OFF');
  if (isKnown) return { kind: 'setting' };
  const name = cursor.identifier().toUpperCase();
  if (!SETTINGS.has(name)) throw sqlError(195, `'${name}' is not a recognized SET option.`, 15, 5);
  cursor.trySymbol('-');
  cursor.take();
  return { kind: 'setting' };
}
