/**
 * The newest form of runs, batches and schedules that this version understands. Who writes one that older
 * versions would get wrong raises this number and writes it into the row's `work_version`: processes of an
 * older version, which work on the same database during an upgrade, then leave it to newer ones.
 */
const WORK_VERSION = 2;
/** Of runs that read only what changed: an older process would read everything, and remove what it did not meet. */
export const CHANGES_WORK_VERSION = 2;

/** Holds for rows that this version may work on. */
export const IS_UNDERSTOOD = `work_version <= ${WORK_VERSION}`;

/** Holds where a column has one of these values, which are the program's own. */
export function isOneOf(column: string, values: readonly string[]): string {
  return `${column} in (${values.map((value) => `'${value}'`).join(', ')})`;
}
