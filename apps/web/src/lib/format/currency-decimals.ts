/** How many decimals amounts in a currency have: 2 in USD, 0 in JPY, never more than prices are kept with. */
export function decimalsOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return Math.min(format.resolvedOptions().maximumFractionDigits ?? 2, 2);
  } catch {
    return 2;
  }
}
