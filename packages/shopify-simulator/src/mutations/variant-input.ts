import type { Product, VariantChanges } from '../catalogue/model.ts';
import { NotModelled } from '../graphql/errors.ts';
import { parseGlobalId } from '../text-forms.ts';
import { type Input, inputOf, inputsOf, refuseUnmodelled } from './input.ts';
import { type InventoryItemProblem, nullableText, readInventoryItem } from './inventory-item-input.ts';
import { centsOf, moneyProblem, moneyRefusals, moneyText } from './money.ts';
import { isTooLong, TOO_LONG, type UserError } from './user-error.ts';

const modelled = new Set([
  'barcode',
  'compareAtPrice',
  'id',
  'inventoryItem',
  'inventoryQuantities',
  'optionValues',
  'price',
]);

/** Errors that leave `productVariants` null: the input is not about this product's variants at all. */
export function structuralError(input: Input, product: Product, index: number): UserError | null {
  const at = (...path: string[]): string[] => ['variants', String(index), ...path];
  if (input.id === undefined || input.id === null) {
    return {
      field: at('id'),
      message: 'Product variant is missing ID attribute',
      code: 'PRODUCT_VARIANT_ID_MISSING',
    };
  }
  if (variantOf(product, input) === null) {
    return {
      field: at('id'),
      message: 'Product variant does not exist',
      code: 'PRODUCT_VARIANT_DOES_NOT_EXIST',
    };
  }
  if (input.inventoryQuantities !== undefined && input.inventoryQuantities !== null) {
    return {
      field: at('inventoryQuantities'),
      message:
        'Inventory quantities can only be provided during create. To update inventory for existing variants, use inventoryAdjustQuantities.',
      code: 'NO_INVENTORY_QUANTITIES_ON_VARIANTS_UPDATE',
    };
  }
  for (const [place, value] of inputsOf(input.optionValues).entries()) {
    if (product.options.some(({ name }) => name === value.optionName)) continue;
    return {
      field: at('optionValues', String(place)),
      message: 'Option does not exist',
      code: 'OPTION_DOES_NOT_EXIST',
    };
  }
  return null;
}

export function variantOf(product: Product, { id }: Input) {
  const parsed = parseGlobalId(String(id));
  if (parsed?.type !== 'ProductVariant') return null;
  return product.variants.find((variant) => variant.id === parsed.id) ?? null;
}

/**
 * What the input changes, and its value errors in Shopify's order: compareAtPrice before price, whatever the
 * input's order.
 */
export function readVariant(input: Input, index: number): { changes: VariantChanges; errors: UserError[] } {
  refuseUnmodelled('ProductVariantsBulkInput', input, modelled);
  if (inputsOf(input.optionValues).length > 0)
    throw new NotModelled('writing ProductVariantsBulkInput.optionValues');
  const errors: UserError[] = [];
  const refuse = (path: readonly string[], message: string, code: string | null): void => {
    errors.push({ field: ['variants', String(index), ...path], message, code });
  };
  const item = readInventoryItem(inputOf(input.inventoryItem));
  const changes: { -readonly [Key in keyof VariantChanges]: VariantChanges[Key] } = { ...item.changes };

  const { compareAtPrice, price, barcode } = input;
  if (compareAtPrice === null) changes.compareAtPrice = null;
  else if (typeof compareAtPrice === 'string') {
    const cents = centsOf(compareAtPrice);
    const problem = moneyProblem(cents);
    if (problem === null) changes.compareAtPrice = moneyText(cents);
    else refuse(['compareAtPrice'], moneyRefusals[problem].message, moneyRefusals[problem].code);
  }
  if (price === null) refuse(['price'], "Price can't be blank", 'BLANK');
  // A JSON number is taken for money without complaint and without effect.
  else if (typeof price === 'string') {
    const cents = centsOf(price);
    const problem = moneyProblem(cents);
    if (problem === null) changes.price = moneyText(cents);
    else refuse(['price'], `Price ${moneyRefusals[problem].message}`, moneyRefusals[problem].code);
  }
  if (barcode !== undefined) {
    changes.barcode = nullableText(barcode);
    if (changes.barcode !== null && isTooLong(changes.barcode)) refuse(['barcode'], TOO_LONG, 'TOO_LONG');
  }
  for (const problem of item.problems) refuseItem(problem, refuse);
  return { changes, errors };
}

type Refuse = (path: readonly string[], message: string, code: string | null) => void;

function refuseItem(problem: InventoryItemProblem, refuse: Refuse): void {
  switch (problem.field) {
    case 'cost': {
      // A bad cost is told twice: of the variant without a code, then of the cost.
      const { message, code } = moneyRefusals[problem.kind];
      refuse([], message, null);
      refuse(['inventoryItem', 'cost'], `Cost per item ${message}`, code);
      return;
    }
    case 'sku':
      refuse(['inventoryItem', 'sku'], TOO_LONG, 'TOO_LONG');
      return;
    case 'weight':
      refuse(['inventoryItem', 'measurement', 'weight'], problem.message, 'GREATER_THAN_OR_EQUAL_TO');
  }
}
