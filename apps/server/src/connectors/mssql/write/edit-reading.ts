import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import type { Editing, EditTarget } from '../../editing.ts';
import type { SqlParams, SqlRow, SqlServer } from '../client/sql.ts';
import { compareRows, type RawRow, rawRow } from '../read/row-reader.ts';
import { selectTargets } from './edit-statements.ts';
import { type EditPlan, valuesOf } from './edit-values.ts';
import { selectTargetSets } from './set-statements.ts';

/** Reads the rows of targets right before writing them and, if in doubt, after. */

/** Each target takes a slot in the statement, which SQL Server compiles once. */
const TARGETS_PER_STATEMENT = 50;
/** One join each; SQL Server locks the whole table from a few thousand rows on. */
const TARGETS_PER_SET = 500;

type TargetRow = {
  readonly raw: RawRow;
  /** False for a row that the store's where clause excludes. */
  readonly isInStore: boolean;
};

/** Runs a statement, inside a transaction or outside. */
type Run = (sql: string, params: SqlParams) => Promise<SqlRow[]>;

/** The rows of each target, in the product's order; empty for a missing target. */
export async function readTargets(
  plan: EditPlan,
  targets: readonly EditTarget[],
  run: Run,
  { lock }: { readonly lock: boolean },
): Promise<TargetRow[][]> {
  const found: TargetRow[][] = targets.map(() => []);
  const size = plan.inSets ? TARGETS_PER_SET : TARGETS_PER_STATEMENT;
  for (let from = 0; from < targets.length; from += size) {
    const part = targets.slice(from, from + size);
    // A single row needs only a plain condition.
    const statements =
      plan.inSets && part.length > 1
        ? selectTargetSets(plan, part, { lock })
        : [selectTargets(plan, part, { lock })].flatMap((statement) => statement ?? []);
    for (const { sql, params } of statements) {
      for (const row of await run(sql, params)) {
        found[from + Number(row.t)]?.push({
          raw: rawRow(row, plan.columns),
          isInStore: Number(row.s) === 1,
        });
      }
    }
  }
  const compare = compareRows(plan);
  return found.map((ofTarget) => ofTarget.sort((a, b) => compare(a.raw, b.raw)));
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

export function createBelongingReader(
  plan: EditPlan,
  server: SqlServer,
): NonNullable<Editing['readOutside']> {
  return async (targets, { signal }) => {
    const run: Run = (sql, params) => server.query(sql, params, { signal });
    const found = await readTargets(plan, targets, run, { lock: false });
    return found.map((rows) => rows.some(({ isInStore }) => !isInStore));
  };
}
