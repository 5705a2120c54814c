import type { PriceChange } from '@storefleet/contract/edits/bulk-updates';
import { changeAmount, currencyDecimals } from '@storefleet/contract/edits/price-change';
import { formatMoney } from '../../lib/format/format-money.ts';

type ExampleAmount = { amount: string; currency: string };

/** Example price if none of the selected prices is known. */
export const TYPICAL_AMOUNT: ExampleAmount = { amount: '20.00', currency: 'USD' };

type Change = Pick<PriceChange, 'operation' | 'unit' | 'value' | 'rounding'>;

/** "Example: $20.00 to $21.99" Only an example; the server's preview is authoritative. */
export function describeExample(change: Change, { amount, currency }: ExampleAmount): string {
  const decimals = Math.max(currencyDecimals(currency), /\.(\d*?)0*$/.exec(amount)?.[1]?.length ?? 0);
  const changed = changeAmount(change, amount, decimals);
  return `Example: ${formatMoney(amount, currency)} to ${formatMoney(changed, currency)}`;
}
