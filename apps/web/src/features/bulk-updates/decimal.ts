/** Decimal texts such as "19.90" as whole units of 10^-scale: nothing here passes through a float. */
type Decimal = { units: bigint; scale: number };

function read(text: string): Decimal {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length };
}

function write({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  if (scale === 0) return `${sign}${digits}`;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function rescale({ units, scale }: Decimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale);
}

export function add(one: string, other: string): string {
  const [left, right] = [read(one), read(other)];
  const scale = Math.max(left.scale, right.scale);
  return write({ units: rescale(left, scale) + rescale(right, scale), scale });
}

export function subtract(one: string, other: string): string {
  const [left, right] = [read(one), read(other)];
  const scale = Math.max(left.scale, right.scale);
  return write({ units: rescale(left, scale) - rescale(right, scale), scale });
}

export function multiply(one: string, other: string): string {
  const [left, right] = [read(one), read(other)];
  return write({ units: left.units * right.units, scale: left.scale + right.scale });
}

/** To so many decimals, halves away from zero. */
export function round(text: string, decimals: number): string {
  const value = read(text);
  if (value.scale <= decimals) return write({ units: rescale(value, decimals), scale: decimals });
  const divisor = 10n ** BigInt(value.scale - decimals);
  const size = value.units < 0n ? -value.units : value.units;
  const rounded = (size + divisor / 2n) / divisor;
  return write({ units: value.units < 0n ? -rounded : rounded, scale: decimals });
}

export function isNegative(text: string): boolean {
  return read(text).units < 0n;
}

/** Equal as numbers: 10, 10.0 and 10.00 are the same. */
export function isEqual(one: string, other: string): boolean {
  return read(subtract(one, other)).units === 0n;
}

/** One step up or down, never below 0; null where the text is no number. */
export function stepped(text: string, step: string, direction: 1 | -1): string | null {
  if (!/^\d+(\.\d+)?$/.test(text)) return null;
  const next = direction === 1 ? add(text, step) : subtract(text, step);
  return isNegative(next) ? '0' : next;
}
