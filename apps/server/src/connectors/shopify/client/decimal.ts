/** Decimal text without floats: what Shopify writes in two forms ("10.00", "10.0") becomes one. */

const CANONICAL_MONEY = /^(?:0|[1-9]\d*)\.\d\d$/;
const DECIMAL = /^(-?)0*(\d+)(?:\.(\d*))?$/;

/** At least two decimals, no trailing zeros beyond them: "10", "10.0" and "10.000" are all "10.00". */
export function canonicalMoney(text: string): string | null {
  if (CANONICAL_MONEY.test(text)) {
    return text;
  }
  const parts = DECIMAL.exec(text);
  if (parts === null) {
    return null;
  }
  const [, sign = '', whole = '0', fraction = ''] = parts;
  const amount = `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
  return /[1-9]/.test(amount) ? `${sign}${amount}` : amount;
}

/** A JSON number as plain decimal text, never in exponent form: 0.5 is "0.5", 1e-7 is "0.0000001". */
export function decimalText(value: number): string | null {
  if (!Number.isFinite(value)) {
    return null;
  }
  const text = String(value);
  return text.includes('e') ? withoutExponent(text) : text;
}

function withoutExponent(text: string): string {
  const parts = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  const [, sign = '', first = '0', rest = '', exponent = '0'] = parts ?? [];
  const digits = first + rest;
  const point = 1 + Number(exponent);
  if (point <= 0) {
    return `${sign}0.${'0'.repeat(-point)}${digits}`;
  }
  return `${sign}${digits.padEnd(point, '0')}`;
}
