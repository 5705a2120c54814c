import { z } from 'zod';
import type { JsonValue } from '../../json-value.ts';
import { SourceError } from '../../source-error.ts';
import type { SqlServer } from '../client/sql.ts';
import {
  bindExpression,
  type ColumnInfo,
  describeType,
  exactText,
  isNumber,
  selectExpression,
} from '../mapping/column-types.ts';
import type { TableInfo } from '../mapping/introspection.ts';
import { findColumn, type TablePlan } from './catalogue-plan.ts';
import { whereOf } from './catalogue-statements.ts';
import { bracketed } from './row-reader.ts';

/**
 * Finds the rows changed since a mark: by a rowversion column, or by a column that writers set to the time or
 * an increasing number.
 */

/** Milliseconds before the newest time to read again: rows are dated before their transaction commits. */
const OVERLAP_MS = 600_000;
const MARK_TIMEOUT_MS = 300_000;

const markSchema = z.object({
  kind: z.literal('mssql'),
  plan: z.string(),
  column: z.string(),
  /** Null if no row had a value. */
  value: z.string().nullable(),
});

export type ChangeColumn = { readonly column: ColumnInfo } | { readonly refusal: string };

const TIMES: ReadonlySet<string> = new Set(['datetime', 'datetime2', 'smalldatetime', 'datetimeoffset']);

const isRowversion = ({ type }: ColumnInfo) => type === 'timestamp';

/** Whether this column can show which rows changed. */
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

/** The current mark of the column. */
export async function readMark(
  plan: TablePlan,
  { server, column }: { readonly server: SqlServer; readonly column: ColumnInfo },
  signal: AbortSignal,
): Promise<JsonValue> {
  const name = bracketed(column);
  // The lowest rowversion used by an uncommitted transaction: all rows below it are visible. The highest one
  // in the table would miss a row that is committed later with a lower one.
  // https://learn.microsoft.com/sql/t-sql/functions/min-active-rowversion-transact-sql
  const sql = isRowversion(column)
    ? 'SELECT MIN_ACTIVE_ROWVERSION() AS [mark]'
    : `SELECT TOP (1) ${selectExpression(column)} AS [mark] FROM ${plan.from}${whereOf(plan, [`${name} IS NOT NULL`])} ORDER BY ${name} DESC`;
  const [row] = await server.query(sql, {}, { signal, timeoutMs: MARK_TIMEOUT_MS });
  const value = row?.mark == null ? null : exactText(String(row.mark), column);
  return { kind: 'mssql', plan: plan.fingerprint, column: column.name, value };
}

export function refusalOfMark(plan: TablePlan, column: ColumnInfo, mark: JsonValue): string | null {
  const known = markSchema.safeParse(mark).data;
  return known?.plan === plan.fingerprint && known.column === column.name
    ? null
    : 'The table, its where clause, its mappings or the column by which changed rows are found was changed since the last sync of everything. Sync everything once.';
}

/** The condition of a plan that reads only the changed rows, or all rows of their products. */
export function changedCondition(
  plan: TablePlan,
  column: ColumnInfo,
  { since, until }: { readonly since: JsonValue; readonly until: JsonValue },
): string {
  const [from, to] = [markSchema.parse(since).value, markSchema.parse(until).value];
  const changed = conditionOf(column, from, to);
  const own = plan.condition === null ? changed : `(${plan.condition}) AND ${changed}`;
  if (!plan.isGrouped || plan.productId === null) return own;
  const id = bracketed(plan.productId.column);
  const ofChanged = `${id} IN (SELECT ${id} FROM ${plan.from} WHERE ${own})`;
  return plan.condition === null ? ofChanged : `(${plan.condition}) AND ${ofChanged}`;
}

function conditionOf(column: ColumnInfo, from: string | null, to: string | null): string {
  const name = bracketed(column);
  if (from === null) return `${name} IS NOT NULL`;
  if (isRowversion(column)) {
    const [lower, upper] = [hex(from), hex(to ?? '')];
    // As after a restore from a backup, whose numbers start over.
    if (upper < lower)
      throw new SourceError({
        kind: 'rejected',
        message:
          'The database counts its changes from an earlier state, as after a restore from a backup. Sync everything once.',
      });
    return `${name} >= ${lower} AND ${name} < ${upper}`;
  }
  if (isNumber(column)) return `${name} >= ${bindExpression(literal(from), column)}`;
  const moment = new Date(Date.parse(from.includes('Z') || /[+-]\d\d:\d\d$/.test(from) ? from : `${from}Z`));
  const earlier = new Date(moment.getTime() - OVERLAP_MS).toISOString().replace('Z', '');
  const zone = column.type === 'datetimeoffset' ? '+00:00' : '';
  const text = column.type === 'smalldatetime' ? earlier.slice(0, 19) : earlier;
  return `${name} >= ${bindExpression(literal(text + zone), column)}`;
}

/** Marks come from SQL Server; still makes sure that nothing else gets into a statement. */
function hex(value: string): string {
  if (!/^0x[\dA-F]{16}$/.test(value)) throw new TypeError(`${value} is no rowversion.`);
  return value;
}

function literal(value: string): string {
  if (!/^[\d.:TZ+-]+$/.test(value)) throw new TypeError(`${value} is neither a time nor a number.`);
  return `'${value}'`;
}
