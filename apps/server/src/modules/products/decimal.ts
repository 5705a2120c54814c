const DECIMAL = /^(-?)0*(\d*?)(?:\.(\d*?)0*)?$/;

/** Compares two plain decimal numbers written as text, such as "9.90" and "10", without going through floats. */
export function compareDecimals(a: string, b: string): number {
  const left = parseDecimal(a);
  const right = parseDecimal(b);
  const scale = Math.max(left.fraction.length, right.fraction.length);
  const difference = scaled(left, scale) - scaled(right, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

type Decimal = { readonly negative: boolean; readonly whole: string; readonly fraction: string };

function parseDecimal(text: string): Decimal {
  const match = DECIMAL.exec(text);
  if (!match || text === '' || text === '-')
    throw new RangeError(`Not a decimal number: ${JSON.stringify(text)}`);
  return { negative: match[1] === '-', whole: match[2] ?? '', fraction: match[3] ?? '' };
}

function scaled(decimal: Decimal, scale: number): bigint {
  const magnitude = BigInt(decimal.whole + decimal.fraction.padEnd(scale, '0') || '0');
  return decimal.negative ? -magnitude : magnitude;
}
