/** The smallest and largest value; null if there is none. */
export function extremes<Value>(
  values: readonly (Value | null)[],
  compare: (a: Value, b: Value) => number,
): { readonly min: Value | null; readonly max: Value | null } {
  let min: Value | null = null;
  let max: Value | null = null;
  for (const value of values) {
    // Most variants of a product have equal values, and comparing text is cheaper than parsing a decimal.
    if (value === null || value === min || value === max) continue;
    if (min === null || compare(value, min) < 0) min = value;
    if (max === null || compare(value, max) > 0) max = value;
  }
  return { min, max };
}
