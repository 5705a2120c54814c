import { z } from 'zod';
import type { PlainVariantAttribute } from '../../attributes/attributes.ts';
import { type ListPrices, priceOnList } from '../../attributes/list-prices.ts';
import type { StockValues } from '../../attributes/stock.ts';
import { isProductAttribute } from '../../values/attribute-value.ts';
import { compareDecimals, marginPercent } from '../../values/money/decimal.ts';
import { gramsIn, toGrams } from '../../values/weight.ts';
import { hasFinding, type VariantFinding } from '../health/variant-findings.ts';
import {
  ATTRIBUTE_FLAGS,
  FILTER_STATES,
  type FilterField,
  type FilterState,
  type FlagName,
  isOfProduct,
  MISSING_VALUES,
  type MissingValue,
  NUMBER_FIELDS,
  type NumberField,
} from './filter-fields.ts';

const Name = z.string().trim().min(1).max(255);
const PlainNumber = z.string().regex(/^-?\d+(\.\d+)?$/);
const Weight = z.string().regex(/^\d+(\.\d+)?(kg|g|lb|oz)$/);

const ORDERS = ['<', '<=', '>', '>='] as const;
function testOf<Value extends z.ZodType>(value: Value) {
  return z.union([z.strictObject({ op: z.enum([...ORDERS, '=']), value }), rangeOf(value)]);
}
function rangeOf<Value extends z.ZodType>(value: Value) {
  return z.strictObject({ from: value, to: value }).describe('Both ends included');
}
const NumberTest = testOf(PlainNumber);
const WeightTest = testOf(Weight);
export type NumberTest = z.infer<typeof NumberTest>;

const StockTest = z.strictObject({
  location: Name.describe('The name of a location, in upper or lower case'),
  available: NumberTest,
});
export type StockTest = z.infer<typeof StockTest>;

const MarketPriceTest = z.strictObject({
  list: Name.describe('The name of a price list, in upper or lower case'),
  price: NumberTest.describe('In the currency of the list'),
});
export type MarketPriceTest = z.infer<typeof MarketPriceTest>;

const Text = z.string().min(1).max(255);
const NumberOrDate = z.union([PlainNumber, z.iso.date()]);
const MetafieldTest = z.strictObject({
  name: Name.describe('namespace.key, or the name of the definition'),
  value: z
    .union([
      z.strictObject({ is: Text }),
      z.strictObject({ contains: Text }),
      z.strictObject({ op: z.enum(ORDERS), value: NumberOrDate }),
      rangeOf(NumberOrDate),
    ])
    .nullable()
    .describe('Null: the product, or the variant, has none'),
});
export type MetafieldTest = z.infer<typeof MetafieldTest>;

const ChangeTest = z.union([
  z
    .strictObject({ op: z.enum(['<', '>']), date: z.iso.date() })
    .describe('Before a day, or since it began, in UTC'),
  z.strictObject({ last: z.string().regex(/^[1-9]\d{0,3}[dh]$/) }).describe('Within so many days or hours'),
]);
export type ChangeTest = z.infer<typeof ChangeTest>;

/** Any of the first, and none of the second. */
function choiceOf<Value extends z.ZodType>(value: Value) {
  return z
    .strictObject({ any: z.array(value), none: z.array(value) })
    .refine(({ any, none }) => any.length + none.length > 0)
    .optional();
}

/** All of the first, and none of the second. */
function flagsOf<Value extends z.ZodType>(value: Value) {
  return z
    .strictObject({ all: z.array(value), none: z.array(value) })
    .refine(({ all, none }) => all.length + none.length > 0)
    .optional();
}

/**
 * Products for which every field matches. Conditions on variants have to hold for the same variant; a negated
 * one matches a variant for which it does not hold (`-price:<10`: 10 or more, or no price).
 */
export const ProductFilter = z.strictObject({
  store: choiceOf(Name.describe('A name of stores, or the id of one')),
  vendor: choiceOf(Name),
  type: choiceOf(Name),
  status: choiceOf(Name),
  tag: choiceOf(Name),
  category: choiceOf(
    Name.describe(
      'A name in the full name of categories, or several: Clothing > Dresses. After ~, a part of it',
    ),
  ),
  collection: choiceOf(Name.describe('A title of collections, or the handle of one')),
  channel: choiceOf(Name.describe('A sales channel to which the product is published')),
  price: choiceOf(NumberTest),
  'compare-at': choiceOf(NumberTest),
  cost: choiceOf(NumberTest),
  margin: choiceOf(NumberTest),
  stock: choiceOf(NumberTest),
  weight: choiceOf(WeightTest),
  'stock-at': choiceOf(StockTest).describe('Of variants that are stocked there'),
  'market-price': choiceOf(MarketPriceTest).describe('Of variants with a fixed price on that price list'),
  metafield: choiceOf(MetafieldTest).describe('Any of the values of one metafield; all metafields'),
  description: choiceOf(Text).describe('Texts that the description contains'),
  no: flagsOf(z.enum(MISSING_VALUES)),
  is: flagsOf(z.enum(FILTER_STATES)),
  changed: choiceOf(ChangeTest),
} satisfies Record<FilterField, z.ZodType>);
export type ProductFilter = z.infer<typeof ProductFilter>;

