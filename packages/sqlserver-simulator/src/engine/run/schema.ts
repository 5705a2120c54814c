import type { TableModel } from '../../catalogue/model.ts';
import { sameName } from '../../catalogue/names.ts';
import type { ColumnDefinition, ConstraintDefinition, SchemaStatement } from '../batch/statements.ts';
import { SqlServerError } from '../engine.ts';
import { physicalTable } from '../translate/context.ts';
import { mayChangeSchema } from './accounts.ts';
import { alterTable } from './alter-table.ts';
import { newDatabase } from './catalogue-store.ts';
import { checkReferencing } from './constraints.ts';
import { findTable, isTemporary, qualify } from './names.ts';
import { createPhysicalIndex, dropPhysicalIndex, indexName } from './physical.ts';
import { columnModel, indexColumns, withConstraint } from './schema-columns.ts';
import {
  addTable,
  changeDatabase,
  currentDatabase,
  existingSchema,
  mustBeNew,
  newTable,
  putTable,
  takeObjectId,
} from './schema-tables.ts';
import type { SessionState } from './session-state.ts';
import { statementContext } from './statement-context.ts';
import { type TargetTable, targetTable } from './target-table.ts';

const VERBS: Record<SchemaStatement['kind'], string> = {
  'create table': 'CREATE TABLE',
  'create view': 'CREATE VIEW',
  'create index': 'CREATE INDEX',
  'create schema': 'CREATE SCHEMA',
  'create database': 'CREATE DATABASE',
  drop: 'DROP',
  'drop index': 'DROP INDEX',
  truncate: 'TRUNCATE TABLE',
  'add columns': 'ALTER TABLE',
  'drop columns': 'ALTER TABLE',
  'drop constraint': 'ALTER TABLE',
  'alter column': 'ALTER TABLE',
};

/** CREATE, ALTER, DROP, TRUNCATE: in a transaction they are undone like everything else. */
export async function runSchema(
  statement: SchemaStatement,
  state: SessionState,
  signal: AbortSignal,
): Promise<void> {
  mayChangeSchema(state.account, VERBS[statement.kind], state.database);
  await state.transaction.startWriting(state.options.lockTimeout, signal);
  state.transaction.change(() => apply(statement, state));
}

function apply(statement: SchemaStatement, state: SessionState): void {
  switch (statement.kind) {
    case 'create table':
      createTable(statement, state);
      return;
    case 'create view':
      createView(statement, state);
      return;
    case 'create index':
      createIndex(statement, state);
      return;
    case 'create schema':
      createSchema(statement.name, state);
      return;
    case 'create database':
      createDatabase(statement.name, state);
      return;
    case 'drop':
      for (const name of statement.names) dropObject(name, statement.object, statement.ifExists, state);
      return;
    case 'drop index':
      dropIndex(statement, state);
      return;
    case 'truncate':
      truncate(statement.table, state);
      return;
    default:
      alterTable(statement, state);
  }
}

function createTable(
  { table: name, columns, constraints }: Extract<SchemaStatement, { kind: 'create table' }>,
  state: SessionState,
): void {
  const { database } = qualify(name, state);
  const keys = new Set(
    constraints.flatMap((constraint) =>
      constraint.kind === 'primary key' ? constraint.columns.map((column) => column.name.toLowerCase()) : [],
    ),
  );
  const declared = columns.map((column) =>
    keys.has(column.name.toLowerCase()) ? notNull(column, name) : column,
  );
  const plain = declared
    .map((column, index) => ({ column, id: index + 1 }))
    .filter(({ column }) => column.computed === null)
    .map(({ column, id }) => columnModel(column, id, null, database, state));
  const made = newTable(name, plain, state);
  const models = declared.map((column, index) => {
    const known = plain.find((model) => model.id === index + 1);
    return known ?? columnModel(column, index + 1, made.table, database, state);
  });
  let table: TableModel = { ...newTable(name, models, state).table };
  for (const constraint of allConstraints(declared, constraints))
    table = withConstraint(table, constraint, database, state);
  addTable(table, database, state);
}

