import type { MssqlConnectionTestResult, MssqlTableReport } from '@storefleet/contract/stores/mssql/mssql';
import { formatCount } from '@storefleet/contract/values/quantity';

type InForce = NonNullable<MssqlConnectionTestResult['in_force']>;

/** The number of synced rows. Mentions a missing condition, as the server has no reason to. */
export function rowsLeft(
  { row_count: rows, matching_rows: left }: MssqlTableReport,
  whereClause: string,
): string {
  if (whereClause.trim() === '') return rows === 0 ? '0' : `All ${formatCount(rows)}: there is no condition`;
  // The server estimates the total, which may be outdated.
  return left > rows ? formatCount(left) : `${formatCount(left)} of ${formatCount(rows)}`;
}

/** The most serious problem despite a working connection; null if there is none. */
export function catchOf(report: MssqlTableReport): string | null {
  if (report.row_count === 0) return `Connected, but ${report.name} has no rows`;
  if (report.matching_rows === 0) return 'Connected, but the condition leaves no row';
  if (report.primary_key.length === 0 || !report.update_granted) {
    return 'Connected, but rows of this table cannot be edited';
  }
  return null;
}

/** What the user may change, according to SQL Server. */
export function updateWords({ update_granted: granted, locked_columns: locked }: MssqlTableReport): string {
  if (!granted) return 'Not granted: rows are read-only';
  return locked.length === 0 ? 'Granted' : `Granted, except on ${locked.join(', ')}`;
}

export function serverWords({ server, port }: InForce): string {
  return port === null ? `${server} (named instance)` : `${server}, port ${port}`;
}