export const isEmptyFilter = (filter: ProductFilter): boolean =>
  Object.values(filter).every((choice) => !choice);

/** The values of a variant that filters use. */
export type FilteredVariant = {
  readonly price: string | null;
  readonly compare_at_price: string | null;
  readonly cost: string | null;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly inventory_quantity: number | null;
  readonly weight: string | null;
  readonly weight_unit: string | null;
  /** By the names of locations; nothing where none is read. */
  readonly stock?: StockValues | null;
  /** By attribute; nothing where none is read. */
  readonly list_prices?: ListPrices | null;
} & { readonly [Name in PlainVariantAttribute]?: string | boolean | null };

const NUMBER_OF: Record<NumberField, (variant: FilteredVariant) => string | null> = {
  price: ({ price }) => price,
  'compare-at': (variant) => variant.compare_at_price,
  cost: ({ cost }) => cost,
  margin: ({ price, cost }) => marginPercent(price, cost),
  stock: (variant) => variant.inventory_quantity?.toString() ?? null,
  weight: (variant) => toGrams(variant.weight, variant.weight_unit),
};

/** A number in the unit of comparison: a weight in grams. */
export function comparedNumber(field: NumberField, value: string): string {
  return (field === 'weight' ? gramsIn(value) : null) ?? value;
}

/** Whether one variant meets all conditions on variants; those on metafields are left to the database. */
export function variantMatches(filter: ProductFilter, variant: FilteredVariant): boolean {
  return (
    NUMBER_FIELDS.every((field) => {
      const number = NUMBER_OF[field](variant);
      return holds(filter[field], (test) => passes(number, field, test));
    }) &&
    holds(filter['stock-at'], (test) => isStocked(variant.stock, test)) &&
    holds(filter['market-price'], (test) => isPriced(variant.list_prices, test)) &&
    areSet(filter.no, (missing) => lacks(missing, variant)) &&
    areSet(filter.is, (state) => isInState(state, variant))
  );
}

/** A location may have one name in several spellings of upper and lower case. */
function isStocked(stock: StockValues | null | undefined, { location, available }: StockTest): boolean {
  return Object.entries(stock ?? {}).some(
    ([name, quantity]) =>
      name.toLowerCase() === location.toLowerCase() && passes(String(quantity), 'stock', available),
  );
}

function isPriced(prices: ListPrices | null | undefined, { list, price }: MarketPriceTest): boolean {
  const wanted = priceOnList(list).toLowerCase();
  return Object.entries(prices ?? {}).some(
    ([name, amount]) => name.toLowerCase() === wanted && passes(amount, 'price', price),
  );
}

function lacks(missing: MissingValue, variant: FilteredVariant): boolean | null {
  if (isOfProduct(missing)) return null;
  if (missing === 'sku') return find('no-sku', variant);
  return isFlag(missing) ? hasFlag(missing, variant) : !variant[missing];
}

const isFlag = (name: string): name is FlagName => ATTRIBUTE_FLAGS.some((flag) => flag.name === name);

/** Null for a flag of the product. */
function hasFlag(name: FlagName, variant: FilteredVariant): boolean | null {
  const flag = ATTRIBUTE_FLAGS.find((other) => other.name === name);
  if (flag === undefined || isProductAttribute(flag.attribute)) return null;
  const held = (variant as Readonly<Record<string, unknown>>)[flag.attribute] ?? null;
  return held !== null && String(held) === flag.value;
}

function isInState(state: FilterState, variant: FilteredVariant): boolean | null {
  if (isFlag(state)) return hasFlag(state, variant);
  if (state === 'never-synced') return null;
  return state === 'below-cost' ? isBelowCost(variant) : find(state, variant);
}

const find = (finding: VariantFinding, { sku, barcode, price, compare_at_price }: FilteredVariant) =>
  hasFinding(finding, { sku, barcode, price, compareAtPrice: compare_at_price });

function isBelowCost({ price, cost }: FilteredVariant): boolean {
  return price !== null && cost !== null && compareDecimals(price, cost) < 0;
}

/** Null: the variant cannot tell. */
function areSet<Flag>(
  flags: { readonly all: readonly Flag[]; readonly none: readonly Flag[] } | undefined,
  test: (flag: Flag) => boolean | null,
): boolean {
  if (flags === undefined) return true;
  return flags.all.every((flag) => test(flag) !== false) && flags.none.every((flag) => test(flag) !== true);
}

function holds<Value>(
  choice: { readonly any: readonly Value[]; readonly none: readonly Value[] } | undefined,
  test: (value: Value) => boolean,
): boolean {
  if (choice === undefined) return true;
  return (choice.any.length === 0 || choice.any.some(test)) && !choice.none.some(test);
}

function passes(number: string | null, field: NumberField, test: NumberTest): boolean {
  if (number === null) return false;
  const compare = (value: string) => compareDecimals(number, comparedNumber(field, value));
  if ('from' in test) return compare(test.from) >= 0 && compare(test.to) <= 0;
  const difference = compare(test.value);
  switch (test.op) {
    case '<':
      return difference < 0;
    case '<=':
      return difference <= 0;
    case '>':
      return difference > 0;
    case '>=':
      return difference >= 0;
    case '=':
      return difference === 0;
  }
}
