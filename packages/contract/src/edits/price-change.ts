import { attributeWord } from '../attributes/attributes.ts';
import type { PriceRounding } from '../constants.ts';
import type { AttributeValue } from '../values/attribute-value.ts';
import {
  addDecimals,
  canonicalDecimal,
  compareDecimals,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
} from '../values/money/decimal.ts';
import type { PriceChange } from './bulk-updates.ts';

/** Decimals of most currencies, and the most that shops accept, even for currencies with three. */
const CURRENCY_DECIMALS = 2;

const decimalsOfCurrencies = new Map<string, number>();

/** Decimals of a currency: 2 for USD, 0 for JPY, 2 if it is unknown. */
export function currencyDecimals(currency: string): number {
  const known = decimalsOfCurrencies.get(currency);
  if (known !== undefined) return known;
  const decimals = readDecimals(currency);
  decimalsOfCurrencies.set(currency, decimals);
  return decimals;
}

/** Cached, as it takes a hundred times as long as the rest of planning a price. */
function readDecimals(currency: string): number {
  try {
    const { maximumFractionDigits = CURRENCY_DECIMALS } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    return Math.min(maximumFractionDigits, CURRENCY_DECIMALS);
  } catch {
    return CURRENCY_DECIMALS;
  }
}

/**
 * `, ending .99` after what is done, as it is done in these currencies: those without decimals have whole
 * amounts.
 */
export function endingWords(ending: string | null, currencies: readonly string[]): string {
  if (ending === null) return '';
  const known = [...new Set(currencies)].sort();
  const whole = known.filter((currency) => currencyDecimals(currency) === 0);
  if (whole.length === 0) return `, ending ${ending}`;
  return whole.length === known.length
    ? ', whole amounts'
    : `, ending ${ending}, whole amounts in ${whole.join(' and ')}`;
}

type ChangedPrice =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly message: string };

/** One attribute's new amount, computed from another's or its own. */
export function changePrice(change: PriceChange, base: AttributeValue, decimals: number): ChangedPrice {
  if (base === null) {
    const word = attributeWord(change.base ?? change.attribute);
    return { ok: false, message: `It has no ${word} to work the new value out from.` };
  }
  return { ok: true, value: changeAmount(change, base, decimals) };
}

/** Changed, then rounded, never below 0. */
export function changeAmount(
  { operation, unit, value, rounding }: Pick<PriceChange, 'operation' | 'unit' | 'value' | 'rounding'>,
  base: string,
  decimals: number,
): string {
  const difference = unit === 'amount' ? value : multiplyDecimals(multiplyDecimals(base, value), '0.01');
  const changed =
    operation === 'increase' ? addDecimals(base, difference) : subtractDecimals(base, difference);
  return canonicalDecimal(roundPrice(atLeastZero(changed), rounding, decimals), 2);
}

/**
 * The nearest price with the ending, the higher one if two are equally near. In a currency without decimals,
 * prices are rounded to whole numbers.
 */
function roundPrice(amount: string, rounding: PriceRounding, decimals: number): string {
  if (rounding === 'none' || decimals === 0) return roundDecimal(amount, decimals);
  const ending = `0${rounding}`;
  return addDecimals(atLeastZero(roundDecimal(subtractDecimals(amount, ending), 0)), ending);
}

function atLeastZero(amount: string): string {
  return compareDecimals(amount, '0') < 0 ? '0' : amount;
}
