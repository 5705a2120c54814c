import type { SortDirection } from '@storefleet/contract/api/common';
import type { ProductSortField } from '@storefleet/contract/constants';
import { compareDecimals } from '@storefleet/contract/values/decimal';
import type { VariantRow } from './products.repository.ts';

type Sort = { readonly sortBy: ProductSortField | null; readonly sortDirection: SortDirection };

/** The variants of one product as the results are sorted: empty values last; in the product's own order otherwise. */
export function sortVariants(
  variants: readonly VariantRow[],
  { sortBy, sortDirection }: Sort,
): readonly VariantRow[] {
  if (sortBy !== 'price' && sortBy !== 'cost' && sortBy !== 'barcode') return variants;
  const compare = sortBy === 'barcode' ? compareTexts : compareDecimals;
  const sign = sortDirection === 'asc' ? 1 : -1;
  return variants.toSorted((one, other) => {
    const [left, right] = [one[sortBy] || null, other[sortBy] || null];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * compare(left, right);
  });
}

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
