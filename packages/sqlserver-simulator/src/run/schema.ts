import { createHash } from 'node:crypto';
import type { ColumnDefinition, Constraint, CreateTable, Definition, Name } from '../parse/ast.ts';
import {
  type Column,
  type Database,
  type Index,
  nameKey,
  positionOf,
  sameName,
  type Table,
  withObject,
  withRows,
} from '../store/tables.ts';
import { isCollation } from '../values/collation.ts';
import { sqlError } from '../values/errors.ts';
import { findObject } from './catalogue.ts';
import { compile, compileCondition } from './expressions.ts';
import { planQuery } from './queries.ts';
import type { StatementContext } from './scope.ts';

/** CREATE, ALTER, DROP and sp_rename: returns the resulting database. */
export function define(statement: Definition, context: StatementContext): Database {
  const { database } = context;
  switch (statement.kind) {
    case 'create table':
      return withObject(database, createTable(statement, context));
    case 'create view': {
      planQuery(statement.query, context);
      return withObject(database, {
        kind: 'view',
        ...newName(statement.view, context),
        query: statement.query,
      });
    }
    case 'create index': {
      const { name, isUnique } = statement;
      const table = needTable(statement.table, context);
      const columns = positionsOf(table, statement.columns);
      const index: Index = { name, columns, isUnique, isPrimary: false, isConstraint: false };
      return withObject(database, withRows({ ...table, indexes: [...table.indexes, index] }, table.rows));
    }
    case 'create schema':
      return { ...database, schemas: [...database.schemas, statement.name] };
    case 'add column': {
      const table = needTable(statement.table, context);
      const made = madeColumn(statement.column, false, table, context);
      const rows = table.rows.map((row) => [...row, null]);
      return withObject(database, { ...table, columns: [...table.columns, made], rows });
    }
    case 'drop':
      return drop(statement, context);
    case 'rename column': {
      const { column, to } = statement;
      const table = findObject(column.slice(0, -1), context);
      const position = table?.kind === 'table' ? positionOf(table, column.at(-1) ?? '') : -1;
      if (table?.kind !== 'table' || position < 0) throw notFound(column);
      const columns = table.columns.map((each, at) => (at === position ? { ...each, name: to } : each));
      return withObject(database, { ...table, columns });
    }
  }
}

/** Throws 2714 if the name is taken. */
function newName(name: Name, { database }: StatementContext): { schema: string; name: string; id: number } {
  const own = name.at(-1) ?? '';
  const wanted = name.at(-2) ?? 'dbo';
  const schema = database.schemas.find((candidate) => sameName(candidate, wanted));
  if (schema === undefined) throw notFound(name);
  if (database.objects.has(nameKey(schema, own)))
    throw sqlError(2714, `There is already an object named '${own}' in the database.`, 16, 6);
  return { schema, name: own, id: database.lastId + 1 };
}

/** `PK__Products__3213E83F`: deterministic per table. */
function generatedName(prefix: string, table: string, rest: string): string {
  const digits = createHash('sha256').update(`${table}\n${rest}`).digest('hex').slice(0, 8).toUpperCase();
  return [prefix, table.slice(0, 9), rest.slice(0, 8), digits].filter((part) => part !== '').join('__');
}

export function createTable(statement: CreateTable, context: StatementContext): Table {
  const named = newName(statement.table, context);
  const keys = statement.constraints.flatMap((constraint) => (constraint.kind === 'key' ? constraint : []));
  const keyNames = keys.flatMap(({ isPrimary, columns }) => (isPrimary ? columns : []));
  const columns: Column[] = [];
  for (const definition of statement.columns) {
    const isKey = keyNames.some((name) => sameName(name, definition.name));
    columns.push(madeColumn(definition, isKey, { name: named.name, columns }, context));
  }
  const indexOf = (key: Extract<Constraint, { kind: 'key' }>): Index => ({
    name:
      key.name ??
      generatedName(key.isPrimary ? 'PK' : 'UQ', named.name, key.isPrimary ? '' : key.columns.join('')),
    columns: positionsOf({ columns }, key.columns),
    isUnique: true,
    isPrimary: key.isPrimary,
    isConstraint: true,
  });
  const scope = { context, sources: [{ alias: named.name, columns }], grouping: null };
  const checks = statement.constraints.flatMap((constraint) => {
    if (constraint.kind !== 'check') return [];
    const { condition, column } = constraint;
    compileCondition(condition, scope);
    return { name: constraint.name ?? generatedName('CK', named.name, column ?? ''), condition, column };
  });
  const primaryFirst = keys.toSorted((left, right) => Number(right.isPrimary) - Number(left.isPrimary));
  const indexes = primaryFirst.map(indexOf);
  return { kind: 'table', ...named, columns, indexes, checks, rows: [], lastIdentity: null };
}

function positionsOf(table: Pick<Table, 'columns'>, names: readonly string[]): number[] {
  return names.map((name) => {
    const position = positionOf(table, name);
    if (position >= 0) return position;
    throw notFound([name]);
  });
}

function madeColumn(
  definition: ColumnDefinition,
  isKey: boolean,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  context: StatementContext,
): Column {
  const { computed, identity, nullable } = definition;
  const { collation } = definition.type;
  if (collation !== undefined && !isCollation(collation))
    throw sqlError(448, `Invalid collation '${collation}'.`);
  const scope = { context, sources: [{ alias: name, columns }], grouping: null };
  const type = computed === null ? definition.type : compile(computed, scope).type;
  return {
    ...definition,
    type,
    nullable: nullable && !isKey && identity === null && type.name !== 'rowversion',
  };
}

const notFound = (name: Name) =>
  sqlError(
    4902,
    `Cannot find the object "${name.join('.')}" because it does not exist or you do not have permissions.`,
  );

function needTable(name: Name, context: StatementContext): Table {
  const table = findObject(name, context);
  if (table?.kind === 'table') return table;
  throw notFound(name);
}

function drop(
  { what, name, ifExists }: Extract<Definition, { kind: 'drop' }>,
  context: StatementContext,
): Database {
  const found = findObject(name, context);
  const objects = new Map(context.database.objects);
  if (found?.kind === what) objects.delete(nameKey(found.schema, found.name));
  else if (!ifExists) throw notFound(name);
  return { ...context.database, objects };
}
