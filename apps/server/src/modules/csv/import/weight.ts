import {
  compareDecimals,
  divideDecimals,
  multiplyDecimals,
  roundDecimal,
} from '@storefleet/contract/values/decimal';

/** Grams of one unit, exactly, after the international definitions of pound and ounce; named as Shopify names them. */
const GRAMS: Readonly<Record<string, string>> = {
  g: '1',
  grams: '1',
  kg: '1000',
  kilograms: '1000',
  lb: '453.59237',
  pounds: '453.59237',
  oz: '28.349523125',
  ounces: '28.349523125',
};

/** Decimals of a weight that was converted: a tenth of a milligram and less is lost. */
const CONVERTED_DECIMALS = 6;

/** A weight in grams, exactly; null where there is none, or its unit is not known. */
export function toGrams(weight: string | null, unit: string | null): string | null {
  const grams = GRAMS[unit?.toLowerCase() ?? ''];
  return weight === null || grams === undefined ? null : multiplyDecimals(weight, grams);
}

/**
 * The weight in a unit that so many grams are. A number of grams that is the present weight but for its rounding, as
 * Shopify's files round to whole grams, is the present weight. Null where the unit is not known.
 */
export function fromGrams(grams: string, unit: string | null, present: string | null): string | null {
  const presentGrams = toGrams(present, unit);
  const decimals = grams.split('.')[1]?.length ?? 0;
  if (presentGrams !== null && compareDecimals(roundDecimal(presentGrams, decimals), grams) === 0)
    return present;
  const perUnit = GRAMS[unit?.toLowerCase() ?? ''];
  return perUnit === undefined ? null : divideDecimals(grams, perUnit, CONVERTED_DECIMALS);
}
