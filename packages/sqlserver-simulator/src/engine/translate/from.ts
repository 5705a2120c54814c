import type { ColumnModel } from '../../catalogue/model.ts';
import { isCharacter } from '../../types/type.ts';
import { asList, asNode, identifier, kindOf, type Node, nameParts, only } from '../batch/ast.ts';
import { parseExpressionText, parseQueryText } from '../batch/parse-query.ts';
import { SqlServerError } from '../engine.ts';
import { invalidObject, syntaxError } from '../errors.ts';
import { type FoundObject, type FoundView, type PhysicalTable, physicalColumn } from './context.ts';
import type { Expression } from './expression.ts';
import { type Cte, Scope, type ScopeColumn, type Source, type SourceName } from './scope.ts';
import type { Translator } from './translator.ts';

/** A FROM clause: its tables enter the scope, and the text is SQLite's. */
export function translateFrom(items: readonly unknown[], scope: Scope, translator: Translator): string {
  return items.map((item) => translateJoins(asNode(item), scope, translator)).join(', ');
}

function translateJoins(node: Node, scope: Scope, translator: Translator): string {
  only(node, ['relation', 'joins']);
  let sql = translateFactor(node.relation, scope, translator);
  for (const join of asList(node.joins)) sql = translateJoin(sql, asNode(join), scope, translator);
  return sql;
}

const JOINS: Record<string, 'INNER' | 'LEFT' | 'RIGHT' | 'FULL'> = {
  Join: 'INNER',
  Inner: 'INNER',
  Left: 'LEFT',
  LeftOuter: 'LEFT',
  Right: 'RIGHT',
  RightOuter: 'RIGHT',
  FullOuter: 'FULL',
};

function translateJoin(left: string, join: Node, scope: Scope, translator: Translator): string {
  only(join, ['relation', 'join_operator']);
  const [operator, body] = kindOf(join.join_operator);
  const before = scope.sources.length;
  const right = translateFactor(join.relation, scope, translator);
  if (operator === 'CrossJoin') return `${left} CROSS JOIN ${right}`;
  const kind = JOINS[operator];
  if (kind === undefined) throw syntaxError(operator.endsWith('Apply') ? 'apply' : operator.toLowerCase());
  const [constraint, condition] = kindOf(body);
  if (constraint !== 'On') throw syntaxError(constraint.toLowerCase());
  if (kind === 'RIGHT' || kind === 'FULL') makeNullable(scope.sources, 0, before);
  if (kind === 'LEFT' || kind === 'FULL') makeNullable(scope.sources, before, scope.sources.length);
  return `${left} ${kind} JOIN ${right} ON ${translator.predicate(condition, scope)}`;
}

/** The side of an outer join that may be missing has NULLs. */
function makeNullable(sources: Source[], from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const source = sources[at];
    if (source === undefined) continue;
    const columns = source.columns.map((column) => ({
      ...column,
      expression: { ...column.expression, nullable: true },
    }));
    sources[at] = { ...source, columns };
  }
}

function translateFactor(factor: unknown, scope: Scope, translator: Translator): string {
  const [kind, body] = kindOf(factor);
  const node = asNode(body);
  if (kind === 'Table') return translateTable(node, scope, translator);
  if (kind === 'Derived') return translateDerived(node, scope, translator);
  if (kind !== 'NestedJoin') throw syntaxError(kind.toLowerCase());
  only(node, ['table_with_joins']);
  return `(${translateJoins(asNode(node.table_with_joins), scope, translator)})`;
}

type Alias = { readonly name: string; readonly columns: readonly string[] };

function aliasOf(node: unknown): Alias | null {
  if ((node ?? null) === null) return null;
  const alias = asNode(node);
  only(alias, ['explicit', 'name', 'columns']);
  const columns = asList(alias.columns).map((column) => {
    only(asNode(column), ['name']);
    return identifier(asNode(column).name).name;
  });
  return { name: identifier(alias.name).name, columns };
}

