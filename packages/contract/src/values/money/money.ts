/** Parses numbers and amounts as people type them. Without Zod, so that the web bundle can load it. */

export type ParsedNumber =
  | { ok: true; value: string }
  /** `readings`: what an ambiguous text could mean. */
  | { ok: false; message: string; readings?: string[] };

/** Maximum integer digits of an amount: more than any real price in any currency. */
const MAX_WHOLE_DIGITS = 12;

/** The most decimals of any source; most keep fewer. */
export const MAX_MONEY_DECIMALS = 4;

/**
 * Parses an amount of at least 0, with a decimal point and at most four decimals, into the stored format:
 * `19.9` becomes `19.90`. Anything else is refused with a sentence that says how to write it.
 */
export function parseMoney(input: string | number): ParsedNumber {
  const text = String(input).trim();
  if (text === '') return refuse('Enter an amount such as 19.90.');
  const match = /^0*(\d+)(?:\.(\d+))?$/.exec(text);
  const [, whole, fraction = ''] = match ?? [];
  if (whole === undefined) return refuse(explain(text));
  if (fraction.length > MAX_MONEY_DECIMALS)
    return refuse(`Write at most four decimals: ${text} has ${fraction.length}.`);
  if (whole.length > MAX_WHOLE_DIGITS)
    return refuse('This amount is too large: 999999999999.9999 is the most.');
  return { ok: true, value: `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}` };
}

function explain(text: string): string {
  if (/^-\s*\d/.test(text)) return 'An amount must be at least 0.';
  const plain = plainNumber(text, { decimalComma: false });
  if (!plain.ok) return plain.message;
  if (plain.value !== text) return `Leave out the thousands separator: write ${plain.value}.`;
  if (/^\d+(\.\d+)?e[+-]?\d+$/i.test(text))
    return `Write the amount in digits, such as 19.90, not as ${text}.`;
  return 'Enter a number of at least 0, such as 19.90.';
}

type NumberStyle = {
  /**
   * Whether the writer's language uses decimal commas. A point is accepted too, as amounts are shown with
   * one.
   */
  decimalComma: boolean;
};

/**
 * `1 234,50`, `1'234.50`, also with narrow or fixed spaces: a group separator that cannot be a decimal sign.
 */
const SPACED_GROUPS = /^\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d+)?$/;
const COMMA_GROUPS = /^\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;
const POINT_GROUPS = /^\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/;
/** One separator followed by three digits: thousands or decimals. */
const AMBIGUOUS = /^([1-9]\d{0,2})([.,])(\d{3})$/;

/**
 * A number as people and spreadsheets write it, converted to a decimal point without group separators. An
 * ambiguous one is refused; text that is no number is unchanged.
 */
export function plainNumber(input: string, { decimalComma }: NumberStyle): ParsedNumber {
  const trimmed = input.trim();
  const text = SPACED_GROUPS.test(trimmed) ? trimmed.replace(/[\s'’]/g, '') : trimmed;
  if (COMMA_GROUPS.test(text)) return { ok: true, value: text.replaceAll(',', '') };
  if (POINT_GROUPS.test(text)) return withPoint(text.replaceAll('.', ''), decimalComma);
  const [, whole = '', separator, digits = ''] = AMBIGUOUS.exec(text) ?? [];
  if (separator === ',' || (separator === '.' && decimalComma)) {
    const sign = decimalComma ? ',' : '.';
    const message = `“${text}” could be ${whole}${digits} or ${whole}${sign}${digits}: write ${whole}${digits} or ${whole}${sign}${digits}0.`;
    return { ok: false, message, readings: [whole + digits, `${whole}.${digits}`] };
  }
  return withPoint(text, decimalComma);
}

function withPoint(text: string, decimalComma: boolean): ParsedNumber {
  if (!/^\d+,\d+$/.test(text)) return { ok: true, value: text };
  const value = text.replace(',', '.');
  return decimalComma ? { ok: true, value } : refuse(`Write decimals with a point: ${value}.`);
}

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}
