import type { SortDirection } from '@storefleet/contract/api/common';
import type { ProductSortField } from '@storefleet/contract/catalogue/catalogue-constants';
import { compareDecimals, marginPercent } from '@storefleet/contract/values/money/decimal';
import { toGrams } from '@storefleet/contract/values/weight';
import { searchKey } from '../../catalogue/search-key.ts';
import type { VariantRow } from '../products.repository.ts';

type Sort = { readonly sortBy: ProductSortField | null; readonly sortDirection: SortDirection };

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

type Order = {
  readonly value: (variant: VariantRow) => string | null;
  readonly compare: (one: string, other: string) => number;
};

const byNumber = (value: Order['value']): Order => ({ value, compare: compareDecimals });
const byText = (value: Order['value']): Order => ({ value, compare: compareTexts });

/** Orders by values of variants. */
const ORDERS: Partial<Record<ProductSortField, Order>> = {
  price: byNumber(({ price }) => price),
  cost: byNumber(({ cost }) => cost),
  compare_at_price: byNumber(({ compare_at_price: amount }) => amount),
  margin: byNumber(({ price, cost }) => marginPercent(price, cost)),
  inventory_quantity: byNumber(({ inventory_quantity: stock }) => stock?.toString() ?? null),
  weight: byNumber(({ weight, weight_unit: unit }) => toGrams(weight, unit)),
  sku: byText(({ sku }) => (sku === null ? null : searchKey(sku))),
  barcode: byText(({ barcode }) => barcode),
};

/**
 * The variants of one product in the order of the results: empty values last; otherwise in the product's
 * order.
 */
export function sortVariants(
  variants: readonly VariantRow[],
  { sortBy, sortDirection }: Sort,
): readonly VariantRow[] {
  const order = sortBy === null ? undefined : ORDERS[sortBy];
  if (order === undefined) return variants;
  const sign = sortDirection === 'asc' ? 1 : -1;
  return variants.toSorted((one, other) => {
    const [left, right] = [order.value(one) || null, order.value(other) || null];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * order.compare(left, right);
  });
}
