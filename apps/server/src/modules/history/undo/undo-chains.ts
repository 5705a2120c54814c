import { valuesAreEqual } from '@storefleet/contract/values/attribute-value';
import type { HistoryRow } from '../history.repository.ts';

/**
 * Changes of one value that follow each other without another change between them: undone together, the value goes back
 * to what it was before the oldest of them.
 */
export type UndoChain = {
  readonly newest: HistoryRow;
  readonly oldest: HistoryRow;
  /** Newest first. */
  readonly records: readonly HistoryRow[];
  /** True where a later chain of the same value is undone too, and something else changed the value in between. */
  readonly interrupted: boolean;
};

/** Which value a change is about: one attribute of one variant, or of one product. */
export function valueKey({ product_id, variant_id, attribute }: ValueAddress): string {
  return `${product_id}/${variant_id ?? ''}/${attribute}`;
}

export type ValueAddress = Pick<HistoryRow, 'product_id' | 'variant_id' | 'attribute'>;

/** The records, newest first in any mixture of values, as chains; the newest chain of each value first. */
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
