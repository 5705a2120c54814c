const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

export function formatCount(value: number): string {
  return whole.format(value);
}

/** "1 product", "2,340 products". */
export function formatQuantity(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(value)} ${value === 1 ? singular : plural}`;
}
