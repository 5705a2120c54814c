import type { ExchangeRate } from '@storefleet/contract/articles/rules';
import { readFactor } from '../../../lib/format/read-amount.ts';

export const printRates = (rates: readonly ExchangeRate[]): string =>
  rates.map(({ from, to, rate }) => `${from} ${to} ${rate}`).join('\n');

/** One currency pair and rate per line, separated by spaces, tabs, commas or semicolons. */
export function readRates(text: string): { rates: ExchangeRate[] } | { problem: string } {
  const rates: ExchangeRate[] = [];
  for (const [index, written] of text.split('\n').entries()) {
    const line = written.replaceAll('"', '').trim();
    const isHead = index === 0 && !/\d/.test(line);
    if (line === '' || isHead) continue;
    const match = /^([a-z]{3})[\s,;/]+([a-z]{3})[\s,;=]+(\d+(?:[.,]\d+)?)$/i.exec(line);
    if (match === null)
      return { problem: `Line ${index + 1} is not a valid rate. Write it as “CHF EUR 1.0523”.` };
    const [, from = '', to = '', typed = ''] = match;
    const rate = readFactor(typed);
    if (!rate.ok) return { problem: `Line ${index + 1}: ${rate.message}` };
    rates.push({ from: from.toUpperCase(), to: to.toUpperCase(), rate: rate.value });
  }
  return { rates };
}
