/** Exact arithmetic on plain decimal numbers written as text, such as "9.90" and "10": nothing passes through floats. */

const DECIMAL = /^-?(?:\d+\.?\d*|\.\d+)$/;

export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/** Less than, equal to or greater than 0, as sorting takes it. */
export function compareDecimals(a: string, b: string): number {
  if (a === b && isDecimal(a)) return 0;
  const [left, right] = alike(parse(a), parse(b));
  return left < right ? -1 : left > right ? 1 : 0;
}

export function addDecimals(a: string, b: string): string {
  const left = parse(a);
  const right = parse(b);
  const [leftUnits, rightUnits] = alike(left, right);
  return format({ units: leftUnits + rightUnits, scale: Math.max(left.scale, right.scale) });
}

export function subtractDecimals(a: string, b: string): string {
  const { units, scale } = parse(b);
  return addDecimals(a, format({ units: -units, scale }));
}

export function multiplyDecimals(a: string, b: string): string {
  const left = parse(a);
  const right = parse(b);
  return format({ units: left.units * right.units, scale: left.scale + right.scale });
}

/** The nearest number of so many decimals; what lies half-way goes up, away from zero for negative numbers. */
export function roundDecimal(text: string, decimals: number): string {
  const { units, scale } = parse(text);
  if (scale <= decimals) return canonicalDecimal(text, decimals);
  const step = 10n ** BigInt(scale - decimals);
  const half = units < 0n ? -step / 2n : step / 2n;
  return canonicalDecimal(format({ units: (units + half) / step, scale: decimals }), decimals);
}

/** How many decimals a number has, without zeros at its end. */
export function decimalPlaces(text: string): number {
  return parse(text).scale;
}

/** One spelling of a number: no zeros in front or at the end, but at least so many decimals; never "-0". */
export function canonicalDecimal(text: string, minDecimals = 0): string {
  if (!isDecimal(text)) throw notDecimal(text);
  const point = text.indexOf('.');
  const wholeEnd = point === -1 ? text.length : point;
  let start = text.startsWith('-') ? 1 : 0;
  while (text[start] === '0' && start < wholeEnd - 1) start++;
  let end = text.length;
  while (point !== -1 && text[end - 1] === '0') end--;
  const whole = text.slice(start, wholeEnd) || '0';
  const decimals = point === -1 ? '' : text.slice(point + 1, end);
  const plain = withDecimals(whole, decimals.padEnd(minDecimals, '0'));
  return text.startsWith('-') && (whole !== '0' || decimals !== '') ? `-${plain}` : plain;
}

/** By how many percent the second number is more than the first, which must not be 0; to two decimals. */
export function percentDifference(from: string, to: string): number {
  const [before, after] = alike(parse(from), parse(to));
  return Number(((after - before) * 10_000n) / before) / 100;
}

/** `units` tenths, hundredths … by `scale`; the last digit is no 0 unless the scale is 0. */
type Decimal = { readonly units: bigint; readonly scale: number };

function parse(text: string): Decimal {
  if (!isDecimal(text)) throw notDecimal(text);
  const point = text.indexOf('.');
  if (point === -1) return { units: BigInt(text), scale: 0 };
  let end = text.length;
  while (text[end - 1] === '0') end--;
  const fraction = text.slice(point + 1, end);
  const digits = text.slice(0, point) + fraction;
  return { units: digits === '' || digits === '-' ? 0n : BigInt(digits), scale: fraction.length };
}

function alike(a: Decimal, b: Decimal): [bigint, bigint] {
  if (a.scale === b.scale) return [a.units, b.units];
  return a.scale > b.scale
    ? [a.units, b.units * 10n ** BigInt(a.scale - b.scale)]
    : [a.units * 10n ** BigInt(b.scale - a.scale), b.units];
}

function format({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  const text = withDecimals(digits.slice(0, point), digits.slice(point).replace(/0+$/, ''));
  return units < 0n ? `-${text}` : text;
}

function withDecimals(whole: string, decimals: string): string {
  return decimals === '' ? whole : `${whole}.${decimals}`;
}

function notDecimal(text: string): RangeError {
  return new RangeError(`Not a decimal number: ${JSON.stringify(text)}`);
}