export function allConstraints(
  columns: readonly ColumnDefinition[],
  constraints: readonly ConstraintDefinition[],
): ConstraintDefinition[] {
  return [...columns.flatMap((column) => column.constraints), ...constraints];
}

function notNull(column: ColumnDefinition, table: readonly string[]): ColumnDefinition {
  if (column.nullable === true)
    throw new SqlServerError({
      number: 8111,
      message: `Cannot define PRIMARY KEY constraint on nullable column in table '${table.at(-1) ?? ''}'.`,
    });
  return { ...column, nullable: false };
}

function createView(
  { view: name, columns, definition, query, replace }: Extract<SchemaStatement, { kind: 'create view' }>,
  state: SessionState,
): void {
  const { database, schema, name: own } = qualify(name, state);
  const old = database.views.find((view) => sameName(view.name, own) && sameName(view.schema, schema));
  if (replace === 'alter' && old === undefined) throw notThere(name, 'view', 'alter');
  if (replace === 'create' || old === undefined) mustBeNew(own, schema, database, state);
  const context = statementContext(state, new Map());
  const translated = context.translator.query(query, null, { place: 'derived' });
  context.end();
  const named = translated.columns.map((column, index) => ({
    name: columns?.[index] ?? column.name,
    type: column.type,
    nullable: column.nullable,
  }));
  const unnamed = named.findIndex((column) => column.name === '');
  if (unnamed >= 0 || (columns !== null && columns.length !== named.length))
    throw new SqlServerError({
      number: unnamed >= 0 ? 4511 : 8158,
      message:
        unnamed >= 0
          ? `Create View or Function failed because no column name was specified for column ${unnamed + 1}.`
          : `'${own}' has more columns than were specified in the column list.`,
    });
  const view = {
    id: old?.id ?? takeObjectId(state),
    schema: existingSchema(schema, database),
    name: own,
    created: old?.created ?? state.now.slice(0, 23),
    definition,
    columns: named,
  };
  const change = (views: typeof database.views): typeof database.views => [
    ...views.filter((other) => other.id !== view.id),
    view,
  ];
  changeDatabase(database.name, (model) => ({ ...model, views: change(model.views) }), state);
}

function createIndex(
  { name, table: tableName, columns, unique }: Extract<SchemaStatement, { kind: 'create index' }>,
  state: SessionState,
): void {
  const { table, database } = schemaTable(tableName, 'CREATE INDEX', state);
  if (table.indexes.some((index) => sameName(index.name, name)))
    throw new SqlServerError({
      number: 1913,
      message: `The operation failed because an index or statistics with name '${name}' already exists on table '${table.schema}.${table.name}'.`,
    });
  const index = { name, columns: indexColumns(table, columns), unique };
  putTable({ ...table, indexes: [...table.indexes, index] }, database, state);
  buildUnique(table, name, () =>
    createPhysicalIndex(state.connection, table, database, { ...index, name: indexName(table, name) }),
  );
}

/** Throws 1505 when the rows there are hold duplicates. */
export function buildUnique(table: TableModel, name: string, build: () => void): void {
  try {
    build();
  } catch (error) {
    if (!(error instanceof Error) || !/UNIQUE constraint failed/.test(error.message)) throw error;
    throw new SqlServerError({
      number: 1505,
      message: `The CREATE UNIQUE INDEX statement terminated because a duplicate key was found for the object name '${table.schema}.${table.name}' and the index name '${name}'.`,
    });
  }
}

/** The table of an ALTER or an index. Throws 1088 and 4902. */
export function schemaTable(name: readonly string[], verb: string, state: SessionState): TargetTable {
  const found = findTable(name, state);
  if (found !== null) return found;
  const written = name.join('.');
  throw new SqlServerError(
    verb === 'ALTER TABLE'
      ? {
          number: 4902,
          message: `Cannot find the object "${written}" because it does not exist or you do not have permissions.`,
        }
      : {
          number: 1088,
          state: 12,
          message: `Cannot find the object "${written}" because it does not exist or you do not have permissions.`,
        },
  );
}

