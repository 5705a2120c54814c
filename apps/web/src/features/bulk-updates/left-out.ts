import type {
  AmountSummary,
  BulkUpdateBatch,
  BulkUpdateItem,
  BulkUpdateStore,
} from '@storefleet/contract/edits/bulk-updates';
import { subtractDecimals } from '@storefleet/contract/values/decimal';
import { formatCount } from '@storefleet/contract/values/quantity';

/** `riseAtMost`, `fallAtMost`: the row that changes most is left out; the server alone knows the next. */
export type AmountTotals = AmountSummary & { riseAtMost?: boolean; fallAtMost?: boolean };
export type StoreTotals = Omit<BulkUpdateStore, 'amounts'> & { amounts: readonly AmountTotals[] };

/** Half of the last place that the server rounds percentages to. */
const SAME_PERCENT = 0.005;

/** The totals of each store without the rows that are left out. */
export function totalsWithout(
  stores: readonly BulkUpdateStore[],
  leftOut: readonly BulkUpdateItem[],
): StoreTotals[] {
  const ofStores = Map.groupBy(leftOut, ({ store_id }) => store_id);
  return stores.map((store) => {
    const items = ofStores.get(store.store_id) ?? [];
    const amounts = store.amounts.map((amount) => items.reduce(withoutItem, amount as AmountTotals));
    return { ...store, total: store.total - items.length, amounts };
  });
}

function withoutItem(amount: AmountTotals, item: BulkUpdateItem): AmountTotals {
  const change = item.changes.find(({ attribute }) => attribute === amount.attribute);
  if (!change) return amount;
  const [before, after] = [change.old_value ?? '0', change.new_value ?? '0'];
  const percent = Number(before) === 0 ? 0 : (Number(subtractDecimals(after, before)) / Number(before)) * 100;
  const reaches = (largest: number | null, own: number) =>
    largest !== null && own > 0 && Math.abs(largest - own) <= SAME_PERCENT;
  return {
    ...amount,
    before: subtractDecimals(amount.before, before),
    after: subtractDecimals(amount.after, after),
    riseAtMost: amount.riseAtMost || reaches(amount.largest_rise_percent, percent),
    fallAtMost: amount.fallAtMost || reaches(amount.largest_fall_percent, -percent),
  };
}

type Warning = BulkUpdateBatch['warnings'][number];

/** What still deserves a second look, and how much of it is left out. */
export function warningsWithout(
  warnings: readonly Warning[],
  leftOut: readonly BulkUpdateItem[],
): Pick<Warning, 'code' | 'message'>[] {
  return warnings.flatMap(({ code, count, message }) => {
    const gone = leftOut.filter((item) => item.warnings.includes(code)).length;
    if (gone === 0) return [{ code, message }];
    if (gone >= count) return [];
    return [
      { code, message: `${message} ${formatCount(gone)} of them ${gone === 1 ? 'is' : 'are'} left out.` },
    ];
  });
}
