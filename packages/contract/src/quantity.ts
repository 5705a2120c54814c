/** Counts and the words after them, as every screen and sentence writes them. Free of Zod, so that the web bundle can load it. */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** "2,340". */
export function formatCount(value: number): string {
  return whole.format(value);
}

/** "1 product", "2,340 products". */
export function formatQuantity(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(value)} ${value === 1 ? singular : plural}`;
}
