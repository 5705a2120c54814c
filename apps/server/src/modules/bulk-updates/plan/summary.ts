import {
  type EditableAttribute,
  inOrder,
  MONEY_ATTRIBUTES,
  type MoneyAttribute,
} from '@storefleet/contract/attributes/attributes';
import { BULK_UPDATE_WARNINGS, type BulkUpdateWarningCode } from '@storefleet/contract/constants';
import type { AmountSummary, BulkUpdateWarning } from '@storefleet/contract/edits/bulk-update-batches';
import type { GuardRailFinding } from '@storefleet/contract/edits/guard-rails';
import { messages } from '@storefleet/contract/messages';
import { addDecimals, compareDecimals, percentDifference } from '@storefleet/contract/values/money/decimal';
import { formatCount } from '@storefleet/contract/values/quantity';
import { createFindings } from '../../guard-rails/check-update.ts';
import type { RuleSet } from '../../guard-rails/rules.ts';
import { attributesOf } from '../values/changes.ts';
import type { PlannedItem } from './plan-item.ts';
import type { PlanningStore } from './planning-store.ts';
import { isDecimalPointSlip } from './warnings.ts';

export type StoreSummary = {
  readonly store: PlanningStore;
  total: number;
  failed: number;
  unchanged: number;
  readonly amounts: Map<MoneyAttribute, AmountSummary>;
};

export type PlanResult = {
  readonly attributes: EditableAttribute[];
  readonly warnings: BulkUpdateWarning[];
  readonly stores: readonly StoreSummary[];
  /** Failed items that belong to no store. */
  readonly unplaced: number;
  /** The rules it was checked against, and those that its rows break. */
  readonly ruleSet: RuleSet;
  readonly broken: readonly GuardRailFinding[];
};

/** Counts and sums the items of a batch, one at a time. */
export function createPlanSummary(ruleSet: RuleSet) {
  const stores = new Map<string, StoreSummary>();
  const attributes = new Set<EditableAttribute>();
  const warned = new Map<BulkUpdateWarningCode, number>();
  /** The first item that sets a code in a store; null once it has its warning. */
  const codes = new Map<string, string | null>();
  const warnLater: string[] = [];
  const findings = createFindings(ruleSet.rules);
  let decimalPointSlips = 0;
  let unplaced = 0;

  /** Records an attribute of the batch, even if it can be computed for no item. */
  function concerns(attribute: EditableAttribute) {
    attributes.add(attribute);
  }

  /** Returns the item, with warnings that depend on earlier items. */
  function add(planned: PlannedItem, store: PlanningStore | null): PlannedItem {
    for (const attribute of attributesOf(planned.changes)) attributes.add(attribute);
    if (store === null) {
      unplaced++;
      return planned;
    }
    const summary = summaryOf(store);
    summary.total++;
    if (planned.status === 'failed') summary.failed++;
    if (planned.status === 'unchanged') summary.unchanged++;
    if (planned.status !== 'planned') return planned;
    addAmounts(summary.amounts, planned);
    const item = withSharedCode(planned, store.id);
    for (const code of item.warnings) count(code);
    findings.add(item.guard_rails ?? []);
    if (item.warnings.includes('large_change') && isDecimalPointSlip(item.changes)) decimalPointSlips++;
    return item;
  }

  function summaryOf(store: PlanningStore): StoreSummary {
    let summary = stores.get(store.id);
    if (summary === undefined) {
      summary = { store, total: 0, failed: 0, unchanged: 0, amounts: new Map() };
      stores.set(store.id, summary);
    }
    return summary;
  }

  function count(code: BulkUpdateWarningCode) {
    warned.set(code, (warned.get(code) ?? 0) + 1);
  }

  /** The same code in two stores is normal; twice in one store it is usually a mistake. */
  function withSharedCode(item: PlannedItem, storeId: string): PlannedItem {
    let isShared = false;
    for (const attribute of ['sku', 'barcode'] as const) {
      const value = item.changes[attribute]?.new ?? null;
      if (value === null) continue;
      const key = `${storeId} ${attribute} ${value}`;
      const first = codes.get(key);
      if (first === undefined) {
        codes.set(key, item.id);
        continue;
      }
      isShared = true;
      if (first !== null) {
        codes.set(key, null);
        warnLater.push(first);
      }
    }
    return isShared ? { ...item, warnings: [...item.warnings, 'shared_identifier'] } : item;
  }

  /** Ids of items added before another item with the same code. */
  const itemsToWarn = () => [...new Set(warnLater)];

  function result(): PlanResult {
    const shared = itemsToWarn().length;
    if (shared > 0) warned.set('shared_identifier', (warned.get('shared_identifier') ?? 0) + shared);
    return {
      attributes: inOrder(attributes),
      warnings: describeWarnings(warned, decimalPointSlips),
      stores: [...stores.values()],
      unplaced,
      ruleSet,
      broken: findings.result(),
    };
  }

  return { concerns, add, itemsToWarn, result };
}