const HINTS = new Set([
  'index',
  ...[
    'nolock',
    'readuncommitted',
    'readcommitted',
    'readcommittedlock',
    'readpast',
    'rowlock',
    'paglock',
    'snapshot',
  ],
  ...[
    'updlock',
    'xlock',
    'holdlock',
    'serializable',
    'repeatableread',
    'tablock',
    'tablockx',
    'forceseek',
    'forcescan',
  ],
]);
const LOCKING = new Set(['updlock', 'xlock', 'holdlock', 'serializable', 'repeatableread', 'tablockx']);

function translateTable(node: Node, scope: Scope, translator: Translator): string {
  only(node, ['name', 'alias', 'args', 'with_hints']);
  const parts = nameParts(node.name);
  const alias = aliasOf(node.alias);
  if (alias !== null && alias.columns.length > 0) throw syntaxError('(');
  const names = parts.map((part) => part.name);
  const hints = [...asList(node.with_hints), ...hintArguments(node.args)].map(hintName);
  for (const hint of hints) {
    if (!HINTS.has(hint))
      throw new SqlServerError({
        number: 321,
        class: 15,
        message: `"${hint}" is not a recognized table hints option. If it is intended as a parameter to a table-valued function or to the CHANGETABLE function, ensure that your database compatibility mode is set to 90.`,
      });
    if (LOCKING.has(hint)) translator.context.lock();
  }
  const [only1] = names;
  const cte = names.length === 1 && only1 !== undefined ? scope.findCte(only1) : null;
  if (cte !== null) return translateCte(cte, alias?.name ?? cte.name, scope, translator);
  if (only1?.startsWith('@')) throw undeclaredTable(only1);
  const found = translator.context.find(names);
  translator.context.mayRead(found);
  return addObject(found, names, alias?.name ?? null, scope, translator);
}

const undeclaredTable = (name: string): SqlServerError =>
  new SqlServerError({
    number: 1087,
    class: 15,
    state: 2,
    message: `Must declare the table variable "${name}".`,
  });

/** `FROM t (nolock)`, the old way to write a hint. */
function hintArguments(args: unknown): readonly unknown[] {
  if ((args ?? null) === null) return [];
  const node = asNode(args);
  only(node, ['args']);
  return asList(node.args).map((arg) => {
    const [kind, body] = kindOf(asNode(arg).Unnamed);
    const [inner] = kindOf(body);
    if (kind !== 'Expr' || inner !== 'Identifier') throw syntaxError('(');
    return body;
  });
}

function hintName(node: unknown): string {
  const [kind, body] = kindOf(node);
  // INDEX (name): which index is taken changes no answer.
  if (kind === 'Function' && nameParts(asNode(body).name)[0]?.name.toLowerCase() === 'index') return 'index';
  if (kind !== 'Identifier') throw syntaxError('with');
  return identifier(body).name.toLowerCase();
}

function addObject(
  found: FoundObject,
  names: readonly string[],
  alias: string | null,
  scope: Scope,
  translator: Translator,
): string {
  const called = (schema: string): SourceName =>
    alias === null
      ? { name: names.at(-1) ?? '', schema, shown: names.join('.') }
      : { name: alias, schema: null, shown: alias };
  if (found.kind === 'view') return addView(found, called(found.view.schema), scope, translator);
  const id = `a${translator.context.nextId()}`;
  if (found.kind === 'system') {
    const columns = found.columns.map((column, index) => ({
      name: column.name,
      expression: columnExpression(
        `${id}.c${index}`,
        column.type,
        column.nullable,
        translator.context.defaultCollation,
      ),
    }));
    scope.add({ ...called(found.schema), alias: id, columns, table: null });
    return `${found.sql} AS ${id}`;
  }
  scope.add(tableSource(found, called(found.table.schema), id, translator));
  return `${found.sql} AS ${id}`;
}

function columnExpression(
  sql: string,
  type: Expression['type'],
  nullable: boolean,
  collation: string,
): Expression {
  return {
    sql,
    type,
    nullable,
    collation: { name: collation, strength: isCharacter(type) ? 'column' : 'default' },
  };
}

