import { ATTRIBUTE_FLAGS } from '@storefleet/contract/catalogue/filter/filter-fields';
import { ALL_FINDING_BITS, findingBits } from '@storefleet/contract/catalogue/health/variant-findings';
import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import { compareDecimals, marginPercent } from '@storefleet/contract/values/money/decimal';
import { toGrams } from '@storefleet/contract/values/weight';
import { extremes } from './extremes.ts';
import { keptOf } from './plain-columns.ts';

export type FilteredVariant = {
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly price: string | null;
  readonly cost: string | null | undefined;
  readonly compareAtPrice: string | null;
  readonly inventoryQuantity: number | null;
  readonly weight: string | null;
  readonly weightUnit: string | null;
  readonly plain?: AttributeValues | undefined;
};

/** The columns of `product_filter_values` about variants, except those that `products` has too. */
export const FILTER_VALUE_COLUMNS = {
  marks: 'integer',
  compare_at_min: 'numeric',
  compare_at_max: 'numeric',
  margin_min: 'numeric',
  margin_max: 'numeric',
  stock_min: 'integer',
  stock_max: 'integer',
  grams_min: 'numeric',
  grams_max: 'numeric',
  attribute_marks: 'integer',
} as const;
export const FILTER_VALUE_NAMES = Object.keys(FILTER_VALUE_COLUMNS) as (keyof FilterValues)[];

/** All columns of `product_filter_values` about variants. */
export const VARIANT_COLUMNS = [
  'variants_count',
  'price_min',
  'price_max',
  'cost_min',
  'cost_max',
  ...FILTER_VALUE_NAMES,
] as const;

export type FilterValues = {
  readonly [Name in keyof typeof FILTER_VALUE_COLUMNS]:
    | ((typeof FILTER_VALUE_COLUMNS)[Name] extends 'integer' ? number : string)
    | null;
};

/** In the marks: the first bits of findings about some variant, and about every variant. */
export const SOME_FINDING = 2 ** 10;
export const EVERY_FINDING = 2 ** 16;
/** In the attribute marks: the first bit of flags of every variant; those of some variant come before. */
export const EVERY_FLAG = 2 ** 16;

/** One bit per flag, as in the SQL function `attribute_flags`. */
const flagBits = (plain: AttributeValues): number =>
  ATTRIBUTE_FLAGS.reduce(
    (bits, { attribute, value }, bit) => (keptOf(plain)(attribute) === value ? bits | (1 << bit) : bits),
    0,
  );

/** As in the view `product_filter_values_now`, which also explains each mark. */
export function filterValuesOf(
  variants: readonly FilteredVariant[],
  ofProduct: AttributeValues = {},
): FilterValues {
  const prices = variants.map(({ price }) => price);
  const compareAts = variants.map(({ compareAtPrice }) => compareAtPrice);
  const costs = variants.map(({ cost }) => cost ?? null);
  const margins = variants.map(({ price, cost }) => marginPercent(price, cost ?? null));
  const stocks = variants.map(({ inventoryQuantity }) => inventoryQuantity);
  const weights = variants.map(({ weight, weightUnit }) => toGrams(weight, weightUnit));
  const belowCost = variants.filter(
    ({ price, cost }) => price !== null && typeof cost === 'string' && compareDecimals(price, cost) < 0,
  ).length;
  const marks = [
    ...[prices, compareAts, costs, margins, stocks, weights].map((values) =>
      values.some((value) => value === null),
    ),
    variants.some(({ barcode }) => !barcode),
    variants.every(({ barcode }) => !barcode),
    belowCost > 0,
    belowCost === variants.length,
  ];
  const findings = variants.map(findingBits);
  const flags = variants.map(({ plain }) => flagBits({ ...plain, ...ofProduct }));
  const compareAt = extremes(compareAts, compareDecimals);
  const margin = extremes(margins, compareDecimals);
  const stock = extremes(stocks, (a, b) => a - b);
  const grams = extremes(weights, compareDecimals);
  return {
    marks:
      marks.reduce((sum, mark, bit) => (mark ? sum + 2 ** bit : sum), 0) +
      findings.reduce((bits, finding) => bits | finding, 0) * SOME_FINDING +
      findings.reduce((bits, finding) => bits & finding, ALL_FINDING_BITS) * EVERY_FINDING,
    compare_at_min: compareAt.min,
    compare_at_max: compareAt.max,
    margin_min: margin.min,
    margin_max: margin.max,
    stock_min: stock.min,
    stock_max: stock.max,
    grams_min: grams.min,
    grams_max: grams.max,
    attribute_marks:
      flags.reduce((some, bits) => some | bits, 0) +
      flags.reduce((every, bits) => every & bits, flags[0] ?? 0) * EVERY_FLAG,
  };
}
