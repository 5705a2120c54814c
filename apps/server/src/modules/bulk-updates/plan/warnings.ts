import {
  isCompareAtOfList,
  isListPrice,
  type ListPriceAttribute,
} from '@storefleet/contract/attributes/list-prices';
import { type BulkUpdateWarningCode, MONEY_ATTRIBUTES } from '@storefleet/contract/constants';
import { priceWarnings } from '@storefleet/contract/edits/price-warnings';
import type { AttributeValue } from '@storefleet/contract/values/attribute-value';
import { compareDecimals, multiplyDecimals } from '@storefleet/contract/values/money/decimal';
import type { VariantValues } from '../values/attribute-value.ts';
import { entriesOf, type ItemChanges, type PlannedChange } from '../values/changes.ts';

/** What a person should check before these changes are written. */
export function warningsOf(changes: ItemChanges, variant: VariantValues | null): BulkUpdateWarningCode[] {
  const { price, cost, compare_at_price } = changes;
  const all = entriesOf(changes);
  const found: BulkUpdateWarningCode[] = [
    ...priceWarnings({ price, cost, compare_at_price }, variant),
    ...all.flatMap(([attribute, change]) => (isListPrice(attribute) ? onList(attribute, change) : [])),
  ];
  if (all.some(([, change]) => change.new === null && change.old !== null)) found.push('cleared');
  return [...new Set(found)];
}

const onList = (attribute: ListPriceAttribute, change: PlannedChange) =>
  priceWarnings(isCompareAtOfList(attribute) ? { compare_at_price: change } : { price: change }, null);

/** True if an amount changes exactly by a factor of 10 or 100: probably a misplaced decimal point. */
export function isDecimalPointSlip(changes: ItemChanges): boolean {
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

function hasBoth(change: PlannedChange | undefined): change is { old: string; new: string } {
  return change !== undefined && change.old !== null && change.new !== null && !isZero(change.old);
}

function isZero(value: AttributeValue): boolean {
  return value !== null && compareDecimals(value, '0') === 0;
}
