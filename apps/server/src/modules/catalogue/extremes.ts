/** The least and the greatest of what is there; null where nothing is. */
export function extremes<Value>(
  values: readonly (Value | null)[],
  compare: (a: Value, b: Value) => number,
): { readonly min: Value | null; readonly max: Value | null } {
  let min: Value | null = null;
  let max: Value | null = null;
  for (const value of values) {
    // Variants of a product mostly have the same values: reading a decimal takes longer than comparing its text.
    if (value === null || value === min || value === max) continue;
    if (min === null || compare(value, min) < 0) min = value;
    if (max === null || compare(value, max) > 0) max = value;
  }
  return { min, max };
}
