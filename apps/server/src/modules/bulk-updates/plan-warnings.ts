import {
  type BulkUpdateWarningCode,
  LARGE_PRICE_CHANGE_PERCENT,
  MONEY_ATTRIBUTES,
} from '@storefleet/contract/constants';
import type { AttributeValue } from '../../connectors/connector.ts';
import { compareDecimals, multiplyDecimals, percentDifference } from '../../platform/decimal.ts';
import type { VariantValues } from './attribute-value.ts';
import type { ChangeMap } from './plan-item.ts';

/** What a person should look at again before these changes are written. */
export function warningsOf(changes: ChangeMap, variant: VariantValues | null): BulkUpdateWarningCode[] {
  const warnings: BulkUpdateWarningCode[] = [];
  if (changes.price && isZero(changes.price.new)) warnings.push('zero_price');
  if (variant !== null && isBelowCost(changes, variant)) warnings.push('below_cost');
  if (MONEY_ATTRIBUTES.some((attribute) => isLarge(changes[attribute]))) warnings.push('large_change');
  const emptied = Object.values(changes).some((change) => change.new === null && change.old !== null);
  if (emptied) warnings.push('cleared');
  return warnings;
}

function isBelowCost(changes: ChangeMap, variant: VariantValues): boolean {
  if (!changes.price && !changes.cost) return false;
  const price = changes.price ? changes.price.new : variant.price;
  const cost = changes.cost ? changes.cost.new : variant.cost;
  return price !== null && cost !== null && compareDecimals(price, cost) < 0;
}

type OldAndNew = { readonly old: AttributeValue; readonly new: AttributeValue };

function isLarge(change: OldAndNew | undefined): boolean {
  if (!hasBoth(change)) return false;
  return Math.abs(percentDifference(change.old, change.new)) > LARGE_PRICE_CHANGE_PERCENT;
}

/** True where an amount becomes exactly 10 or 100 times as much or as little: a misplaced decimal point looks so. */
export function isDecimalPointSlip(changes: ChangeMap): boolean {
  return MONEY_ATTRIBUTES.some((attribute) => {
    const change = changes[attribute];
    if (!hasBoth(change) || isZero(change.new)) return false;
    return ['10', '100'].some(
      (factor) =>
        compareDecimals(multiplyDecimals(change.old, factor), change.new) === 0 ||
        compareDecimals(multiplyDecimals(change.new, factor), change.old) === 0,
    );
  });
}

function hasBoth(change: OldAndNew | undefined): change is { old: string; new: string } {
  return change !== undefined && change.old !== null && change.new !== null && !isZero(change.old);
}

function isZero(value: AttributeValue): boolean {
  return value !== null && compareDecimals(value, '0') === 0;
}
