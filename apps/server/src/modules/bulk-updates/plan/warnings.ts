import type { BulkUpdateWarningCode } from '@storefleet/contract/constants';
import { amountsIn, priceWarnings } from '@storefleet/contract/edits/price-warnings';
import type { AttributeValue } from '@storefleet/contract/values/attribute-value';
import { compareDecimals, multiplyDecimals } from '@storefleet/contract/values/money/decimal';
import type { VariantValues } from '../values/attribute-value.ts';
import { entriesOf, type ItemChanges, type PlannedChange } from '../values/changes.ts';

/** What a person should check before these changes are written. */
export function warningsOf(changes: ItemChanges, variant: VariantValues | null): BulkUpdateWarningCode[] {
  const found: BulkUpdateWarningCode[] = priceWarnings(changes, variant);
  const isCleared = entriesOf(changes).some(([, change]) => change.new === null && change.old !== null);
  return isCleared ? [...found, 'cleared'] : found;
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
