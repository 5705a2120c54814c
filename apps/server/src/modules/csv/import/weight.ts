import { compareDecimals, divideDecimals, roundDecimal } from '@storefleet/contract/values/decimal';
import { GRAMS, toGrams } from '@storefleet/contract/values/weight';

/** Decimals of a weight that was converted: a tenth of a milligram and less is lost. */
const CONVERTED_DECIMALS = 6;

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
