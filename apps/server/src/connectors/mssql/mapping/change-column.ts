import { type ColumnInfo, describeType, isNumber } from './column-types.ts';
import { findColumn, type TableInfo } from './introspection.ts';

/** The column that shows which rows of a table changed. */

type ChangeColumn = { readonly column: ColumnInfo } | { readonly refusal: string };

const TIMES: ReadonlySet<string> = new Set(['datetime', 'datetime2', 'smalldatetime', 'datetimeoffset']);

export const isRowversion = ({ type }: ColumnInfo) => type === 'timestamp';

const tellsChanges = (column: ColumnInfo): boolean =>
  isRowversion(column) || isNumber(column) || TIMES.has(column.type);

/** The chosen column or, by default, the table's own rowversion. */
export function changeColumnOf(table: TableInfo, chosen: string | null, tableName: string): ChangeColumn {
  if (chosen === null) {
    // A view may show the rowversion of a table in another database, which has its own counter.
    const own = table.type === 'table' ? table.columns.find(isRowversion) : undefined;
    return own !== undefined
      ? { column: own }
      : {
          refusal: `${tableName} has no rowversion column. Choose a column by which changed rows are found in the store's settings, or add one: ALTER TABLE … ADD row_version rowversion.`,
        };
  }
  const column = findColumn(table, chosen);
  if (column === null)
    return { refusal: `The column “${chosen}”, by which changed rows are found, is not in ${tableName}.` };
  return tellsChanges(column)
    ? { column }
    : {
        refusal: `Changed rows cannot be found by the column “${chosen}” of the type ${describeType(column)}: choose a rowversion, a time or a number.`,
      };
}
