import { LARGE_PRICE_CHANGE_PERCENT, MONEY_ATTRIBUTES } from '../constants.ts';
import { compareDecimals, isDecimal, multiplyDecimals, subtractDecimals } from '../values/money/decimal.ts';

/** What a person should check before amounts are written. Without Zod, for the web bundle. */
export const PRICE_WARNINGS = ['zero_price', 'below_cost', 'large_change'] as const;
export type PriceWarning = (typeof PRICE_WARNINGS)[number];

type MoneyAttribute = (typeof MONEY_ATTRIBUTES)[number];
type OldAndNew = { readonly old: string | null; readonly new: string | null };
export type AmountChanges = { readonly [Attribute in MoneyAttribute]?: OldAndNew | undefined };

/** The warnings for one variant: `held` has its current price and cost, null if unknown. */
export function priceWarnings(
  changes: AmountChanges,
  held: { readonly price: string | null; readonly cost: string | null } | null,
): PriceWarning[] {
  const warnings: PriceWarning[] = [];
  const { price, cost } = changes;
  if (price && isZero(price.new)) warnings.push('zero_price');
  if (held && (price || cost) && isLess((price ?? { new: held.price }).new, (cost ?? { new: held.cost }).new))
    warnings.push('below_cost');
  if (MONEY_ATTRIBUTES.some((attribute) => isLarge(changes[attribute]))) warnings.push('large_change');
  return warnings;
}

const isAmount = (amount: string | null): amount is string => amount !== null && isDecimal(amount);

function isZero(amount: string | null): boolean {
  return isAmount(amount) && compareDecimals(amount, '0') === 0;
}

function isLess(amount: string | null, other: string | null): boolean {
  return isAmount(amount) && isAmount(other) && compareDecimals(amount, other) < 0;
}

/** From 0, every change would be infinite. */
function isLarge(change: OldAndNew | undefined): boolean {
  if (!change || !isAmount(change.old) || !isAmount(change.new) || isZero(change.old)) return false;
  const difference = subtractDecimals(change.new, change.old).replace('-', '');
  const limit = multiplyDecimals(change.old, String(LARGE_PRICE_CHANGE_PERCENT));
  return compareDecimals(multiplyDecimals(difference, '100'), limit) > 0;
}
