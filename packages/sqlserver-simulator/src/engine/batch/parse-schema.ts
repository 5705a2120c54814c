import { type Cursor, syntaxErrorAt, textOf } from './cursor.ts';
import type { Token } from './lexer.ts';
import { parseDataType, queryTokens, startsStatement } from './parse-batch.ts';
import { parseConditionText, parseExpressionText, parseQuery } from './parse-query.ts';
import type { ColumnDefinition, ConstraintDefinition, IndexedColumn, SchemaStatement } from './statements.ts';

/** CREATE, ALTER, DROP and TRUNCATE. */
export function parseSchemaStatement(cursor: Cursor): SchemaStatement {
  switch (cursor.next().value) {
    case 'CREATE':
      return parseCreate(cursor);
    case 'ALTER':
      return parseAlter(cursor);
    case 'DROP':
      return parseDrop(cursor);
    default:
      cursor.expect('TABLE');
      return { kind: 'truncate', table: cursor.objectName() };
  }
}

function parseCreate(cursor: Cursor): SchemaStatement {
  if (cursor.accept('TABLE')) return parseTable(cursor);
  if (cursor.accept('VIEW')) return parseView(cursor, 'create');
  if (cursor.accept('SCHEMA')) {
    const name = cursor.name();
    if (cursor.accept('AUTHORIZATION')) cursor.name();
    return { kind: 'create schema', name };
  }
  if (cursor.accept('DATABASE')) return { kind: 'create database', name: cursor.name() };
  if (cursor.accept('OR')) {
    cursor.expect('ALTER');
    cursor.expect('VIEW');
    return parseView(cursor, 'create or alter');
  }
  const unique = cursor.accept('UNIQUE');
  cursor.accept('CLUSTERED', 'NONCLUSTERED');
  cursor.expect('INDEX');
  const name = cursor.name();
  cursor.expect('ON');
  const table = cursor.objectName();
  const columns = parseIndexedColumns(cursor);
  if (cursor.accept('INCLUDE')) cursor.nameList();
  if (cursor.is('WHERE')) throw syntaxErrorAt(cursor.peek());
  return { kind: 'create index', name, table, columns, unique };
}

function parseView(cursor: Cursor, replace: 'create' | 'alter' | 'create or alter'): SchemaStatement {
  const view = cursor.objectName();
  const columns = cursor.is('(') ? cursor.nameList() : null;
  if (cursor.accept('WITH')) {
    do cursor.expect('SCHEMABINDING', 'VIEW_METADATA');
    while (cursor.accept(','));
  }
  cursor.expect('AS');
  const ctes = cursor.is('WITH') ? cursor.takeUntil(startsStatement) : [];
  const tokens = [...ctes, ...queryTokens(cursor)];
  return {
    kind: 'create view',
    view,
    columns,
    definition: textOf(tokens),
    query: parseQuery(tokens),
    replace,
  };
}

function parseTable(cursor: Cursor): SchemaStatement {
  const table = cursor.objectName();
  cursor.expect('(');
  const { columns, constraints } = parseElements(cursor);
  cursor.expect(')');
  if (cursor.accept('ON')) cursor.name();
  if (cursor.accept('TEXTIMAGE_ON')) cursor.name();
  if (cursor.is('WITH')) throw syntaxErrorAt(cursor.peek());
  return { kind: 'create table', table, columns, constraints };
}

function parseElements(cursor: Cursor): {
  columns: ColumnDefinition[];
  constraints: ConstraintDefinition[];
} {
  const columns: ColumnDefinition[] = [];
  const constraints: ConstraintDefinition[] = [];
  do {
    if (cursor.is(')')) break;
    if (cursor.is('CONSTRAINT', 'PRIMARY', 'UNIQUE', 'CHECK', 'FOREIGN', 'DEFAULT'))
      constraints.push(parseConstraint(cursor, null));
    else columns.push(parseColumn(cursor));
  } while (cursor.accept(','));
  return { columns, constraints };
}

function parseColumn(cursor: Cursor): ColumnDefinition {
  const name = cursor.name();
  let nullable: boolean | null = null;
  let collation: string | null = null;
  let identity: ColumnDefinition['identity'] = null;
  let computed: string | null = null;
  const constraints: ConstraintDefinition[] = [];
  let type: ColumnDefinition['type'] = null;
  if (cursor.accept('AS')) {
    computed = textOf(
      cursor.takeUntil((token) => token.text === ',' || wordIs(token, 'PERSISTED', 'CONSTRAINT')),
    );
    parseExpressionText(computed);
    cursor.accept('PERSISTED');
  } else {
    type = parseDataType(cursor);
  }
  for (;;) {
    if (cursor.accept('NOT')) {
      cursor.expect('NULL');
      nullable = false;
    } else if (cursor.accept('NULL')) nullable = true;
    else if (cursor.accept('COLLATE')) collation = cursor.name();
    else if (cursor.accept('ROWGUIDCOL', 'SPARSE')) continue;
    else if (cursor.accept('IDENTITY')) identity = parseIdentity(cursor);
    else if (cursor.is('CONSTRAINT', 'PRIMARY', 'UNIQUE', 'CHECK', 'FOREIGN', 'REFERENCES', 'DEFAULT'))
      constraints.push(parseConstraint(cursor, name));
    else break;
  }
  return { name, type, nullable, collation, identity, computed, constraints };
}