function createSchema(name: string, state: SessionState): void {
  const database = currentDatabase(state);
  if (database.schemas.some((schema) => sameName(schema.name, name)))
    throw new SqlServerError({
      number: 2714,
      state: 6,
      message: `There is already an object named '${name}' in the database.`,
    });
  const id = Math.max(4, ...database.schemas.map((schema) => schema.id)) + 1;
  changeDatabase(database.name, (model) => ({ ...model, schemas: [...model.schemas, { name, id }] }), state);
}

function createDatabase(name: string, state: SessionState): void {
  const { catalogue } = state.transaction.schema;
  if (catalogue.databases.some((database) => sameName(database.name, name)))
    throw new SqlServerError({
      number: 1801,
      state: 3,
      message: `Database '${name}' already exists. Choose a different database name.`,
    });
  const database = newDatabase(name, catalogue.databases.length);
  state.transaction.setCatalogue({ ...catalogue, databases: [...catalogue.databases, database] });
}

function notThere(name: readonly string[], object: 'table' | 'view', verb: string): SqlServerError {
  return new SqlServerError({
    number: 3701,
    class: 11,
    state: 5,
    message: `Cannot ${verb} the ${object} '${name.join('.')}', because it does not exist or you do not have permission.`,
  });
}

function dropObject(
  name: readonly string[],
  object: 'table' | 'view',
  ifExists: boolean,
  state: SessionState,
): void {
  const { database, schema, name: own } = qualify(name, state);
  if (object === 'view') {
    const view = database.views.find(
      (candidate) => sameName(candidate.name, own) && sameName(candidate.schema, schema),
    );
    if (view === undefined) {
      if (ifExists) return;
      throw notThere(name, object, 'drop');
    }
    changeDatabase(
      database.name,
      (model) => ({ ...model, views: model.views.filter((other) => other !== view) }),
      state,
    );
    return;
  }
  const found = findTable(name, state);
  if (found === null) {
    if (ifExists) return;
    throw notThere(name, object, 'drop');
  }
  const { table } = found;
  const referencing = database.tables.some(
    (other) =>
      other.id !== table.id &&
      other.foreignKeys.some(
        (key) => sameName(key.referencedTable, table.name) && sameName(key.referencedSchema, table.schema),
      ),
  );
  if (referencing)
    throw new SqlServerError({
      number: 3726,
      message: `Could not drop object '${name.join('.')}' because it is referenced by a FOREIGN KEY constraint.`,
    });
  const rest = (tables: readonly TableModel[]): TableModel[] =>
    tables.filter((other) => other.id !== table.id);
  if (isTemporary(table.name)) state.transaction.setTemporary(rest(state.transaction.schema.temporary));
  else changeDatabase(database.name, (model) => ({ ...model, tables: rest(model.tables) }), state);
  state.connection.exec(`DROP TABLE ${physicalTable(table)}`);
}

function dropIndex(
  { name, table: tableName, ifExists }: Extract<SchemaStatement, { kind: 'drop index' }>,
  state: SessionState,
): void {
  const { table, database } = schemaTable(tableName, 'DROP INDEX', state);
  const index = table.indexes.find((candidate) => sameName(candidate.name, name));
  if (index === undefined) {
    if (ifExists) return;
    throw new SqlServerError({
      number: 3701,
      class: 11,
      state: 7,
      message: `Cannot drop the index '${tableName.join('.')}.${name}', because it does not exist or you do not have permission.`,
    });
  }
  putTable({ ...table, indexes: table.indexes.filter((other) => other !== index) }, database, state);
  dropPhysicalIndex(state.connection, table, indexName(table, index.name));
}

function truncate(name: readonly string[], state: SessionState): void {
  const target = targetTable(name, 'DELETE', state);
  state.connection.exec(`DELETE FROM ${physicalTable(target.table)}`);
  checkReferencing(target, 'DELETE', state);
  state.server.counters.restart(target.table);
}
