import { multiplyDecimals } from './money/decimal.ts';

/** Grams per unit, exact by the international pound and ounce; units as Shopify names them. */
export const GRAMS: Readonly<Record<string, string>> = {
  g: '1',
  grams: '1',
  kg: '1000',
  kilograms: '1000',
  lb: '453.59237',
  pounds: '453.59237',
  oz: '28.349523125',
  ounces: '28.349523125',
};

/** A weight in grams, exact; null if there is none, or its unit is unknown. */
export function toGrams(weight: string | null, unit: string | null): string | null {
  const grams = GRAMS[unit?.toLowerCase() ?? ''];
  return weight === null || grams === undefined ? null : multiplyDecimals(weight, grams);
}

/** The same for a text such as `1.5kg`. */
export function gramsIn(text: string): string | null {
  const unit = text.replace(/^[\d.]+/, '');
  return toGrams(text.slice(0, text.length - unit.length), unit);
}
