import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import type { Editing, EditTarget } from '../../connector.ts';
import type { SqlParams, SqlRow, SqlServer } from '../client/sql.ts';
import { compareRows, type RawRow, rawRow } from '../read/row-reader.ts';
import { selectTargets } from './edit-statements.ts';
import { type EditPlan, valuesOf } from './edit-values.ts';

/** Looking at the rows of targets right before, and in doubt after, they are written. */

/** Each target takes a slot in the statement, which SQL Server compiles once. */
const TARGETS_PER_STATEMENT = 50;

export type TargetRow = {
  readonly raw: RawRow;
  /** False for a row that the store's where clause excludes. */
  readonly isInStore: boolean;
};

/** Runs a statement, inside a transaction or outside. */
export type Run = (sql: string, params: SqlParams) => Promise<SqlRow[]>;

/** The rows of each target, in the product's order; none for one that is not there. */
export async function readTargets(
  plan: EditPlan,
  targets: readonly EditTarget[],
  run: Run,
  options: { readonly lock: boolean },
): Promise<TargetRow[][]> {
  const found: TargetRow[][] = [];
  for (let from = 0; from < targets.length; from += TARGETS_PER_STATEMENT) {
    const part = targets.slice(from, from + TARGETS_PER_STATEMENT);
    const statement = selectTargets(plan, part, options);
    const rows = statement === null ? [] : await run(statement.sql, statement.params);
    const byTarget = Map.groupBy(rows, (row) => Number(row.t));
    for (const index of part.keys()) {
      const ofTarget = (byTarget.get(index) ?? []).map((row) => ({
        raw: rawRow(row, plan.columns),
        isInStore: Number(row.s) === 1,
      }));
      const compare = compareRows(plan);
      found.push(ofTarget.sort((a, b) => compare(a.raw, b.raw)));
    }
  }
  return found;
}

export function createValueReader(plan: EditPlan, server: SqlServer): Editing['readValues'] {
  return async (targets, { signal }) => {
    const run: Run = (sql, params) => server.query(sql, params, { signal });
    const found = await readTargets(plan, targets, run, { lock: false });
    return targets.map(({ attributes }, index): AttributeValues | null => {
      const rows = (found[index] ?? []).map(({ raw }) => raw);
      return rows.length === 0 ? null : valuesOf(rows, attributes, plan);
    });
  };
}
