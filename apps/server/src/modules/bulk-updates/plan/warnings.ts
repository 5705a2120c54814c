import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import { attributesOnList, isListPrice, listOf } from '@storefleet/contract/attributes/list-prices';
import { isStock } from '@storefleet/contract/attributes/stock';
import type { BulkUpdateWarningCode } from '@storefleet/contract/constants';
import { amountsIn, priceWarnings } from '@storefleet/contract/edits/price-warnings';
import { type AttributeValue, valueIn } from '@storefleet/contract/values/attribute-value';
import { compareDecimals, multiplyDecimals } from '@storefleet/contract/values/money/decimal';
import type { VariantValues } from '../values/attribute-value.ts';
import { attributesOf, entriesOf, type ItemChanges, type PlannedChange } from '../values/changes.ts';

/** What a person should check before these changes are written. */
export function warningsOf(changes: ItemChanges, variant: VariantValues | null): BulkUpdateWarningCode[] {
  const found: BulkUpdateWarningCode[] = priceWarnings(changes, variant);
  if (becomesUndercut(changes, variant)) found.push('compare_at_below_price');
  const fallsBelowZero = ({ old, new: now }: PlannedChange) => Number(now) < 0 && Number(old) >= 0;
  if (entriesOf(changes).some(([name, change]) => isStock(name) && fallsBelowZero(change))) {
    found.push('negative_stock');
  }
  const isCleared = entriesOf(changes).some(([, change]) => change.new === null && change.old !== null);
  return isCleared ? [...found, 'cleared'] : found;
}

/**
 * A sale that the shop stops showing, its own or that of a market's list: a price that rises past its compare-at price,
 * or one entered below it.
 */
function becomesUndercut(changes: ItemChanges, variant: VariantValues | null): boolean {
  if (variant === null) return false;
  const valueAt = (name: EditableAttribute, when: 'old' | 'new') => {
    const change = changes[name];
    return change ? change[when] : (valueIn(variant, name) ?? null);
  };
  const lists = attributesOf(changes).filter(isListPrice).map(listOf).map(attributesOnList);
  return [['price', 'compare_at_price'] as const, ...lists].some(([price, compareAt]) => {
    const isUndercut = (when: 'old' | 'new') => isBelow(valueAt(compareAt, when), valueAt(price, when));
    return isUndercut('new') && !isUndercut('old');
  });
}

/** A compare-at price of 0 is none. */
function isBelow(compareAt: AttributeValue, price: AttributeValue): boolean {
  return compareAt !== null && price !== null && !isZero(compareAt) && compareDecimals(compareAt, price) < 0;
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
