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
    // A price with more decimals than the currency has is shown as it is, never rounded away.
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

/** A decimal text such as "19.90" in "USD": "$19.90". The text is never read as a float. */
export function formatMoney(amount: string, currency: string): string {
  const format = formatOf(currency);
  return format ? format.format(amount as Intl.StringNumericLiteral) : `${amount} ${currency}`;
}
