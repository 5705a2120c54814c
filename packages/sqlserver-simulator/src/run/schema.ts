import { createHash } from 'node:crypto';
import { sqlError } from '../engine/errors.ts';
import type { ColumnDefinition, Constraint, Name, Statement } from '../parse/ast.ts';
import {
  type Column,
  type Database,
  type DatabaseObject,
  type Index,
  nameKey,
  sameName,
  type Table,
  withObject,
} from '../store/model.ts';
import type { Row } from '../store/sorted-rows.ts';
import { placeOf, rebuilt } from '../store/tables.ts';
import { isCollation } from '../values/collation.ts';
import { findObject } from './catalogue.ts';
import { compile, compileCondition } from './expressions.ts';
import { planQuery } from './queries.ts';
import { NO_ROWS, type StatementContext } from './scope.ts';

/** CREATE, ALTER, DROP and sp_rename: the database as it is afterwards. */
export function define(statement: Statement, context: StatementContext): Database {
  switch (statement.kind) {
    case 'create table':
      return createTable(statement, context);
    case 'create view':
      return createView(statement, context);
    case 'create index':
      return createIndex(statement, context);
    case 'create schema':
      return createSchema(statement, context);
    case 'add column':
      return addColumn(statement, context);
    case 'drop':
      return drop(statement, context);
    case 'rename column':
      return renameColumn(statement, context);
    default:
      throw new TypeError(`${statement.kind} defines nothing.`);
  }
}

const HEAP: Index = { name: '', columns: [], isUnique: false, isPrimary: false, isConstraint: false };

/**
 * Schema and name of what is to be made. Throws 2760 for a schema that is not there, 2714 where the name is
 * taken.
 */
function newName(name: Name, { database }: StatementContext): { schema: string; name: string; id: number } {
  const own = name.at(-1) ?? '';
  const wanted = name.at(-2) ?? 'dbo';
  const schema = database.schemas.find((candidate) => sameName(candidate, wanted));
  if (schema === undefined)
    throw sqlError(
      2760,
      `The specified schema name "${wanted}" either does not exist or you do not have permission to use it.`,
    );
  if (database.objects.has(nameKey(schema, own)))
    throw sqlError(2714, `There is already an object named '${own}' in the database.`, 16, 6);
  return { schema, name: own, id: database.lastId + 1 };
}

/** `PK__Products__3213E83F`: the same name for the same table. */
function generatedName(prefix: string, table: string, rest: string): string {
  const digits = createHash('sha256').update(`${table}\n${rest}`).digest('hex').slice(0, 8).toUpperCase();
  return [prefix, table.slice(0, 9), rest.slice(0, 8), digits].filter((part) => part !== '').join('__');
}

function createTable(
  statement: Extract<Statement, { kind: 'create table' }>,
  context: StatementContext,
): Database {
  const named = newName(statement.table, context);
  const keys = statement.constraints.flatMap((constraint) => (constraint.kind === 'key' ? constraint : []));
  const primary = keys.filter(({ isPrimary }) => isPrimary);
  const keyNames = primary.flatMap(({ columns }) => columns);
  const columns: Column[] = [];
  for (const definition of statement.columns) {
    const isKey = keyNames.some((name) => sameName(name, definition.name));
    columns.push(madeColumn(definition, isKey, columns, named.name, context));
  }
  const indexOf = ({ name, columns: names, isPrimary }: Extract<Constraint, { kind: 'key' }>): Index => ({
    name: name ?? generatedName(isPrimary ? 'PK' : 'UQ', named.name, isPrimary ? '' : names.join('')),
    columns: names.map((column) => needPlace({ columns }, column)),
    isUnique: true,
    isPrimary,
    isConstraint: true,
  });
  const [key] = primary;
  const unique = keys.filter(({ isPrimary }) => !isPrimary).map(indexOf);
  const scope = { context, sources: [{ alias: named.name, columns }], grouping: null };
  const checks = statement.constraints.flatMap((constraint) => {
    if (constraint.kind !== 'check') return [];
    compileCondition(constraint.condition, scope);
    return {
      name: constraint.name ?? generatedName('CK', named.name, constraint.column ?? ''),
      condition: constraint.condition,
    };
  });
  const table = {
    kind: 'table',
    ...named,
    columns,
    indexes: [key === undefined ? HEAP : indexOf(key), ...unique],
    checks,
    lastRow: 0,
    lastIdentity: null,
  } as const;
  return withObject(context.database, rebuilt(table, []));
}

