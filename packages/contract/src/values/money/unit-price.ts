import { canonicalDecimal, compareDecimals, isDecimal } from './decimal.ts';

/**
 * By which measure a unit price is shown: `750 ml / 1 l` shows the price of a litre. Units are those of Shopify's
 * `UnitPriceMeasurementMeasuredUnit`, in lower case.
 */

const UNITS = {
  volume: ['ml', 'cl', 'l', 'm3', 'floz', 'pt', 'qt', 'gal'],
  weight: ['mg', 'g', 'kg', 'oz', 'lb'],
  length: ['mm', 'cm', 'm', 'in', 'ft', 'yd'],
  area: ['m2', 'ft2'],
  count: ['item'],
} as const;
const KIND_OF = new Map<string, string>(
  Object.entries(UNITS).flatMap(([kind, units]) => units.map((unit): [string, string] => [unit, kind])),
);
const SPELLINGS: Readonly<Record<string, string>> = {
  'm³': 'm3',
  'm²': 'm2',
  'ft²': 'ft2',
  'fl oz': 'floz',
  items: 'item',
};

export type UnitPrice = {
  readonly quantity: string;
  readonly unit: string;
  /** A whole number. */
  readonly reference: string;
  readonly referenceUnit: string;
};

export const printUnitPrice = ({ quantity, unit, reference, referenceUnit }: UnitPrice): string =>
  `${quantity} ${unit} / ${reference} ${referenceUnit}`;

/** Null if it is none, or compares different kinds of units. A base measure without a number is of one. */
export function parseUnitPrice(text: string): UnitPrice | null {
  const [, number = '', unit = '', base = '1', baseUnit = ''] =
    /^([\d.]+)\s*([^\d\s/][^/]*?)\s*(?:\/|\bper\b)\s*(\d+)?\s*(\D.*)$/i.exec(text.trim()) ?? [];
  return unitPriceOf({ quantity: number, unit, reference: base, referenceUnit: baseUnit });
}

/** From the four columns of Shopify's files, or the four fields of its API. */
export function unitPriceOf(given: UnitPrice): UnitPrice | null {
  const [unit, referenceUnit] = [unitIn(given.unit), unitIn(given.referenceUnit)];
  if (!isDecimal(given.quantity) || !/^[1-9]\d{0,8}$/.test(given.reference)) return null;
  if (KIND_OF.get(unit) === undefined || KIND_OF.get(unit) !== KIND_OF.get(referenceUnit)) return null;
  const quantity = canonicalDecimal(given.quantity);
  return compareDecimals(quantity, '0') > 0 ? { ...given, quantity, unit, referenceUnit } : null;
}

function unitIn(text: string): string {
  const word = text.trim().toLowerCase();
  return SPELLINGS[word] ?? word;
}
