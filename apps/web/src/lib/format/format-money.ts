const formats = new Map<string, Intl.NumberFormat | null>();

function formatOf(currency: string): Intl.NumberFormat | null {
  let format = formats.get(currency);
  if (format === undefined) {
    format = createFormat(currency);
    formats.set(currency, format);
  }
  return format;
}

function createFormat(currency: string): Intl.NumberFormat | null {
  try {
    const { minimumFractionDigits } = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    // A price with more decimals than its currency is shown unrounded.
    return new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: minimumFractionDigits ?? 2,
      maximumFractionDigits: 6,
    });
  } catch {
    return null;
  }
}

/** Formats a decimal string: "19.90" in "USD" becomes "$19.90". Never parsed as a float. */
export function formatMoney(amount: string, currency: string): string {
  const format = formatOf(currency);
  return format ? format.format(amount as Intl.StringNumericLiteral) : `${amount} ${currency}`;
}
