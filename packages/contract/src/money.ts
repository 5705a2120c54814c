/** Amounts of money as people type them. Free of Zod, so that the web bundle can load it. */

export type ParsedMoney = { ok: true; value: string } | { ok: false; message: string };

/** Whole digits of an amount: more than any price that is meant, in any currency. */
const MAX_WHOLE_DIGITS = 12;

/**
 * Reads an amount of at least 0 with at most two decimals: `19.9` becomes `19.90`. What could be read in two ways, such
 * as `1,234` or `12,5`, is refused with a sentence that says how to write it.
 */
export function parseMoney(input: string | number): ParsedMoney {
  const text = String(input).trim();
  if (text === '') return refuse('Enter an amount such as 19.90.');
  const match = /^0*(\d+)(?:\.(\d+))?$/.exec(text);
  const [, whole, fraction = ''] = match ?? [];
  if (whole === undefined) return refuse(explain(text));
  if (fraction.length > 2) return refuse(`Write at most two decimals: ${text} has ${fraction.length}.`);
  if (whole.length > MAX_WHOLE_DIGITS)
    return refuse('This amount is too large: 999999999999.99 is the most.');
  return { ok: true, value: `${whole}.${fraction.padEnd(2, '0')}` };
}

function explain(text: string): string {
  if (/^-\s*\d/.test(text)) return 'An amount must be at least 0.';
  if (/^\d{1,3}(,\d{3})+\.\d{1,2}$/.test(text)) {
    return `Leave out the thousands separator: write ${text.replaceAll(',', '')}.`;
  }
  if (/^\d+,\d{1,2}$/.test(text)) return `Write decimals with a point: ${text.replace(',', '.')}.`;
  if (/^\d+(\.\d+)?e[+-]?\d+$/i.test(text))
    return `Write the amount in digits, such as 19.90, not as ${text}.`;
  return 'Enter a number of at least 0 with at most two decimals, such as 19.90.';
}

function refuse(message: string): ParsedMoney {
  return { ok: false, message };
}
