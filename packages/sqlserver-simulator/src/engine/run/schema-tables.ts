import type { ColumnModel, DatabaseModel, TableModel } from '../../catalogue/model.ts';
import { findDatabase, objectsOf, sameName } from '../../catalogue/names.ts';
import { isCharacter } from '../../types/type.ts';
import { SqlServerError } from '../engine.ts';
import { isTemporary, qualify } from './names.ts';
import { createPhysicalTable } from './physical.ts';
import type { SessionState } from './session-state.ts';
import type { TargetTable } from './target-table.ts';

/** Changes of the catalogue: each makes a new one, which counts once the transaction is committed. */

export function changeDatabase(
  name: string,
  change: (database: DatabaseModel) => DatabaseModel,
  state: SessionState,
): void {
  const { catalogue } = state.transaction.schema;
  const databases = catalogue.databases.map((database) =>
    sameName(database.name, name) ? change(database) : database,
  );
  state.transaction.setCatalogue({ ...catalogue, databases });
}

export function takeObjectId(state: SessionState): number {
  const { catalogue } = state.transaction.schema;
  state.transaction.setCatalogue({ ...catalogue, nextObjectId: catalogue.nextObjectId + 1 });
  return catalogue.nextObjectId;
}

/** A table without keys, not yet in the catalogue. Throws 2714 and 2760. */
export function newTable(
  name: readonly string[],
  columns: readonly ColumnModel[],
  state: SessionState,
): TargetTable {
  const { database, schema, name: own } = qualify(name, state);
  mustBeNew(own, schema, database, state);
  const seen = new Set<string>();
  for (const column of columns) {
    if (seen.has(column.name.toLowerCase()))
      throw new SqlServerError({
        number: 2705,
        state: 3,
        message: `Column names in each table must be unique. Column name '${column.name}' in table '${own}' is specified more than once.`,
      });
    seen.add(column.name.toLowerCase());
  }
  const table: TableModel = {
    id: takeObjectId(state),
    schema: existingSchema(schema, database),
    name: own,
    created: state.now.slice(0, 23),
    columns,
    primaryKey: null,
    uniqueKeys: [],
    indexes: [],
    checks: [],
    foreignKeys: [],
  };
  return { table, database };
}

export function mustBeNew(name: string, schema: string, database: DatabaseModel, state: SessionState): void {
  const taken = isTemporary(name)
    ? state.transaction.schema.temporary.some((table) => sameName(table.name, name))
    : objectsOf(database).some((object) => sameName(object.name, name) && sameName(object.schema, schema));
  if (!taken) return;
  throw new SqlServerError({
    number: 2714,
    state: 6,
    message: `There is already an object named '${name}' in the database.`,
  });
}

/** The schema as it is written where it was made. Throws 2760. */
export function existingSchema(schema: string, database: DatabaseModel): string {
  const known = database.schemas.find((candidate) => sameName(candidate.name, schema));
  if (known !== undefined) return known.name;
  throw new SqlServerError({
    number: 2760,
    message: `The specified schema name "${schema}" either does not exist or you do not have permission to use it.`,
  });
}

export function addTable(table: TableModel, database: DatabaseModel, state: SessionState): void {
  for (const column of table.columns)
    if (isCharacter(column.type)) state.connection.useCollation(column.collation ?? database.collation);
  if (isTemporary(table.name)) state.transaction.setTemporary([...state.transaction.schema.temporary, table]);
  else changeDatabase(database.name, (model) => ({ ...model, tables: [...model.tables, table] }), state);
  createPhysicalTable(state.connection, table, database);
}

/** The same table with another model. */
export function putTable(table: TableModel, database: DatabaseModel, state: SessionState): void {
  const replace = (tables: readonly TableModel[]): TableModel[] =>
    tables.map((other) => (other.id === table.id ? table : other));
  if (isTemporary(table.name)) state.transaction.setTemporary(replace(state.transaction.schema.temporary));
  else changeDatabase(database.name, (model) => ({ ...model, tables: replace(model.tables) }), state);
}

export function currentDatabase(state: SessionState): DatabaseModel {
  const found = findDatabase(state.transaction.schema.catalogue, state.database);
  if (found === null) throw databaseMissing(state.database);
  return found;
}

export const databaseMissing = (name: string): SqlServerError =>
  new SqlServerError({
    number: 911,
    message: `Database '${name}' does not exist. Make sure that the name is entered correctly.`,
  });
