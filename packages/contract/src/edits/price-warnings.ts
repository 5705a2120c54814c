import { LARGE_PRICE_CHANGE_PERCENT, MONEY_ATTRIBUTES } from '../constants.ts';

/** What a person looks at again before amounts are written. Free of Zod, so that the web bundle can load it. */
export const PRICE_WARNINGS = ['zero_price', 'below_cost', 'large_change'] as const;
export type PriceWarning = (typeof PRICE_WARNINGS)[number];

type MoneyAttribute = (typeof MONEY_ATTRIBUTES)[number];
type OldAndNew = { readonly old: string | null; readonly new: string | null };
export type AmountChanges = { readonly [Attribute in MoneyAttribute]?: OldAndNew | undefined };

/** The warnings for one variant: `held` are its price and cost of now; null where it is not known any more. */
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

function isZero(amount: string | null): boolean {
  return amount !== null && /^0+(\.0*)?$/.test(amount);
}

function isLess(amount: string | null, other: string | null): boolean {
  const both = inSameUnits(amount, other);
  return both !== null && both[0] < both[1];
}

/** From 0 every change would be infinitely large. */
function isLarge(change: OldAndNew | undefined): boolean {
  const both = change && inSameUnits(change.old, change.new);
  if (!both || both[0] === 0n) return false;
  const [before, after] = both;
  const difference = after > before ? after - before : before - after;
  return difference * 100n > before * BigInt(LARGE_PRICE_CHANGE_PERCENT);
}

/** Both as whole numbers of the smaller of their last places; null where one of them is no amount. */
function inSameUnits(one: string | null, other: string | null): [bigint, bigint] | null {
  const [left, right] = [one, other].map((text) => /^(\d+)(?:\.(\d*))?$/.exec(text ?? ''));
  if (!left || !right) return null;
  const [, leftWhole = '', leftFraction = ''] = left;
  const [, rightWhole = '', rightFraction = ''] = right;
  const scale = Math.max(leftFraction.length, rightFraction.length);
  return [
    BigInt(leftWhole + leftFraction.padEnd(scale, '0')),
    BigInt(rightWhole + rightFraction.padEnd(scale, '0')),
  ];
}
