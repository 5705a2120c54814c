import type { MssqlConnectionTestResult, MssqlTableReport } from '@storefleet/contract/mssql';
import { formatCount, formatQuantity } from '../../lib/format-number.ts';

type InForce = NonNullable<MssqlConnectionTestResult['in_force']>;

/** Which rows of the table are synced. No condition and one that leaves nothing out are called what they are. */
export function rowsLeft(report: MssqlTableReport, whereClause: string): string {
  const { row_count: rows, matching_rows: left } = report;
  if (rows === 0) return 'None: there are no rows.';
  const every = rows === 1 ? 'The one row' : `All ${formatCount(rows)} rows`;
  if (whereClause.trim() === '') return `${every}: there is no condition.`;
  if (left === 0) return 'None: no row meets the condition.';
  if (left >= rows) return `${every}: the condition leaves none out.`;
  return `${formatCount(left)} of ${formatQuantity(rows, 'row')} meet the condition.`;
}

/** What stands in the way although the connection works, the worst first; null where nothing does. */
export function catchOf(report: MssqlTableReport): string | null {
  if (report.row_count === 0) return `Connected, but ${report.name} has no rows`;
  if (report.matching_rows === 0) return 'Connected, but the condition leaves no row';
  if (report.primary_key.length === 0) return 'Connected, but rows of this table cannot be edited';
  return null;
}

export function serverWords({ server, port }: InForce): string {
  return port === null ? `${server} (named instance)` : `${server}, port ${port}`;
}
