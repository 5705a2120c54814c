import type {
  InventoryPolicy,
  Product,
  UnitPriceMeasurement,
  VariantChanges,
  WeightUnit,
} from '../catalogue/model.ts';
import { centsOf, moneyProblem, moneyRefusals, moneyText } from '../catalogue/money.ts';
import { NotModelled } from '../graphql/errors.ts';
import { type Input, inputOf, refuseUnmodelled } from '../graphql/input.ts';
import { parseGlobalId } from '../text-forms.ts';
import { isTooLong, TOO_LONG, type UserError } from './user-error.ts';

/** Recorded 2025-01: product-variants-bulk-update-parity, inventory-item-update-parity. */

const modelled = {
  ProductVariantsBulkInput: [
    'barcode',
    'compareAtPrice',
    'id',
    'inventoryItem',
    'inventoryPolicy',
    'price',
    'showUnitPrice',
    'taxable',
    'unitPriceMeasurement',
  ],
  InventoryItemInput: [
    'cost',
    'countryCodeOfOrigin',
    'harmonizedSystemCode',
    'measurement',
    'requiresShipping',
    'sku',
    'tracked',
  ],
  InventoryItemMeasurementInput: ['weight'],
  UnitPriceMeasurementInput: ['quantityUnit', 'quantityValue', 'referenceUnit', 'referenceValue'],
};
const unitSymbols = { KILOGRAMS: 'kg', GRAMS: 'g', POUNDS: 'lb', OUNCES: 'oz' } as const;

/** Errors that make `productVariants` null: the input does not concern this product's variants. */
export function structuralError(input: Input, product: Product, index: number): UserError | null {
  const error = (path: string[], message: string, code: string): UserError => ({
    field: ['variants', String(index), ...path],
    message,
    code,
  });
  return variantOf(product, input) === null
    ? error(['id'], 'Product variant does not exist', 'PRODUCT_VARIANT_DOES_NOT_EXIST')
    : null;
}

export function variantOf(product: Product, { id }: Input) {
  const parsed = parseGlobalId(String(id));
  if (parsed?.type !== 'ProductVariant') return null;
  return product.variants.find((variant) => variant.id === parsed.id) ?? null;
}

type Changes = { -readonly [Key in keyof VariantChanges]: VariantChanges[Key] };
type Refuse = (path: readonly string[], message: string, code: string | null) => void;

/**
 * The input's changes, and its value errors in Shopify's order: compareAtPrice before price, whatever the
 * input's order.
 */
export function readVariant(input: Input, index: number): { changes: VariantChanges; errors: UserError[] } {
  refuseUnmodelled('ProductVariantsBulkInput', input, modelled.ProductVariantsBulkInput);
  const errors: UserError[] = [];
  const changes: Changes = {};
  const refuse: Refuse = (path, message, code) => {
    errors.push({ field: ['variants', String(index), ...path], message, code });
  };
  const { compareAtPrice, price, barcode } = input;
  if (compareAtPrice === null) changes.compareAtPrice = null;
  else if (typeof compareAtPrice === 'string') {
    changes.compareAtPrice = readMoney(compareAtPrice, (message, code) =>
      refuse(['compareAtPrice'], message, code),
    );
  }
  if (price === null) refuse(['price'], "Price can't be blank", 'BLANK');
  // A JSON number for money is accepted without effect.
  else if (typeof price === 'string') {
    changes.price = readMoney(price, (message, code) => refuse(['price'], `Price ${message}`, code));
  }
  // Explicit nulls of required values are not recorded: they have no effect here.
  if (typeof input.inventoryPolicy === 'string')
    changes.inventoryPolicy = input.inventoryPolicy as InventoryPolicy;
  if (typeof input.taxable === 'boolean') changes.taxable = input.taxable;
  readUnitPrice(input, changes);
  if (barcode !== undefined) changes.barcode = readText(barcode, ['barcode'], refuse);
  readInventoryItem(inputOf(input.inventoryItem), changes, refuse);
  return { changes, errors };
}

/** Recorded with all four fields; a part of them, or null, is not. */
function readUnitPrice({ showUnitPrice, unitPriceMeasurement }: Input, changes: Changes): void {
  if (typeof showUnitPrice === 'boolean') changes.showUnitPrice = showUnitPrice;
  if (unitPriceMeasurement === undefined) return;
  const measurement = inputOf(unitPriceMeasurement);
  const fields = modelled.UnitPriceMeasurementInput;
  refuseUnmodelled('UnitPriceMeasurementInput', measurement, fields);
  if (!fields.every((field) => measurement[field] != null)) throw new NotModelled('a part of a measurement');
  changes.unitPriceMeasurement = measurement as unknown as UnitPriceMeasurement;
}

function readInventoryItem(input: Input, changes: Changes, refuse: Refuse): void {
  refuseUnmodelled('InventoryItemInput', input, modelled.InventoryItemInput);
  const { cost, sku } = input;
  if (sku !== undefined) changes.sku = readText(sku, ['inventoryItem', 'sku'], refuse);
  if (cost === null) changes.cost = null;
  else if (cost !== undefined) {
    // A bad cost is reported twice: for the variant without a code, then for the cost.
    changes.cost = readMoney(String(cost), (message, code) => {
      refuse([], message, null);
      refuse(['inventoryItem', 'cost'], `Cost per item ${message}`, code);
    });
  }
  if (typeof input.tracked === 'boolean') changes.tracked = input.tracked;
  if (typeof input.requiresShipping === 'boolean') changes.requiresShipping = input.requiresShipping;
  readCustoms(input, changes, refuse);
  const measurement = inputOf(input.measurement);
  refuseUnmodelled('InventoryItemMeasurementInput', measurement, modelled.InventoryItemMeasurementInput);
  const { value, unit } = inputOf(measurement.weight);
  if (typeof value !== 'number') return;
  changes.weight = value;
  changes.weightUnit = unit as WeightUnit;
  if (value >= 0) return;
  const symbol = unitSymbols[changes.weightUnit];
  const message = `Measurement weight value ${value} ${symbol} must be >= 0 ${symbol}`;
  refuse(['inventoryItem', 'measurement', 'weight'], message, 'GREATER_THAN_OR_EQUAL_TO');
}

/** Points in a code are removed: "1234.56" is stored as "123456" (inventory-item-update-validation). */
function readCustoms(input: Input, changes: Changes, refuse: Refuse): void {
  const { harmonizedSystemCode: code, countryCodeOfOrigin: country } = input;
  if (country !== undefined) changes.countryCodeOfOrigin = country === null ? null : String(country);
  if (code === undefined) return;
  changes.harmonizedSystemCode = code === null ? null : String(code).replaceAll('.', '');
  if (changes.harmonizedSystemCode === null || /^\d{6,13}$/.test(changes.harmonizedSystemCode)) return;
  const message = 'Harmonized system code must be a number between six and thirteen digits';
  refuse(['inventoryItem', 'harmonizedSystemCode'], message, 'INVALID_INPUT');
}

/** As stored by Shopify; a refused value is not stored. */
function readMoney(text: string, refuse: (message: string, code: string) => void): string {
  const cents = centsOf(text);
  const problem = moneyProblem(cents);
  if (problem !== null) refuse(moneyRefusals[problem].message, moneyRefusals[problem].code);
  return moneyText(cents);
}

function readText(value: unknown, path: readonly string[], refuse: Refuse): string | null {
  const text = value === null ? null : String(value);
  if (text !== null && isTooLong(text)) refuse(path, TOO_LONG, 'TOO_LONG');
  return text;
}
