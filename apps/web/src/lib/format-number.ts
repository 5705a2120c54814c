const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export function formatCount(value: number): string {
  return whole.format(value);
}

/** 950, 12K, 1.5M: where there is no room for more. */
export function formatCompact(value: number): string {
  return compact.format(value);
}

/** "1 product", "2,340 products". */
export function formatQuantity(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(value)} ${value === 1 ? singular : plural}`;
}
