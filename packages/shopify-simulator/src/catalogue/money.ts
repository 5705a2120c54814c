/** Prices and costs stay below this. */
const LIMIT_CENTS = 10n ** 18n * 100n;

/**
 * A decimal text (`-12.345`, or a JSON number's text) in cents, the third decimal rounded half away from
 * zero.
 */
export function centsOf(decimal: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal);
  if (match === null) throw new RangeError(`${decimal} is no decimal.`);
  const [, sign, whole = '0', fraction = ''] = match;
  const cents = BigInt(whole) * 100n + BigInt(`${fraction}00`.slice(0, 2));
  const rounded = Number(fraction[2] ?? 0) >= 5 ? cents + 1n : cents;
  return sign === '-' ? -rounded : rounded;
}

/** `1234` → `12.34`. */
export function moneyText(cents: bigint): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

type MoneyProblem = 'negative' | 'too_large';

export function moneyProblem(cents: bigint): MoneyProblem | null {
  if (cents < 0n) return 'negative';
  return cents >= LIMIT_CENTS ? 'too_large' : null;
}

/** Shopify's sentences without the field's name, with codes for mutations that have codes. */
export const moneyRefusals = {
  negative: { message: 'must be greater than or equal to 0', code: 'GREATER_THAN_OR_EQUAL_TO' },
  too_large: { message: 'must be less than 1000000000000000000', code: 'INVALID_INPUT' },
} as const satisfies Record<MoneyProblem, { message: string; code: string }>;
