/**
 * Counts with their nouns, for all screens and sentences. Without Zod, so that the web bundle can load it.
 */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** "2,340". */
export function formatCount(value: number): string {
  return whole.format(value);
}

/** A count that stopped at `total`, in lower case: "5,000", "more than 5,000". */
export function formatTotal(total: number, isMore: boolean): string {
  return isMore ? `more than ${formatCount(total)}` : formatCount(total);
}

/** "1 product", "2,340 products". */
export function formatQuantity(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(value)} ${value === 1 ? singular : plural}`;
}
