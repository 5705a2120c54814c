import { isStock } from '@storefleet/contract/attributes/stock';
import { hasFinding } from '@storefleet/contract/catalogue/health/variant-findings';
import type { BulkUpdateWarningCode } from '@storefleet/contract/constants';
import { amountsIn, priceWarnings } from '@storefleet/contract/edits/price-warnings';
import type { AttributeValue } from '@storefleet/contract/values/attribute-value';
import { compareDecimals, multiplyDecimals } from '@storefleet/contract/values/money/decimal';
import type { VariantValues } from '../values/attribute-value.ts';
import { entriesOf, type ItemChanges, type PlannedChange } from '../values/changes.ts';

/** What a person should check before these changes are written. */
export function warningsOf(changes: ItemChanges, variant: VariantValues | null): BulkUpdateWarningCode[] {
  const found: BulkUpdateWarningCode[] = priceWarnings(changes, variant);
  if (becomesUndercut(changes, variant)) found.push('compare_at_below_price');
  if (entriesOf(changes).some(([name, change]) => isStock(name) && Number(change.new) < 0)) {
    found.push('negative_stock');
  }
  const isCleared = entriesOf(changes).some(([, change]) => change.new === null && change.old !== null);
  return isCleared ? [...found, 'cleared'] : found;
}

/** A sale that the shop stops showing: a price that rises past its compare-at price, or one entered below it. */
function becomesUndercut(changes: ItemChanges, variant: VariantValues | null): boolean {
  const { price, compare_at_price: compareAt } = changes;
  if (variant === null || !(price || compareAt)) return false;
  return hasFinding('compare-at-below-price', {
    ...variant,
    price: price ? price.new : variant.price,
    compareAtPrice: compareAt ? compareAt.new : variant.compare_at_price,
  });
}

/** True if an amount changes exactly by a factor of 10 or 100: probably a misplaced decimal point. */
export function isDecimalPointSlip(changes: ItemChanges): boolean {
  return amountsIn(changes).some(([, change]) => {
    if (!hasBoth(change) || isZero(change.new)) return false;
    return ['10', '100'].some(
      (factor) =>
        compareDecimals(multiplyDecimals(change.old, factor), change.new) === 0 ||
        compareDecimals(multiplyDecimals(change.new, factor), change.old) === 0,
    );
  });
}

function hasBoth(change: PlannedChange): change is { old: string; new: string } {
  return change.old !== null && change.new !== null && !isZero(change.old);
}

function isZero(value: AttributeValue): boolean {
  return value !== null && compareDecimals(value, '0') === 0;
}
