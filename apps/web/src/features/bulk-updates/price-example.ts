import type { PriceRounding } from '@storefleet/contract/constants';
import type { PriceChange } from '@storefleet/contract/edits/bulk-updates';
import { decimalsOf } from '../../lib/format/currency-decimals.ts';
import { formatMoney } from '../../lib/format/format-money.ts';
import { add, isNegative, multiply, round, subtract } from './decimal.ts';

export type ExampleAmount = { amount: string; currency: string };

/** What stands for a price where none of the selected ones is known. */
export const TYPICAL_AMOUNT: ExampleAmount = { amount: '20.00', currency: 'USD' };

type Change = Pick<PriceChange, 'operation' | 'unit' | 'value' | 'rounding'>;

/** "For example, $20.00 becomes $21.99." The preview, worked out by the server, is what counts. */
export function describeExample(change: Change, { amount, currency }: ExampleAmount): string {
  const decimals = Math.max(decimalsOf(currency), /\.(\d*?)0*$/.exec(amount)?.[1]?.length ?? 0);
  const changed = changedPrice(change, amount, decimals);
  return `For example, ${formatMoney(amount, currency)} becomes ${formatMoney(changed, currency)}.`;
}

/** Changed first, then rounded, never below 0: the rule of the server. */
export function changedPrice({ operation, unit, value, rounding }: Change, base: string, decimals: number) {
  const difference = unit === 'amount' ? value : multiply(multiply(base, value), '0.01');
  const changed = operation === 'increase' ? add(base, difference) : subtract(base, difference);
  return roundTo(rounding, atLeastZero(changed), decimals);
}

function roundTo(rounding: PriceRounding, amount: string, decimals: number): string {
  if (rounding === 'none' || decimals === 0) return round(amount, decimals);
  const ending = `0${rounding}`;
  return add(atLeastZero(round(subtract(amount, ending), 0)), ending);
}

function atLeastZero(amount: string): string {
  return isNegative(amount) ? '0' : amount;
}
