import type { ColumnModel, DatabaseModel, TableModel } from '../../catalogue/model.ts';
import { sameName } from '../../catalogue/names.ts';
import { conversionKind } from '../../types/conversion-rules.ts';
import { assignStored } from '../../types/convert.ts';
import { SqlServerError, type SqlType } from '../engine.ts';
import { invalidColumn, operandClash } from '../errors.ts';
import type { StoredValue } from '../storage.ts';
import { type Action, mustBeAllowed } from './accounts.ts';
import { findObject, fullName } from './names.ts';
import type { SessionState } from './session-state.ts';

export type TargetTable = { readonly table: TableModel; readonly database: DatabaseModel };

/** The table that a statement changes. Throws 208, 229, 259 and 4405. */
export function targetTable(name: readonly string[], action: Action, state: SessionState): TargetTable {
  const found = findObject(name, state);
  if (found.kind === 'system')
    throw new SqlServerError({ number: 259, message: 'Ad hoc updates to system catalogs are not allowed.' });
  if (found.kind === 'view') {
    mustBeAllowed(state.account, action, found.view, found.database.name);
    throw new SqlServerError({
      number: 4406,
      message: `Update or insert of view or function '${found.view.name}' failed because it contains a derived or constant field.`,
    });
  }
  mustBeAllowed(state.account, action, found.table, found.database.name);
  return found;
}

export function columnOf(table: TableModel, name: string): ColumnModel {
  const column = table.columns.find((candidate) => sameName(candidate.name, name));
  if (column === undefined) throw invalidColumn(name);
  return column;
}

/** Throws 264 for a column named twice, 271 for a computed one and 272 for a rowversion. */
export function mustBeWritable(columns: readonly ColumnModel[], action: Action): void {
  const seen = new Set<number>();
  for (const column of columns) {
    if (seen.has(column.id))
      throw new SqlServerError({
        number: 264,
        message: `The column name '${column.name}' is specified more than once in the SET clause or column list of an INSERT. A column cannot be assigned more than one value in the same clause. Modify the clause to make sure that a column is updated only once. If this statement updates or inserts columns into a view, column aliasing can conceal the duplication in your code.`,
      });
    seen.add(column.id);
    if (column.computed !== null)
      throw new SqlServerError({
        number: 271,
        message: `The column "${column.name}" cannot be modified because it is either a computed column or is the result of a UNION operator.`,
      });
    if (column.type.name === 'rowversion')
      throw new SqlServerError({
        number: action === 'INSERT' ? 273 : 272,
        message:
          action === 'INSERT'
            ? 'Cannot insert an explicit value into a timestamp column. Use INSERT with a column list to exclude the timestamp column, or insert a DEFAULT into the timestamp column.'
            : 'Cannot update a timestamp column.',
      });
  }
}

/** Throws 206 or 257 where values of a type never become the column's. */
export function mustBeAssignable(from: SqlType, column: ColumnModel): void {
  const kind = conversionKind(from, column.type);
  if (kind === 'none') throw operandClash(from.name, column.type.name);
  if (kind === 'explicit')
    throw new SqlServerError({
      number: 257,
      state: 3,
      message: `Implicit conversion from data type ${from.name} to ${column.type.name} is not allowed. Use the CONVERT function to run this query.`,
    });
}

/** A value in the column's form. Throws 515 for a NULL that may not be, 2628 for a text too long, and the like. */
export function assigned(
  value: StoredValue,
  from: SqlType,
  column: ColumnModel,
  { table, database }: TargetTable,
  action: 'INSERT' | 'UPDATE',
): StoredValue {
  const stored = assignStored(value, from, column.type, {
    table: fullName(database.name, table),
    column: column.name,
  });
  if (stored === null && !column.nullable) throw nullRefused(column, { table, database }, action);
  return stored;
}

export function nullRefused(
  column: ColumnModel,
  { table, database }: TargetTable,
  action: 'INSERT' | 'UPDATE',
): SqlServerError {
  return new SqlServerError({
    number: 515,
    state: 2,
    message: `Cannot insert the value NULL into column '${column.name}', table '${fullName(database.name, table)}'; column does not allow nulls. ${action} fails.`,
  });
}
