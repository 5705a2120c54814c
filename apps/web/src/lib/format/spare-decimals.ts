import { currencyDecimals } from '@storefleet/contract/edits/price-change';

/** Amounts are stored with two decimals, even for currencies without any. */
export function withoutSpareDecimals(amount: string, currency: string): string {
  return currencyDecimals(currency) === 0 ? amount.replace(/\.0+$/, '') : amount;
}
