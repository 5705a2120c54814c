/**
 * The newest format of runs, batches and schedules that this version understands. Code that writes one which
 * older versions would get wrong raises this number and stores it in the row's `work_version`: older
 * processes on the same database, as during an upgrade, then leave it to newer ones.
 */
const WORK_VERSION = 2;
/** For runs that read only changes: an older process would read everything and remove what it missed. */
export const CHANGES_WORK_VERSION = 2;

/** Condition for rows this version may work on. */
export const IS_UNDERSTOOD = `work_version <= ${WORK_VERSION}`;

/** Condition that a column has one of these values, which must be the program's own. */
export function isOneOf(column: string, values: readonly string[]): string {
  return `${column} in (${values.map((value) => `'${value}'`).join(', ')})`;
}
