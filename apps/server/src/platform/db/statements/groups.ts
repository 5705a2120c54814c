/** Splits into groups small enough for one statement each: larger ones would block the embedded database. */
export function* groupsOf<T>(all: readonly T[], size: number): Generator<readonly T[], void, void> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