function needPlace(table: Pick<Table, 'columns'>, name: string): number {
  const place = placeOf(table, name);
  if (place < 0) throw sqlError(1911, `Column name '${name}' does not exist in the target table or view.`);
  return place;
}

function madeColumn(
  definition: ColumnDefinition,
  isKey: boolean,
  before: readonly Column[],
  table: string,
  context: StatementContext,
): Column {
  const { computed, identity } = definition;
  const { collation } = definition.type;
  if (collation !== undefined && !isCollation(collation))
    throw sqlError(448, `Invalid collation '${collation}'.`);
  const scope = { context, sources: [{ alias: table, columns: before }], grouping: null };
  const type = computed === null ? definition.type : compile(computed, scope).type;
  const isNever = isKey || identity !== null || type.name === 'rowversion';
  return { ...definition, type, nullable: !isNever && (definition.nullable ?? true) };
}

function createView(
  { view, query }: Extract<Statement, { kind: 'create view' }>,
  context: StatementContext,
): Database {
  const named = newName(view, context);
  planQuery(query, context);
  return withObject(context.database, { kind: 'view', ...named, query });
}

function createSchema(
  { name }: Extract<Statement, { kind: 'create schema' }>,
  { database }: StatementContext,
): Database {
  return { ...database, schemas: [...database.schemas, name] };
}

/** Throws 4902 for what is no table. */
function needTable(name: Name, context: StatementContext): Table {
  const table = findObject(name, context);
  if (table?.kind === 'table') return table;
  throw sqlError(
    4902,
    `Cannot find the object "${name.join('.')}" because it does not exist or you do not have permissions.`,
  );
}

const allRows = ({ rows }: Table): Row[] => [...rows[0].from([])];

function createIndex(
  statement: Extract<Statement, { kind: 'create index' }>,
  context: StatementContext,
): Database {
  const table = needTable(statement.table, context);
  const { name, isUnique } = statement;
  const columns = statement.columns.map((column) => needPlace(table, column));
  const index: Index = { name, columns, isUnique, isPrimary: false, isConstraint: false };
  return withObject(
    context.database,
    rebuilt({ ...table, indexes: [...table.indexes, index] }, allRows(table)),
  );
}

function addColumn(
  { table: name, column }: Extract<Statement, { kind: 'add column' }>,
  context: StatementContext,
): Database {
  const table = needTable(name, context);
  const made = madeColumn(column, false, table.columns, table.name, context);
  const scope = { context, sources: [], grouping: null };
  const value = made.standard === null || made.nullable ? null : compile(made.standard, scope).get(NO_ROWS);
  const rows = allRows(table).map((row): Row => [...row, value]);
  return withObject(context.database, rebuilt({ ...table, columns: [...table.columns, made] }, rows));
}

/** Throws 3701 for what is not there. */
function drop(
  { what, name, ifExists }: Extract<Statement, { kind: 'drop' }>,
  context: StatementContext,
): Database {
  const found: DatabaseObject | null = findObject(name, context);
  if (found === null || found.kind !== what.toLowerCase()) {
    if (ifExists) return context.database;
    throw sqlError(
      3701,
      `Cannot drop the ${what.toLowerCase()} '${name.join('.')}', because it does not exist or you do not have permission.`,
      11,
      5,
    );
  }
  const objects = new Map(context.database.objects);
  objects.delete(nameKey(found.schema, found.name));
  return { ...context.database, objects };
}

/** sp_rename of a column. Throws 15248 where there is none. */
function renameColumn(
  { column, to }: Extract<Statement, { kind: 'rename column' }>,
  context: StatementContext,
): Database {
  const table = findObject(column.slice(0, -1), context);
  const own = column.at(-1) ?? '';
  if (table?.kind !== 'table' || placeOf(table, own) < 0)
    throw sqlError(
      15_248,
      'Either the parameter @objname is ambiguous or the claimed @objtype (COLUMN) is wrong.',
      11,
    );
  const columns = table.columns.map((each) => (sameName(each.name, own) ? { ...each, name: to } : each));
  return withObject(context.database, { ...table, columns });
}
