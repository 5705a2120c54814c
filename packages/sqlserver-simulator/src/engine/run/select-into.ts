import type { ColumnModel } from '../../catalogue/model.ts';
import { isCharacter } from '../../types/type.ts';
import { SqlServerError } from '../engine.ts';
import type { StoredValue } from '../storage.ts';
import type { TranslatedSelect } from '../translate/selected.ts';
import { mayChangeSchema } from './accounts.ts';
import { insertStatement } from './insert.ts';
import { addTable, newTable } from './schema-tables.ts';
import type { SessionState } from './session-state.ts';

/** `SELECT … INTO t`: a new table with the columns of the query. The number of its rows. */
export function selectInto(
  query: TranslatedSelect,
  name: readonly string[],
  values: readonly StoredValue[],
  state: SessionState,
): number {
  mayChangeSchema(state.account, 'CREATE TABLE', state.database);
  const columns = query.columns.map((column, index): ColumnModel => {
    if (column.name === '')
      throw new SqlServerError({
        number: 1038,
        class: 15,
        state: 5,
        message:
          'An object or column name is missing or empty. For SELECT INTO statements, verify each column has a name. For other statements, look for empty alias names. Aliases defined as "" or [] are not allowed. Change the alias to a valid name.',
      });
    return {
      id: index + 1,
      name: column.name,
      type: column.type,
      nullable: column.nullable,
      collation: isCharacter(column.type) ? column.collation.name : null,
      identity: null,
      default: null,
      computed: null,
    };
  });
  return state.transaction.change(() => {
    const { table, database } = newTable(name, columns, state);
    addTable(table, database, state);
    const sql = insertStatement({ table, database });
    const rows = state.connection.all(query.sql, values);
    for (const row of rows) state.connection.run(sql, row.slice(0, columns.length));
    return rows.length;
  });
}