/** `decimalPointSlips`: how many of the large changes are exactly by a factor of 10 or 100. */
export function describeWarnings(
  counts: ReadonlyMap<BulkUpdateWarningCode, number>,
  decimalPointSlips: number,
): BulkUpdateWarning[] {
  return BULK_UPDATE_WARNINGS.flatMap((code) => {
    const count = counts.get(code) ?? 0;
    return count === 0 ? [] : [{ code, count, message: sentences[code](count, decimalPointSlips) }];
  });
}

function addAmounts(amounts: Map<MoneyAttribute, AmountSummary>, item: PlannedItem): void {
  for (const attribute of MONEY_ATTRIBUTES) {
    const change = item.changes[attribute];
    if (change === undefined) continue;
    const before = change.old ?? '0';
    const after = change.new ?? '0';
    const sum = amounts.get(attribute) ?? {
      attribute,
      before: '0.00',
      after: '0.00',
      largest_rise_percent: null,
      largest_fall_percent: null,
    };
    const percent = compareDecimals(before, '0') === 0 ? 0 : percentDifference(before, after);
    amounts.set(attribute, {
      attribute,
      before: addDecimals(sum.before, before),
      after: addDecimals(sum.after, after),
      largest_rise_percent:
        percent > 0 ? Math.max(percent, sum.largest_rise_percent ?? 0) : sum.largest_rise_percent,
      largest_fall_percent:
        percent < 0 ? Math.max(-percent, sum.largest_fall_percent ?? 0) : sum.largest_fall_percent,
    });
  }
}

const sentences: Record<BulkUpdateWarningCode, (count: number, decimalPointSlips: number) => string> = {
  ...messages.bulkUpdate.warnings,
  large_change(count, slips) {
    const sentence = messages.bulkUpdate.warnings.large_change(count);
    if (slips === 0) return sentence;
    const subject = slips === 1 ? '1 amount becomes' : `${formatCount(slips)} amounts become`;
    return `${sentence} ${subject} exactly 10 or 100 times as much or as little: is the decimal point in its place?`;
  },
  compare_at_below_price: (count) =>
    count === 1
      ? '1 compare-at price is below its price.'
      : `${formatCount(count)} compare-at prices are below their price.`,
  negative_stock: (count) =>
    count === 1 ? '1 stock becomes less than 0.' : `${formatCount(count)} stocks become less than 0.`,
  shared_identifier: (count) =>
    `${formatCount(count)} variants get a SKU or barcode that another variant of the same store gets too.`,
  cleared: (count) => (count === 1 ? '1 row loses a value.' : `${formatCount(count)} rows lose a value.`),
  may_leave_store: (count) =>
    `${count === 1 ? '1 row changes' : `${formatCount(count)} rows change`} a column that the where clause of the store asks for: a row that it leaves out then leaves the store.`,
  left_store: (count) =>
    count === 1 ? '1 row left the store.' : `${formatCount(count)} rows left the store.`,
  outlasts_sale: (count) =>
    `${count === 1 ? '1 row does' : `${formatCount(count)} rows do`} not revert when the scheduled change ends: to revert too, schedule this one with the same end.`,
  guard_rail: (count) =>
    count === 1 ? '1 row breaks a guard rail.' : `${formatCount(count)} rows break a guard rail.`,
};
