import { describeRule } from '@storefleet/contract/edits/guard-rail-words';
import type { BrokenGuardRail, GuardRailFinding } from '@storefleet/contract/edits/guard-rails';
import { formatCount } from '@storefleet/contract/values/quantity';
import { isQuiet } from './quiet-hours.ts';
import type { Rule } from './rules.ts';

/** Number of rows an update will change, by store. */
type RowsByStore = ReadonlyMap<string, number>;

/** The guard rails an update breaks as a whole if it starts now. */
export function brokenByWhole(
  rules: readonly Rule[],
  rowsByStore: RowsByStore,
  now: Date,
): GuardRailFinding[] {
  return rules.flatMap((rule) => {
    const { store_ids } = rule.scope;
    const rows = [...rowsByStore]
      .filter(([storeId]) => store_ids.length === 0 || store_ids.includes(storeId))
      .reduce((sum, [, count]) => sum + count, 0);
    const message = rows === 0 ? null : complaintOf(rule, rows, now);
    if (message === null) return [];
    return [{ guard_rail_id: rule.id, effect: rule.effect, title: rule.title, rows, message }];
  });
}

function complaintOf({ rule }: Rule, rows: number, now: Date): string | null {
  if (rule.kind === 'max_rows' && rows > rule.rows) {
    return `${formatCount(rows)} rows are to be changed at once; at most ${formatCount(rule.rows)} are allowed.`;
  }
  return rule.kind === 'quiet_hours' && isQuiet(rule, now)
    ? `Nothing may be changed at this time. ${describeRule(rule)}.`
    : null;
}

/** Counts the guard rails that single rows break. */
export function createFindings(rules: readonly Rule[]) {
  const rowsOf = new Map<string, number>();
  return {
    add(broken: readonly Pick<BrokenGuardRail, 'guard_rail_id'>[]): void {
      for (const { guard_rail_id } of broken) rowsOf.set(guard_rail_id, (rowsOf.get(guard_rail_id) ?? 0) + 1);
    },
    result: () => findingsOf(rules, rowsOf),
  };
}

export function findingsOf(rules: readonly Rule[], rowsOf: ReadonlyMap<string, number>): GuardRailFinding[] {
  return rules.flatMap(({ id, effect, title, rule }) => {
    const rows = rowsOf.get(id);
    if (rows === undefined) return [];
    const verb = rows === 1 ? '1 row breaks' : `${formatCount(rows)} rows break`;
    return [{ guard_rail_id: id, effect, title, rows, message: `${verb} “${describeRule(rule)}”.` }];
  });
}
