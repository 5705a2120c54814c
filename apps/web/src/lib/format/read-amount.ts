import { withoutCurrency } from '@storefleet/contract/values/money/currency-sign';
import { type ParsedNumber, parseMoney, plainNumber } from '@storefleet/contract/values/money/money';

/**
 * Normalizes an amount as typed or pasted from a spreadsheet: `12,5` in a decimal-comma locale, `$1,234.50`
 * if the amount is in `currency`. Ambiguous input is refused.
 */
export function readAmount(typed: string, currency?: string): ParsedNumber {
  const plain = readNumber(currency === undefined ? typed : withoutCurrency(typed.trim(), currency));
  return plain.ok ? parseMoney(plain.value) : plain;
}

/** Any number as typed, normalized to a decimal point; other text is returned unchanged. */
export function readNumber(typed: string): ParsedNumber {
  return plainNumber(typed, { decimalComma: hasDecimalComma(navigator.language) });
}

/** A factor or exchange rate. A decimal comma works in any language; a point is never one of thousands. */
export function readFactor(typed: string): ParsedNumber {
  const text = typed.trim();
  return /^\d+\.\d+$/.test(text) ? { ok: true, value: text } : plainNumber(text, { decimalComma: true });
}

export function readWeight(typed: string): ParsedNumber {
  const plain = readNumber(typed);
  return !plain.ok || /^\d{1,9}(\.\d{1,6})?$/.test(plain.value)
    ? plain
    : { ok: false, message: 'Weight must be a number of at least 0, such as 0.5.' };
}

const decimalCommas = new Map<string, boolean>();

function hasDecimalComma(language: string): boolean {
  let known = decimalCommas.get(language);
  if (known === undefined) {
    const parts = numberFormatOf(language).formatToParts(1.5);
    known = parts.some(({ type, value }) => type === 'decimal' && value === ',');
    decimalCommas.set(language, known);
  }
  return known;
}

/** Some systems report an invalid locale, such as `en-US@posix`. */
function numberFormatOf(language: string): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(language);
  } catch {
    return new Intl.NumberFormat();
  }
}
