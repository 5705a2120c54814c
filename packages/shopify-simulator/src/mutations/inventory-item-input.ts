import type { VariantChanges, WeightUnit } from '../catalogue/model.ts';
import { type Input, inputOf, refuseUnmodelled } from './input.ts';
import { centsOf, type MoneyProblem, moneyProblem, moneyText } from './money.ts';
import { isTooLong } from './user-error.ts';

const modelled = new Set([
  'cost',
  'countryCodeOfOrigin',
  'harmonizedSystemCode',
  'measurement',
  'provinceCodeOfOrigin',
  'requiresShipping',
  'sku',
  'tracked',
]);
const modelledMeasurement = new Set(['weight']);
const unitSymbols = { KILOGRAMS: 'kg', GRAMS: 'g', POUNDS: 'lb', OUNCES: 'oz' } as const;

export type InventoryItemProblem =
  | { readonly field: 'cost'; readonly kind: MoneyProblem }
  | { readonly field: 'sku'; readonly kind: 'too_long' }
  | { readonly field: 'harmonizedSystemCode'; readonly kind: 'format' }
  | { readonly field: 'weight'; readonly kind: 'negative'; readonly message: string };

export const harmonizedSystemCodeRule =
  'Harmonized system code must be a number between six and thirteen digits';

/** What an `InventoryItemInput` changes, and what is wrong with it; both mutations that take one word it differently. */
export function readInventoryItem(input: Input): {
  changes: VariantChanges;
  problems: InventoryItemProblem[];
} {
  refuseUnmodelled('InventoryItemInput', input, modelled);
  const problems: InventoryItemProblem[] = [];
  const changes: { -readonly [Key in keyof VariantChanges]: VariantChanges[Key] } = {};
  const { cost, sku, harmonizedSystemCode, countryCodeOfOrigin, provinceCodeOfOrigin } = input;
  if (sku !== undefined) {
    if (sku !== null && isTooLong(String(sku))) problems.push({ field: 'sku', kind: 'too_long' });
    changes.sku = nullableText(sku);
  }
  if (cost === null) changes.cost = null;
  else if (cost !== undefined) {
    const cents = centsOf(String(cost));
    const kind = moneyProblem(cents);
    if (kind === null) changes.cost = moneyText(cents);
    else problems.push({ field: 'cost', kind });
  }
  if (harmonizedSystemCode !== undefined) {
    const code = nullableText(harmonizedSystemCode)?.replaceAll('.', '') ?? null;
    if (code !== null && !/^\d{6,13}$/.test(code))
      problems.push({ field: 'harmonizedSystemCode', kind: 'format' });
    changes.harmonizedSystemCode = code;
  }
  if (countryCodeOfOrigin !== undefined) changes.countryCodeOfOrigin = nullableText(countryCodeOfOrigin);
  if (provinceCodeOfOrigin !== undefined) changes.provinceCodeOfOrigin = nullableText(provinceCodeOfOrigin);
  if (typeof input.tracked === 'boolean') changes.tracked = input.tracked;
  if (typeof input.requiresShipping === 'boolean') changes.requiresShipping = input.requiresShipping;
  const measurement = inputOf(input.measurement);
  refuseUnmodelled('InventoryItemMeasurementInput', measurement, modelledMeasurement);
  const { value, unit } = inputOf(measurement.weight);
  if (typeof value === 'number') {
    changes.weight = value;
    changes.weightUnit = unit as WeightUnit;
    if (value < 0) {
      const symbol = unitSymbols[changes.weightUnit];
      const message = `Measurement weight value ${value} ${symbol} must be >= 0 ${symbol}`;
      problems.push({ field: 'weight', kind: 'negative', message });
    }
  }
  return { changes, problems };
}

export function nullableText(value: unknown): string | null {
  return value === null ? null : String(value);
}
