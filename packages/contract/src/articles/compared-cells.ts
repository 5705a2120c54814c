import { MONEY_ATTRIBUTES } from '../attributes/attributes.ts';
import type { CompareRow } from './compare.ts';
import type { ComparedAttribute } from './compared.ts';

export type ComparedCell =
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'held';
      readonly productId: string;
      readonly value: string | null;
      /** The value that a rule expects, for a deviating one. */
      readonly expected: string | null | undefined;
      /** Differs from the most common value. */
      readonly differs: boolean;
      /** Number of further variants of the same article in the store. */
      readonly others: number;
    };

/** A store's value of an article, and how it compares with other stores. */
export function comparedCell(
  row: CompareRow,
  storeId: string,
  attribute: ComparedAttribute,
  currencyOf: (storeId: string) => string,
): ComparedCell {
  const [cell, ...others] = row.cells.filter(({ store_id }) => store_id === storeId);
  if (cell === undefined) return { kind: 'missing' };
  const value = cell.values[attribute] ?? null;
  return {
    kind: 'held',
    productId: cell.product_id,
    value,
    expected: cell.deviations.find((deviation) => deviation.attribute === attribute)?.expected,
    differs: row.differs.includes(attribute) && isUnlikeOthers(),
    others: others.length,
  };

  /** Amounts are compared only within their currency, as on the server. */
  function isUnlikeOthers(): boolean {
    const alike = (id: string) => !isMoney(attribute) || currencyOf(id) === currencyOf(storeId);
    const values = row.cells
      .filter(({ store_id }) => alike(store_id))
      .map((held) => held.values[attribute] ?? null);
    return values.some((held) => held !== value) && value !== commonOf(values);
  }
}

const isMoney = (attribute: ComparedAttribute) =>
  (MONEY_ATTRIBUTES as readonly ComparedAttribute[]).includes(attribute);

/** The most common value; undefined if none is more common than another. */
function commonOf(values: readonly (string | null)[]): string | null | undefined {
  const counts = new Map<string | null, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first, second] = [...counts].toSorted(([, one], [, other]) => other - one);
  return first !== undefined && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
}