const wordIs = (token: Token, ...words: readonly string[]): boolean =>
  token.kind === 'word' && words.includes(token.value);

function parseIdentity(cursor: Cursor): { seed: number; increment: number } {
  if (!cursor.accept('(')) return { seed: 1, increment: 1 };
  const seed = signedNumber(cursor);
  cursor.expect(',');
  const increment = signedNumber(cursor);
  cursor.expect(')');
  return { seed, increment };
}

function signedNumber(cursor: Cursor): number {
  const sign = cursor.accept('-') ? -1 : 1;
  const token = cursor.next();
  if (token.kind !== 'number' || !/^\d+$/.test(token.text)) throw syntaxErrorAt(token);
  return sign * Number(token.text);
}

/** Of a table (`column` null) or behind a column. */
function parseConstraint(cursor: Cursor, column: string | null): ConstraintDefinition {
  const name = cursor.accept('CONSTRAINT') ? cursor.name() : null;
  const first = cursor.next();
  switch (first.value) {
    case 'PRIMARY':
    case 'UNIQUE': {
      if (first.value === 'PRIMARY') cursor.expect('KEY');
      const clustered = cursor.is('CLUSTERED', 'NONCLUSTERED') ? cursor.next().value === 'CLUSTERED' : null;
      const columns = column === null ? parseIndexedColumns(cursor) : [{ name: column, descending: false }];
      return { kind: first.value === 'PRIMARY' ? 'primary key' : 'unique', name, columns, clustered };
    }
    case 'CHECK': {
      const expression = parenthesised(cursor);
      parseConditionText(expression);
      return { kind: 'check', name, expression };
    }
    case 'DEFAULT':
      return parseDefault(cursor, name, column);
    case 'FOREIGN':
    case 'REFERENCES': {
      let columns = column === null ? [] : [column];
      if (first.value === 'FOREIGN') {
        cursor.expect('KEY');
        if (cursor.is('(')) columns = cursor.nameList();
        cursor.expect('REFERENCES');
      }
      const table = cursor.objectName();
      const referenced = cursor.is('(') ? cursor.nameList() : [];
      while (cursor.accept('ON')) {
        cursor.expect('DELETE', 'UPDATE');
        cursor.expect('NO');
        cursor.expect('ACTION');
      }
      return { kind: 'foreign key', name, columns, table, referenced };
    }
    default:
      throw syntaxErrorAt(first);
  }
}

/** `DEFAULT 0` behind a column, `DEFAULT (0) FOR a` of a table. */
function parseDefault(cursor: Cursor, name: string | null, column: string | null): ConstraintDefinition {
  const start = cursor.position;
  if (cursor.is('(')) parenthesised(cursor);
  else {
    cursor.accept('-', '+');
    cursor.next();
    if (cursor.is('(')) parenthesised(cursor);
  }
  const expression = textOf(cursor.tokens.slice(start, cursor.position));
  parseExpressionText(expression);
  if (column !== null) return { kind: 'default', name, column, expression };
  cursor.expect('FOR');
  return { kind: 'default', name, column: cursor.name(), expression };
}

function parenthesised(cursor: Cursor): string {
  cursor.expect('(');
  const tokens = cursor.takeUntil(() => false);
  cursor.expect(')');
  return textOf(tokens);
}

function parseIndexedColumns(cursor: Cursor): IndexedColumn[] {
  cursor.expect('(');
  const columns: IndexedColumn[] = [];
  do {
    const name = cursor.name();
    columns.push({ name, descending: cursor.is('ASC', 'DESC') && cursor.next().value === 'DESC' });
  } while (cursor.accept(','));
  cursor.expect(')');
  return columns;
}

function parseAlter(cursor: Cursor): SchemaStatement {
  if (cursor.accept('VIEW')) return parseView(cursor, 'alter');
  cursor.expect('TABLE');
  const table = cursor.objectName();
  if (cursor.accept('WITH')) cursor.expect('CHECK', 'NOCHECK');
  if (cursor.accept('ADD')) return { kind: 'add columns', table, ...parseElements(cursor) };
  if (cursor.accept('ALTER')) {
    cursor.expect('COLUMN');
    return { kind: 'alter column', table, column: parseColumn(cursor) };
  }
  cursor.expect('DROP');
  if (!cursor.accept('COLUMN')) {
    cursor.accept('CONSTRAINT');
    return { kind: 'drop constraint', table, name: cursor.name() };
  }
  const ifExists = parseIfExists(cursor);
  const columns = [cursor.name()];
  while (cursor.accept(',')) {
    cursor.accept('COLUMN');
    columns.push(cursor.name());
  }
  return { kind: 'drop columns', table, columns, ifExists };
}

function parseIfExists(cursor: Cursor): boolean {
  if (!cursor.accept('IF')) return false;
  cursor.expect('EXISTS');
  return true;
}

function parseDrop(cursor: Cursor): SchemaStatement {
  const object = cursor.expect('TABLE', 'VIEW', 'INDEX').value;
  const ifExists = parseIfExists(cursor);
  if (object === 'INDEX') {
    const name = cursor.name();
    cursor.expect('ON');
    return { kind: 'drop index', name, table: cursor.objectName(), ifExists };
  }
  const names = [cursor.objectName()];
  while (cursor.accept(',')) names.push(cursor.objectName());
  return { kind: 'drop', object: object === 'TABLE' ? 'table' : 'view', ifExists, names };
}
