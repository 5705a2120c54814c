import type { ColumnModel, DatabaseModel, IndexColumn, TableModel } from '../../catalogue/model.ts';
import { sameName } from '../../catalogue/names.ts';
import { physicalColumn, physicalTable } from '../translate/context.ts';
import { keyOf } from '../translate/expression.ts';
import type { Connection } from './connection.ts';
import { isTemporary } from './names.ts';

/** Tables and indexes in SQLite. Columns have numbers for names and no types: what is stored stays as it is. */

export const storedColumns = (table: TableModel): readonly ColumnModel[] =>
  table.columns.filter((column) => column.computed === null);

export function createPhysicalTable(
  connection: Connection,
  table: TableModel,
  database: DatabaseModel,
): void {
  const columns = storedColumns(table).map((column) => physicalColumn(column.id));
  const list = columns.length === 0 ? 'unused' : columns.join(',');
  connection.exec(`CREATE ${isTemporary(table.name) ? 'TEMP ' : ''}TABLE ${physicalTable(table)} (${list})`);
  for (const { columns: keyColumns, id } of keysOf(table))
    createPhysicalIndex(connection, table, database, {
      name: keyName(table, id),
      columns: keyColumns,
      unique: true,
    });
  for (const index of table.indexes)
    createPhysicalIndex(connection, table, database, { ...index, name: indexName(table, index.name) });
}

export const keysOf = (table: TableModel): TableModel['uniqueKeys'] =>
  table.primaryKey === null ? table.uniqueKeys : [table.primaryKey, ...table.uniqueKeys];

const keyName = (table: TableModel, id: number): string => `k${table.id}_${id}`;

/** Index names belong to a table: in SQLite they get its number, and hexadecimal digits for a name. */
export const indexName = (table: TableModel, name: string): string =>
  `i${table.id}_${Buffer.from(name.toLowerCase()).toString('hex')}`;

/**
 * A unique index of SQL Server holds NULL once, one of SQLite holds it any number of times: where a column is nullable,
 * a second index has an empty binary in its place, which no value's key is.
 */
export function createPhysicalIndex(
  connection: Connection,
  table: TableModel,
  database: DatabaseModel,
  index: { readonly name: string; readonly columns: readonly IndexColumn[]; readonly unique: boolean },
): void {
  const models = index.columns.map(({ name }) => table.columns.find((column) => sameName(column.name, name)));
  const hasNull = models.some((column) => column?.nullable === true);
  const parts = index.columns.map(({ descending }, place) => {
    const column = models[place];
    const key = column === undefined ? 'NULL' : columnKey(column, database);
    return { key, direction: descending ? ' DESC' : '' };
  });
  const temporary = isTemporary(table.name) ? 'temp.' : '';
  const on = `ON ${physicalTable(table)}`;
  const list = parts.map(({ key, direction }) => key + direction).join(',');
  const unique = index.unique && !hasNull ? 'UNIQUE ' : '';
  connection.exec(`CREATE ${unique}INDEX ${temporary}${index.name} ${on} (${list})`);
  if (!index.unique || !hasNull) return;
  const whole = parts.map(({ key }) => `ifnull(${key},x'')`).join(',');
  connection.exec(`CREATE UNIQUE INDEX ${temporary}${index.name}_n ${on} (${whole})`);
}

export function dropPhysicalIndex(connection: Connection, table: TableModel, name: string): void {
  const temporary = isTemporary(table.name) ? 'temp.' : '';
  connection.exec(`DROP INDEX IF EXISTS ${temporary}${name}`);
  connection.exec(`DROP INDEX IF EXISTS ${temporary}${name}_n`);
}

export const dropPhysicalKey = (connection: Connection, table: TableModel, id: number): void =>
  dropPhysicalIndex(connection, table, keyName(table, id));

export const createPhysicalKey = (
  connection: Connection,
  table: TableModel,
  database: DatabaseModel,
  key: { readonly id: number; readonly columns: readonly IndexColumn[] },
): void =>
  createPhysicalIndex(connection, table, database, {
    name: keyName(table, key.id),
    columns: key.columns,
    unique: true,
  });

/** What an index holds of a column: the same text as a query's, or SQLite would not use it. */
export function columnKey(column: ColumnModel, database: DatabaseModel): string {
  return keyOf({
    sql: physicalColumn(column.id),
    type: column.type,
    nullable: column.nullable,
    collation: { name: column.collation ?? database.collation, strength: 'column' },
  });
}
