import type { VariantChanges, WeightUnit } from '../catalogue/model.ts';
import { type Input, inputOf, refuseUnmodelled } from './input.ts';
import { centsOf, type MoneyProblem, moneyProblem, moneyText } from './money.ts';
import { isTooLong } from './user-error.ts';

const modelled = new Set(['cost', 'measurement', 'sku']);
const modelledMeasurement = new Set(['weight']);
const unitSymbols = { KILOGRAMS: 'kg', GRAMS: 'g', POUNDS: 'lb', OUNCES: 'oz' } as const;

export type InventoryItemProblem =
  | { readonly field: 'cost'; readonly kind: MoneyProblem }
  | { readonly field: 'sku'; readonly kind: 'too_long' }
  | { readonly field: 'weight'; readonly kind: 'negative'; readonly message: string };

/** What an `InventoryItemInput` changes, and what is wrong with it. */
export function readInventoryItem(input: Input): {
  changes: VariantChanges;
  problems: InventoryItemProblem[];
} {
  refuseUnmodelled('InventoryItemInput', input, modelled);
  const problems: InventoryItemProblem[] = [];
  const changes: { -readonly [Key in keyof VariantChanges]: VariantChanges[Key] } = {};
  const { cost, sku } = input;
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
