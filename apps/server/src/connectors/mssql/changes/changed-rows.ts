import { z } from 'zod';
import type { Clock } from '../../../platform/time/clock.ts';
import type { JsonValue } from '../../json-value.ts';
import { SourceError } from '../../source-error.ts';
import type { SqlServer } from '../client/sql.ts';
import { quoteIdentifier } from '../identifiers.ts';
import { isRowversion } from '../mapping/change-column.ts';
import {
  bindExpression,
  type ColumnInfo,
  exactText,
  isNumber,
  selectExpression,
} from '../mapping/column-types.ts';
import type { TablePlan } from '../read/catalogue-plan.ts';
import { whereOf } from '../read/catalogue-statements.ts';
import { type ChildRows, changeAlias } from '../read/child-values.ts';
import { bracketed } from '../read/row-reader.ts';

/**
 * Finds the rows changed since a mark, in the table or in a joined one: by a rowversion column, or by a column that
 * writers set to the time or an increasing number.
 */

/** Milliseconds before the newest time to read again: rows are dated before their transaction commits. */
const OVERLAP_MS = 600_000;
/** Milliseconds that a time may be ahead of ours: the column may hold the time of another zone. */
const AHEAD_MS = 86_400_000;
const MARK_TIMEOUT_MS = 300_000;

/** A column, and its newest value; null if no row had one. */
const columnMark = z.object({ column: z.string(), value: z.string().nullable() });
const markSchema = columnMark.extend({
  kind: z.literal('mssql'),
  /** Server and database; marks of earlier versions have none. */
  source: z.string().optional(),
  plan: z.string(),
  /** Of the joined tables, by name. */
  children: z.array(columnMark.extend({ table: z.string() })).default([]),
});
type Mark = z.output<typeof markSchema>;

type Watched = ChildRows & { readonly changes: ColumnInfo };
const isWatched = (child: ChildRows): child is Watched => child.changes !== null;
const watchedIn = (plan: TablePlan) => plan.joined.filter(isWatched);

/** The joined tables whose changes only a full sync finds. */
export const unwatchedIn = (plan: TablePlan): string[] => [
  ...new Set(plan.joined.filter((child) => !isWatched(child)).map(({ name }) => name)),
];

/** The current mark of the column, and of those of joined tables. */
export async function readMark(
  plan: TablePlan,
  { server, clock, column }: { server: SqlServer; clock: Clock; column: ColumnInfo },
  signal: AbortSignal,
): Promise<JsonValue> {
  const latest = new Date(clock.now().getTime() + AHEAD_MS);
  const newest = async (of: ColumnInfo, source: string) => {
    const [row] = await server.query(newestValue(of, source), {}, { signal, timeoutMs: MARK_TIMEOUT_MS });
    return row?.mark == null ? null : exactText(String(row.mark), of);
  };
  const value = await newest(column, `${plan.from}${whereOf(plan, [isSet(column, latest)])}`);
  const children: Mark['children'] = [];
  for (const child of watchedIn(plan)) {
    if (markOf(child, children) !== undefined) continue;
    const set = `${child.from} WHERE ${isSet(child.changes, latest)}`;
    children.push({ table: child.name, column: child.changes.name, value: await newest(child.changes, set) });
  }
  return {
    kind: 'mssql',
    source: sourceOf(server),
    plan: plan.fingerprint,
    column: column.name,
    value,
    children,
  };
}

const sourceOf = ({ inForce: { server, port, database } }: Pick<SqlServer, 'inForce'>) =>
  JSON.stringify([server, port, database].map((part) => String(part).toLowerCase()));

/** A row dated later would hide what changes until then: it is read every time instead. */
function isSet(column: ColumnInfo, latest: Date): string {
  const name = bracketed(column);
  return isRowversion(column) || isNumber(column)
    ? `${name} IS NOT NULL`
    : `${name} <= ${momentExpression(latest, column)}`;
}

function newestValue(column: ColumnInfo, source: string): string {
  // The lowest rowversion used by an uncommitted transaction: all rows below it are visible. The highest one
  // in the table would miss a row that is committed later with a lower one.
  // https://learn.microsoft.com/sql/t-sql/functions/min-active-rowversion-transact-sql
  if (isRowversion(column)) return 'SELECT MIN_ACTIVE_ROWVERSION() AS [mark]';
  return `SELECT TOP (1) ${selectExpression(column)} AS [mark] FROM ${source} ORDER BY ${bracketed(column)} DESC`;
}

const markOf = ({ name, changes }: Watched, marks: Mark['children']) =>
  marks.find(({ table, column }) => table === name && column === changes.name);

export function refusalOfMark(
  plan: TablePlan,
  { server, column }: { server: Pick<SqlServer, 'inForce'>; column: ColumnInfo },
  mark: JsonValue,
): string | null {
  const known = markSchema.safeParse(mark).data;
  const isKnown =
    known?.plan === plan.fingerprint &&
    (known.source === undefined || known.source === sourceOf(server)) &&
    known.column === column.name &&
    watchedIn(plan).every((child) => markOf(child, known.children) !== undefined);
  return isKnown
    ? null
    : 'The database, the table, its where clause, its mappings or the column by which changed rows are found was changed since the last sync of everything. Sync everything once.';
}

/** The condition of a plan that reads only the changed rows, or all rows of their products. */
export function changedCondition(
  plan: TablePlan,
  column: ColumnInfo,
  marks: { readonly since: JsonValue; readonly until: JsonValue },
): string {
  const [since, until] = [markSchema.parse(marks.since), markSchema.parse(marks.until)];
  const ofChildren = watchedIn(plan).map((child) => {
    const [from, to] = [since, until].map(({ children }) => markOf(child, children)?.value ?? null);
    return conditionOf(quoteIdentifier(changeAlias(child)), child.changes, from ?? null, to ?? null);
  });
  const any = [conditionOf(bracketed(column), column, since.value, until.value), ...ofChildren];
  const changed = any.length === 1 ? any.join() : `(${any.map((one) => `(${one})`).join(' OR ')})`;
  const own = plan.condition === null ? changed : `(${plan.condition}) AND ${changed}`;
  if (!plan.isGrouped || plan.productId === null) return own;
  const id = bracketed(plan.productId.column);
  const ofChanged = `${id} IN (SELECT ${id} FROM ${plan.from}${plan.joins} WHERE ${own})`;
  return plan.condition === null ? ofChanged : `(${plan.condition}) AND ${ofChanged}`;
}

function conditionOf(name: string, column: ColumnInfo, from: string | null, to: string | null): string {
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
  return `${name} >= ${momentExpression(new Date(moment.getTime() - OVERLAP_MS), column)}`;
}

function momentExpression(moment: Date, column: ColumnInfo): string {
  const text = moment.toISOString().replace('Z', '');
  const zone = column.type === 'datetimeoffset' ? '+00:00' : '';
  return bindExpression(literal((column.type === 'smalldatetime' ? text.slice(0, 19) : text) + zone), column);
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
