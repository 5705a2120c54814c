import type { CompareRow } from './compare.ts';
import type { ComparedAttribute } from './compared.ts';

export type ComparedCell =
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'held';
      readonly productId: string;
      readonly value: string | null;
      /** Of a value that a rule says otherwise. */
      readonly expected: string | null | undefined;
      /** It is not what most of the other stores hold. */
      readonly differs: boolean;
      /** Further variants of the store that are the same article. */
      readonly others: number;
    };

/** What a store holds of an article, and how it compares with the other stores. */
export function comparedCell(row: CompareRow, storeId: string, attribute: ComparedAttribute): ComparedCell {
  const [cell, ...others] = row.cells.filter(({ store_id }) => store_id === storeId);
  if (cell === undefined) return { kind: 'missing' };
  const value = cell.values[attribute] ?? null;
  return {
    kind: 'held',
    productId: cell.product_id,
    value,
    expected: cell.deviations.find((deviation) => deviation.attribute === attribute)?.expected,
    differs: row.differs.includes(attribute) && value !== commonValue(row, attribute),
    others: others.length,
  };
}

/** The value that most stores hold; undefined where no value is held more often than another. */
function commonValue({ cells }: CompareRow, attribute: ComparedAttribute): string | null | undefined {
  const counts = new Map<string | null, number>();
  for (const { values } of cells) {
    const value = values[attribute] ?? null;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const [first, second] = [...counts].toSorted(([, one], [, other]) => other - one);
  return first !== undefined && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
}
