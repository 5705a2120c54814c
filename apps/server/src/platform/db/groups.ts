/** Few enough rows for one statement each: more would keep everybody else waiting on the embedded database. */
export function* groupsOf<T>(all: readonly T[], size: number): Generator<readonly T[], void, void> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
