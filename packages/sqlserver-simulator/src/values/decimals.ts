/** An exact number: `unscaled` / 10 ** `scale`. */
export type Exact = { readonly unscaled: bigint; readonly scale: number };

/** `-12.5` with 2 fractional digits is -1250. Further digits are truncated. */
export function scaledInteger(text: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  return text.startsWith('-') ? -value : value;
}

export function decimalText(value: bigint, scale: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const sign = value < 0n ? '-' : '';
  const cut = digits.length - scale;
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}

/** Decimal text in the server's format, or a literal with an exponent. */
export function exactOf(text: string): Exact {
  const [mantissa = '0', exponent = '0'] = text.toLowerCase().replace('+', '').split('e');
  const digits = mantissa.split('.')[1]?.length ?? 0;
  const scale = digits - Number(exponent);
  const unscaled = scaledInteger(
    mantissa.startsWith('.') ? `0${mantissa}` : mantissa.replace('-.', '-0.'),
    digits,
  );
  return scale < 0 ? { unscaled: unscaled * 10n ** BigInt(-scale), scale: 0 } : { unscaled, scale };
}

/** With this many fractional digits; rounds half away from zero, or truncates. */
export function rescaled({ unscaled, scale }: Exact, to: number, how: 'round' | 'cut' = 'round'): bigint {
  if (scale <= to) return unscaled * 10n ** BigInt(to - scale);
  const divisor = 10n ** BigInt(scale - to);
  const quotient = unscaled / divisor;
  const rest = unscaled % divisor;
  if (how === 'cut' || (rest < 0n ? -rest : rest) * 2n < divisor) return quotient;
  return quotient + (unscaled < 0n ? -1n : 1n);
}
