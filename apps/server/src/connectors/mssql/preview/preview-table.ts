import type { MssqlTableReport } from '@storefleet/contract/stores/mssql/mssql';
import { unwatchedIn } from '../changes/changed-rows.ts';
import type { SqlServer } from '../client/sql.ts';
import type { SqlGuard } from '../guard/guard.ts';
import { parseTableName, quoteIdentifier } from '../identifiers.ts';
import { type ColumnInfo, describeType, isReadable } from '../mapping/column-types.ts';
import type { Mapping } from '../mapping/field-mapping.ts';
import { readTable, type TableInfo } from '../mapping/introspection.ts';
import { draftPlan, type TablePlan } from '../read/catalogue-plan.ts';
import { keyColumns, whereOf } from '../read/catalogue-statements.ts';
import { readChildren } from '../read/child-values.ts';
import { bracketed } from '../read/row-reader.ts';

/** Describes a table for a new store, before anything is read from it. */

export type TableChoice = {
  readonly server: SqlServer;
  readonly guard: SqlGuard;
  /** As a person writes it, such as `dbo.Products`. */
  readonly table: string;
  /** A condition as written by a person, or null. */
  readonly whereClause: string | null;
  readonly mappings: readonly Mapping[];
};

type ChosenTable = { readonly table: TableInfo; readonly condition: string | null };

/** Throws a SourceError for a missing table or a refused where clause. */
export async function chooseTable(
  { server, guard, table, whereClause }: Omit<TableChoice, 'mappings'>,
  signal: AbortSignal,
): Promise<ChosenTable> {
  const name = parseTableName(table);
  const clause = whereClause?.trim() || null;
  const condition = clause === null ? null : await guard.assertCondition(clause);
  return { table: await readTable(server, name, signal), condition };
}

/** Throws like `chooseTable`. */
export async function describeTable(choice: TableChoice, signal: AbortSignal): Promise<MssqlTableReport> {
  const { table, condition } = await chooseTable(choice, signal);
  const children = await readChildren(choice.server, choice.mappings, signal);
  const { plan } = draftPlan(table, { condition, mappings: choice.mappings, children });
  return reportTable(choice.server, plan, signal);
}

export async function reportTable(
  server: SqlServer,
  plan: TablePlan,
  signal: AbortSignal,
): Promise<MssqlTableReport> {
  const { table } = plan;
  // If SQL Server's own number is 0, it may be missing or not yet known.
  const all = table.rowCount || (await count(server, plan, signal, null));
  const matching = plan.condition === null ? all : await count(server, plan, signal, plan.condition);
  return {
    name: plan.name,
    type: table.type,
    primary_key: [...table.primaryKey],
    row_count: all,
    matching_rows: matching,
    update_granted: plan.table.columns.some(({ mayUpdate }) => mayUpdate),
    locked_columns: lockedColumns(plan),
    full_sync_only: unwatchedIn(plan),
    query: queryText(plan),
    notices: noticesOf(plan, { all, matching }),
  };
}

async function count(
  server: SqlServer,
  plan: TablePlan,
  signal: AbortSignal,
  condition: string | null,
): Promise<number> {
  const sql = `SELECT COUNT_BIG(*) AS [rows] FROM ${plan.from}${whereOf({ condition }, [])}`;
  const [row] = await server.query(sql, {}, { signal });
  return Number(row?.rows ?? 0);
}

/** Mapped columns the user may not UPDATE; without mappings, of all columns. */
function lockedColumns({ table, fields }: TablePlan): string[] {
  const columns = fields.length === 0 ? table.columns : fields.map(({ column }) => column);
  return [...new Set(columns)].filter(({ mayUpdate }) => !mayUpdate).map(({ name }) => name);
}

const named = ({ name, alias = name }: ColumnInfo) => quoteIdentifier(alias);

/** The query of a sync, without page bounds. */
function queryText(plan: TablePlan): string {
  const columns = plan.fields.length === 0 ? '*' : plan.columns.map(named).join(', ');
  const order = keyColumns(plan).map(bracketed).join(', ');
  const lines = [
    `SELECT ${columns}`,
    `FROM ${plan.from}${plan.joins.replaceAll(' LEFT JOIN', '\n  LEFT JOIN')}`,
    ...(plan.condition === null ? [] : [`WHERE (${plan.condition})`]),
    ...(order === '' ? [] : [`ORDER BY ${order}`]),
  ];
  return lines.join('\n');
}

function noticesOf(plan: TablePlan, rows: { readonly all: number; readonly matching: number }): string[] {
  const notices: string[] = [];
  if (rows.all === 0) notices.push(`${plan.name} has no rows.`);
  else if (plan.condition !== null) {
    if (rows.matching === 0) notices.push('The where clause leaves no row.');
    if (rows.matching === rows.all) notices.push('The where clause leaves every row.');
  }
  const locked = lockedColumns(plan);
  if (plan.readOnlyBecause !== null) notices.push(plan.readOnlyBecause);
  else if (locked.length > 0) {
    const names = locked.map((name) => `“${name}”`).join(', ');
    notices.push(
      `The user ${plan.table.username} lacks the permission UPDATE on ${names}: what is mapped from there can be read, not edited.`,
    );
  }
  const unreadable = plan.table.columns.filter((column) => !isReadable(column));
  if (unreadable.length > 0) {
    const names = unreadable.map((column) => `“${column.name}” (${describeType(column)})`).join(', ');
    notices.push(`Not text, numbers or dates, so that they cannot be mapped: ${names}.`);
  }
  return notices;
}
