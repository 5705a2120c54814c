import type { EditableAttribute } from '../attributes/attributes.ts';
import { isCompareAtOfList, isListPrice } from '../attributes/list-prices.ts';
import { LARGE_PRICE_CHANGE_PERCENT } from '../constants.ts';
import { isAmount as isInMoney } from '../values/attribute-value.ts';
import { compareDecimals, isDecimal, multiplyDecimals, subtractDecimals } from '../values/money/decimal.ts';

/** What a person should check before amounts are written. Without Zod, for the web bundle. */
export const PRICE_WARNINGS = ['zero_price', 'below_cost', 'large_change'] as const;
export type PriceWarning = (typeof PRICE_WARNINGS)[number];

type OldAndNew = { readonly old: string | null; readonly new: string | null };
export type Changes = { readonly [Attribute in EditableAttribute]?: OldAndNew | undefined };

/**
 * The warnings for one variant, about its own prices and those on the lists of markets: `held` has its current price and
 * cost, null if unknown.
 */
export function priceWarnings(
  changes: Changes,
  held: { readonly price: string | null; readonly cost: string | null } | null,
): PriceWarning[] {
  const warnings: PriceWarning[] = [];
  const { price, cost } = changes;
  const amounts = amountsIn(changes);
  if (amounts.some(([attribute, change]) => isPrice(attribute) && isZero(change.new)))
    warnings.push('zero_price');
  if (held && (price || cost) && isLess((price ?? { new: held.price }).new, (cost ?? { new: held.cost }).new))
    warnings.push('below_cost');
  if (amounts.some(([, change]) => isLarge(change))) warnings.push('large_change');
  return warnings;
}

/** The changes of amounts, in the currency of the store or of a price list. */
export const amountsIn = <Change>(
  changes: { readonly [Attribute in EditableAttribute]?: Change | undefined },
) => (Object.entries(changes) as [EditableAttribute, Change][]).filter(([attribute]) => isInMoney(attribute));

const isPrice = (attribute: EditableAttribute) =>
  attribute === 'price' || (isListPrice(attribute) && !isCompareAtOfList(attribute));

const isAmount = (amount: string | null): amount is string => amount !== null && isDecimal(amount);

function isZero(amount: string | null): boolean {
  return isAmount(amount) && compareDecimals(amount, '0') === 0;
}

function isLess(amount: string | null, other: string | null): boolean {
  return isAmount(amount) && isAmount(other) && compareDecimals(amount, other) < 0;
}

/** From 0, every change would be infinite. */
function isLarge(change: OldAndNew): boolean {
  if (!isAmount(change.old) || !isAmount(change.new) || isZero(change.old)) return false;
  const difference = subtractDecimals(change.new, change.old).replace('-', '');
  const limit = multiplyDecimals(change.old, String(LARGE_PRICE_CHANGE_PERCENT));
  return compareDecimals(multiplyDecimals(difference, '100'), limit) > 0;
}
