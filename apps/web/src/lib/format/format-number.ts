const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** 950, 12K, 1.5M: for tight spaces. */
export function formatCompact(value: number): string {
  return compact.format(value);
}
