/** An amount without its currency's code or sign: `CHF 12.90`, `12,90 €`. Other text is unchanged. */
export function withoutCurrency(text: string, currency: string): string {
  for (const sign of [currency, signOf(currency)]) {
    if (text.startsWith(sign)) return text.slice(sign.length).trim();
    if (text.endsWith(sign)) return text.slice(0, -sign.length).trim();
  }
  return text;
}

const signs = new Map<string, string>();

function signOf(currency: string): string {
  let sign = signs.get(currency);
  if (sign === undefined) {
    sign = readSign(currency);
    signs.set(currency, sign);
  }
  return sign;
}

function readSign(currency: string): string {
  try {
    const parts = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    }).formatToParts(0);
    return parts.find(({ type }) => type === 'currency')?.value ?? currency;
  } catch {
    return currency;
  }
}
