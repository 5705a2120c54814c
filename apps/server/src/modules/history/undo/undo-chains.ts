import { valuesAreEqual } from '@storefleet/contract/values/attribute-value';
import type { HistoryRow } from '../history.repository.ts';

/** Consecutive changes of one value: undone together, they restore what it was before the oldest of them. */
export type UndoChain = {
  readonly newest: HistoryRow;
  readonly oldest: HistoryRow;
  /** Newest first. */
  readonly records: readonly HistoryRow[];
  /** True if a later chain of the same value is undone too, with another change in between. */
  readonly interrupted: boolean;
};

/** Identifies the value of a change: one attribute of one variant or product. */
export function valueKey({ product_id, variant_id, attribute }: ValueAddress): string {
  return `${product_id}/${variant_id ?? ''}/${attribute}`;
}

export type ValueAddress = Pick<HistoryRow, 'product_id' | 'variant_id' | 'attribute'>;

/** Groups records (newest first, values mixed) into chains, the newest chain of each value first. */
export function chainsOf(records: readonly HistoryRow[]): UndoChain[] {
  const chains: UndoChain[] = [];
  for (const ofOneValue of Map.groupBy(records, valueKey).values()) {
    let open: HistoryRow[] = [];
    const close = () => {
      const [newest] = open;
      const oldest = open.at(-1);
      if (!newest || !oldest) return;
      chains.push({ newest, oldest, records: open, interrupted: ofOneValue[0] !== newest });
      open = [];
    };
    for (const record of ofOneValue) {
      const later = open.at(-1);
      if (later && !valuesAreEqual(record.attribute, record.new_value, later.old_value)) close();
      open.push(record);
    }
    close();
  }
  return chains;
}
