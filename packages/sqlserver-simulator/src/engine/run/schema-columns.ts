import type { ColumnModel, DatabaseModel, IndexColumn, TableModel } from '../../catalogue/model.ts';
import { objectsOf, sameName } from '../../catalogue/names.ts';
import { isCharacter } from '../../types/type.ts';
import { parseExpressionText } from '../batch/parse-query.ts';
import type { ColumnDefinition, ConstraintDefinition, IndexedColumn } from '../batch/statements.ts';
import { SqlServerError } from '../engine.ts';
import { tableSource } from '../translate/from.ts';
import { Scope } from '../translate/scope.ts';
import { findTable } from './names.ts';
import { takeObjectId } from './schema-tables.ts';
import type { SessionState } from './session-state.ts';
import { statementContext } from './statement-context.ts';
import { columnOf } from './target-table.ts';

/** A column as declared: NULL is allowed where nothing is said. */
export function columnModel(
  definition: ColumnDefinition,
  id: number,
  table: TableModel | null,
  database: DatabaseModel,
  state: SessionState,
): ColumnModel {
  const { name, computed } = definition;
  const isKey = definition.constraints.some((constraint) => constraint.kind === 'primary key');
  const base = { id, name, identity: definition.identity, default: null, computed };
  if (computed !== null) return { ...base, ...computedColumn(computed, table, database, state) };
  const type = definition.type ?? { name: 'int' };
  if (
    definition.identity !== null &&
    !['tinyint', 'smallint', 'int', 'bigint', 'decimal', 'numeric'].includes(type.name)
  )
    throw new SqlServerError({
      number: 2749,
      message: `Identity column '${name}' must be of data type int, bigint, smallint, tinyint, or decimal or numeric with a scale of 0, unencrypted, and constrained to be nonnullable.`,
    });
  const collation = isCharacter(type) ? (definition.collation ?? database.collation) : null;
  if (collation !== null) state.connection.useCollation(collation);
  const nullable =
    isKey || definition.identity !== null || type.name === 'rowversion'
      ? false
      : (definition.nullable ?? true);
  if (isKey && definition.nullable === true) throw nullableKey(table?.name ?? '');
  return { ...base, type, collation, nullable };
}

function computedColumn(
  expression: string,
  table: TableModel | null,
  database: DatabaseModel,
  state: SessionState,
): Pick<ColumnModel, 'type' | 'nullable' | 'collation'> {
  const context = statementContext(state, new Map());
  const scope = new Scope(null);
  if (table !== null)
    scope.add(
      tableSource(
        { kind: 'table', table, database, sql: '' },
        { ...table, shown: table.name },
        'a0',
        context.translator,
      ),
    );
  const { type, nullable, collation } = context.translator.scalar(parseExpressionText(expression), scope);
  return { type, nullable, collation: isCharacter(type) ? collation.name : null };
}

const nullableKey = (table: string): SqlServerError =>
  new SqlServerError({
    number: 8111,
    message: `Cannot define PRIMARY KEY constraint on nullable column in table '${table}'.`,
  });

/** The table with one constraint more. Throws 1779, 8111 and 1767. */
export function withConstraint(
  table: TableModel,
  definition: ConstraintDefinition,
  database: DatabaseModel,
  state: SessionState,
): TableModel {
  const id = takeObjectId(state);
  const name = definition.name ?? generatedName(definition, table, id);
  if (
    objectsOf(database).some((object) => sameName(object.name, name) && sameName(object.schema, table.schema))
  )
    throw new SqlServerError({
      number: 2714,
      state: 5,
      message: `There is already an object named '${name}' in the database.`,
    });
  switch (definition.kind) {
    case 'primary key': {
      if (table.primaryKey !== null)
        throw new SqlServerError({
          number: 1779,
          message: `Table '${table.name}' already has a primary key defined on it.`,
        });
      const clustered = definition.clustered ?? true;
      const columns = indexColumns(table, definition.columns);
      return { ...table, primaryKey: { id, name, columns, clustered } };
    }
    case 'unique': {
      const columns = indexColumns(table, definition.columns);
      const clustered = definition.clustered ?? false;
      return { ...table, uniqueKeys: [...table.uniqueKeys, { id, name, columns, clustered }] };
    }
    case 'check':
      return { ...table, checks: [...table.checks, { id, name, expression: definition.expression }] };
    case 'default': {
      const column = columnOf(table, definition.column);
      const given = { name, id, expression: definition.expression };
      return {
        ...table,
        columns: table.columns.map((own) => (own === column ? { ...own, default: given } : own)),
      };
    }
    case 'foreign key': {
      const referenced = referencedTable(definition.table, table, state);
      const primary = referenced.primaryKey?.columns.map((column) => column.name) ?? [];
      const columns = definition.columns.map((column) => columnOf(table, column).name);
      const others = definition.referenced.map((column) => columnOf(referenced, column).name);
      const key = {
        id,
        name,
        columns,
        referencedSchema: referenced.schema,
        referencedTable: referenced.name,
        referencedColumns: others.length > 0 ? others : primary,
      };
      return { ...table, foreignKeys: [...table.foreignKeys, key] };
    }
  }
}

function referencedTable(name: readonly string[], table: TableModel, state: SessionState): TableModel {
  const own = name.at(-1) ?? '';
  if (sameName(own, table.name) && (name.length === 1 || sameName(name.at(-2) ?? '', table.schema)))
    return table;
  const found = findTable(name, state);
  if (found !== null) return found.table;
  throw new SqlServerError({
    number: 1767,
    message: `Foreign key references invalid table '${name.join('.')}'.`,
  });
}

export function indexColumns(table: TableModel, columns: readonly IndexedColumn[]): IndexColumn[] {
  return columns.map(({ name, descending }) => {
    const found = table.columns.find((column) => sameName(column.name, name));
    if (found === undefined || found.computed !== null)
      throw new SqlServerError({
        number: 1911,
        message: `Column name '${name}' does not exist in the target table or view.`,
      });
    return { name: found.name, descending };
  });
}

/** `PK__Articles__3C69FB99`, as SQL Server makes names: of the kind, the table and hexadecimal digits. */
function generatedName(definition: ConstraintDefinition, table: TableModel, id: number): string {
  const kind = { 'primary key': 'PK', unique: 'UQ', check: 'CK', 'foreign key': 'FK', default: 'DF' }[
    definition.kind
  ];
  const digits = (id * 2_654_435_761).toString(16).toUpperCase().padStart(16, '0').slice(-16);
  const part = table.name.replaceAll('#', '').slice(0, 9);
  const column =
    definition.kind === 'default'
      ? `__${definition.column.slice(0, 5)}`
      : definition.kind === 'foreign key'
        ? `__${(definition.columns[0] ?? '').slice(0, 5)}`
        : '';
  return `${kind}__${part}${column}__${digits.slice(0, kind === 'PK' || kind === 'UQ' ? 16 : 8)}`;
}
