import type { AttributeValue } from '@storefleet/contract/values/attribute-value';
import { decimalOf } from '@storefleet/contract/values/money/decimal';
import { parseUnitPrice, printUnitPrice } from '@storefleet/contract/values/money/unit-price';

/**
 * Where Shopify keeps the measure of a unit price, and whether it is shown. Without one, recorded answers say
 * `{ quantityValue: 0, quantityUnit: null, referenceValue: 0, referenceUnit: null }`.
 */

type Json = Record<string, unknown>;

export const UNIT_PRICE_FIELD = 'unitPriceMeasurement';
export const UNIT_PRICE_FIELDS = `showUnitPrice ${UNIT_PRICE_FIELD} { quantityValue quantityUnit referenceValue referenceUnit }`;

/** Null where none is shown, whatever measure is kept. */
export function unitPriceIn(variant: Json): AttributeValue {
  const measurement = (variant[UNIT_PRICE_FIELD] ?? {}) as Json;
  const { quantityValue, quantityUnit, referenceValue, referenceUnit } = measurement;
  if (variant.showUnitPrice !== true || typeof quantityValue !== 'number' || quantityValue <= 0) return null;
  const words = {
    unit: String(quantityUnit).toLowerCase(),
    referenceUnit: String(referenceUnit).toLowerCase(),
  };
  return printUnitPrice({
    quantity: decimalOf(quantityValue) ?? '',
    reference: String(referenceValue),
    ...words,
  });
}

/** To hide it is certain; how a measure is emptied, Shopify does not say. */
export function unitPriceInput(value: AttributeValue): Json {
  const measure = value === null ? null : parseUnitPrice(value);
  if (measure === null) return { showUnitPrice: false };
  return {
    showUnitPrice: true,
    [UNIT_PRICE_FIELD]: {
      quantityValue: Number(measure.quantity),
      quantityUnit: measure.unit.toUpperCase(),
      referenceValue: Number(measure.reference),
      referenceUnit: measure.referenceUnit.toUpperCase(),
    },
  };
}
