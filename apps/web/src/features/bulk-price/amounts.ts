/** Amounts are decimal texts; nothing here passes through a float. */

type Decimal = { units: bigint; decimals: number };

const PLAIN_DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

function readDecimal(text: string): Decimal | null {
  const [, sign = '', whole, fraction = ''] = PLAIN_DECIMAL.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  return { units: BigInt(`${sign}${whole}${fraction}`), decimals: fraction.length };
}

function unitsAt({ units, decimals }: Decimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - decimals);
}

/** Both in units of the smaller of their last places. */
function aligned(left: Decimal, right: Decimal): { left: bigint; right: bigint; decimals: number } {
  const decimals = Math.max(left.decimals, right.decimals);
  return { left: unitsAt(left, decimals), right: unitsAt(right, decimals), decimals };
}

/** Equal as numbers: 10, 10.0 and 10.00 are the same amount. An unknown amount equals nothing but another one. */
export function equalAmounts(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  const left = readDecimal(one);
  const right = readDecimal(other);
  if (!left || !right) return one === other;
  const pair = aligned(left, right);
  return pair.left === pair.right;
}

/**
 * The share of the price that stays after the cost, in percent with one decimal: `"34.5"`. Null where there is
 * none: the cost or the price is unknown, or nothing is charged.
 */
export function marginPercent(price: string | null, cost: string | null): string | null {
  const charged = price === null ? null : readDecimal(price);
  const paid = cost === null ? null : readDecimal(cost);
  if (!charged || !paid || charged.units <= 0n) return null;
  const { left, right } = aligned(charged, paid);
  const profit = left - right;
  const size = profit < 0n ? -profit : profit;
  // Tenths of a percent, halves away from zero.
  const tenths = (2_000n * size + left) / (2n * left);
  return `${profit < 0n && tenths > 0n ? '-' : ''}${tenths / 10n}.${tenths % 10n}`;
}

/** The amount one step up or down, never below 0; null where the text is no amount. */
export function stepAmount(text: string, step: string, direction: 1 | -1): string | null {
  const amount = readDecimal(text);
  const size = readDecimal(step);
  if (!amount || !size) return null;
  const { left, right, decimals } = aligned(amount, size);
  const moved = left + BigInt(direction) * right;
  const digits = (moved < 0n ? 0n : moved).toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