/** A table's columns under an alias of SQLite's; a computed one is its expression. */
export function tableSource(
  found: PhysicalTable,
  { name, schema, shown }: SourceName,
  alias: string,
  translator: Translator,
): Source {
  const { table, database } = found;
  const plain = (column: ColumnModel): ScopeColumn => ({
    name: column.name,
    expression: columnExpression(
      `${alias}.${physicalColumn(column.id)}`,
      column.type,
      column.nullable,
      column.collation ?? database.collation,
    ),
  });
  const own = new Scope(null);
  const stored = table.columns.filter((column) => column.computed === null).map(plain);
  own.sources.push({ name, schema, shown, columns: stored, alias, table });
  const columns = table.columns.map((column): ScopeColumn => {
    if (column.computed === null) return plain(column);
    const { constant: _constant, ...value } = translator.scalar(parseExpressionText(column.computed), own);
    return { name: column.name, expression: { ...value, sql: `(${value.sql})` } };
  });
  return { name, schema, shown, columns, alias, table };
}

function addView(found: FoundView, called: SourceName, scope: Scope, translator: Translator): string {
  const node = parseQueryText(found.view.definition);
  const query = translator.context.within(found.database.name, () =>
    translator.query(node, null, { place: 'derived' }),
  );
  const names = found.view.columns.map((column) => column.name);
  return addQuery(query, names, called, scope, translator);
}

function translateCte(cte: Cte, name: string, scope: Scope, translator: Translator): string {
  const query = translator.query(cte.query, cte.scope, { place: 'derived' });
  const names = namesOf(query.columns, cte.columns, cte.name);
  return addQuery(query, names, { name, schema: null, shown: name }, scope, translator);
}

function translateDerived(node: Node, scope: Scope, translator: Translator): string {
  only(node, ['subquery', 'alias']);
  const alias = aliasOf(node.alias);
  if (alias === null) throw syntaxError(')');
  // It sees the queries around, not its neighbours in FROM.
  const query = translator.query(asNode(node.subquery), scope.parent, { place: 'derived' });
  const { name } = alias;
  const names = namesOf(query.columns, alias.columns, name);
  return addQuery(query, names, { name, schema: null, shown: name }, scope, translator);
}

function namesOf(
  columns: readonly { readonly name: string }[],
  given: readonly string[],
  of: string,
): readonly string[] {
  if (given.length > 0 && given.length !== columns.length)
    throw new SqlServerError({
      number: given.length > columns.length ? 8158 : 8159,
      message: `'${of}' has ${given.length > columns.length ? 'more' : 'fewer'} columns than were specified in the column list.`,
    });
  const names = columns.map((column, index) => given[index] ?? column.name);
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (name === '')
      throw new SqlServerError({
        number: 8155,
        state: 2,
        message: `No column name was specified for column ${index + 1} of '${of}'.`,
      });
    if (seen.has(name.toLowerCase()))
      throw new SqlServerError({
        number: 8156,
        message: `The column '${name}' was specified multiple times for '${of}'.`,
      });
    seen.add(name.toLowerCase());
  }
  return names;
}

function addQuery(
  query: {
    readonly sql: string;
    readonly prefix: string;
    readonly columns: readonly Omit<Expression, 'sql'>[];
  },
  names: readonly string[],
  called: SourceName,
  scope: Scope,
  translator: Translator,
): string {
  const alias = `a${translator.context.nextId()}`;
  const columns = query.columns.map((column, index) => ({
    name: names[index] ?? '',
    expression: {
      sql: `${alias}.${query.prefix}${index}`,
      type: column.type,
      nullable: column.nullable,
      collation: column.collation,
    },
  }));
  if (columns.some((column) => column.name === '')) throw invalidObject(called.shown);
  scope.add({ ...called, columns, alias, table: null });
  return `(${query.sql}) AS ${alias}`;
}
