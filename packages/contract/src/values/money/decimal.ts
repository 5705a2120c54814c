import Big from 'big.js';

/** Exact arithmetic on plain decimal numbers as text, such as "9.90" and "10". */

const DECIMAL = /^-?(?:\d+\.?\d*|\.\d+)$/;
/** Most amounts are already in this format. */
const PLAIN = /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;
/** Nearly all amounts: floats represent their hundredths, times a thousand, exactly. */
const SHORT = /^\d{1,9}(?:\.\d\d?)?$/;

export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/** Less than, equal to or greater than 0, for sorting. */
export function compareDecimals(a: string, b: string): number {
  return SHORT.test(a) && SHORT.test(b) ? Math.sign(Number(a) - Number(b)) : parse(a).cmp(parse(b));
}

export function addDecimals(a: string, b: string): string {
  if (SHORT.test(a) && SHORT.test(b)) return ofHundredths(hundredths(a) + hundredths(b));
  return spell(parse(a).plus(parse(b)));
}

export function subtractDecimals(a: string, b: string): string {
  if (SHORT.test(a) && SHORT.test(b)) return ofHundredths(hundredths(a) - hundredths(b));
  return spell(parse(a).minus(parse(b)));
}

export function multiplyDecimals(a: string, b: string): string {
  return spell(parse(a).times(parse(b)));
}

/** The quotient, rounded like `roundDecimal`. */
export function divideDecimals(dividend: string, divisor: string, decimals: number): string {
  return spell(parse(dividend).div(parse(divisor)).round(decimals, Big.roundHalfUp));
}

/** Rounds to this many decimals, half away from zero. */
export function roundDecimal(text: string, decimals: number): string {
  return spell(parse(text).round(decimals, Big.roundHalfUp), decimals);
}

/** The number of decimals, without trailing zeros. */
export function decimalPlaces(text: string): number {
  const { c: digits, e: exponent } = parse(text);
  return Math.max(0, digits.length - 1 - exponent);
}

/** The canonical format: no leading or trailing zeros, but at least this many decimals; never "-0". */
export function canonicalDecimal(text: string, minDecimals = 0): string {
  if (minDecimals === 0 && PLAIN.test(text)) return text;
  return spell(parse(text), minDecimals);
}

const TWO_DECIMALS = /^(?:0|[1-9]\d*)\.\d\d$/;

/**
 * An amount as stored, with at least two decimals: "10", "10.0" and "10.000" are all "10.00". Null if it is
 * not a number.
 */
export function canonicalMoney(text: string): string | null {
  if (TWO_DECIMALS.test(text)) return text;
  return isDecimal(text) ? canonicalDecimal(text, 2) : null;
}

/** A float as plain text, never in exponent form: 1e-7 is "0.0000001". Null if it is not finite. */
export function decimalOf(number: number): string | null {
  return Number.isFinite(number) ? spell(new Big(number)) : null;
}

/** The percentage change from the first number, which must not be 0; to two decimals. */
export function percentDifference(from: string, to: string): number {
  if (SHORT.test(from) && SHORT.test(to)) {
    const base = hundredths(from);
    const scaled = (hundredths(to) - base) * 10_000;
    return (scaled - (scaled % base)) / base / 100;
  }
  const before = parse(from);
  return parse(to).minus(before).times(100).div(before).round(2, Big.roundDown).toNumber();
}

/** One step up or down, never below 0, keeping all decimals; null if the text is not a number. */
export function stepDecimal(text: string, step: string, direction: 1 | -1): string | null {
  if (!/^\d+(\.\d+)?$/.test(text)) return null;
  const stepped = parse(text).plus(parse(step).times(direction));
  const written = Math.max(...[text, step].map((number) => number.split('.')[1]?.length ?? 0));
  return (stepped.lt(0) ? Big(0) : stepped).toFixed(written);
}

/**
 * The margin in percent of the price, with one decimal: `"34.5"`. Null if cost or price is unknown, or the
 * price is 0.
 */
export function marginPercent(price: string | null, cost: string | null): string | null {
  if (price === null || cost === null) return null;
  if (SHORT.test(price) && SHORT.test(cost)) return marginOfHundredths(hundredths(price), hundredths(cost));
  if (!isDecimal(price) || !isDecimal(cost)) return null;
  const charged = parse(price);
  if (!charged.gt(0)) return null;
  const share = charged.minus(parse(cost)).times(100).div(charged).round(1, Big.roundHalfUp);
  return spell(share, 1);
}

/** In integers below 2^53, as a sync computes this for each variant. */
function marginOfHundredths(price: number, cost: number): string | null {
  if (price === 0) return null;
  const scaled = Math.abs(price - cost) * 1_000;
  const rest = scaled % price;
  const tenths = (scaled - rest) / price + (rest * 2 >= price ? 1 : 0);
  return ((price < cost ? -tenths : tenths) / 10).toFixed(1);
}

function hundredths(text: string): number {
  return Math.round(Number(text) * 100);
}

function ofHundredths(amount: number): string {
  return String(amount / 100);
}

function parse(text: string): Big {
  if (!isDecimal(text)) throw new RangeError(`Not a decimal number: ${JSON.stringify(text)}`);
  return new Big(text);
}

function spell(number: Big, minDecimals = 0): string {
  const text = (number.eq(0) ? Big(0) : number).toFixed();
  const [whole = '0', decimals = ''] = text.split('.');
  const padded = decimals.padEnd(minDecimals, '0');
  return padded === '' ? whole : `${whole}.${padded}`;
}
