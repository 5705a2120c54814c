/** Parallel calls, to hide the network's latency. */
const CALLS_AT_ONCE = 4;

/** Shopify's maximum of ids per query; the cost of most queries does not depend on their number. */
export const IDS_PER_QUERY = 250;

/** Some parts at a time. The first failure ends the others. */
export async function inParts<T>(
  all: readonly T[],
  size: number,
  signal: AbortSignal,
  work: (part: T[], stop: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  let next = 0;
  const worker = async () => {
    while (next < all.length) {
      const part = all.slice(next, next + size);
      next += size;
      await work(part, stop);
    }
  };
  try {
    await Promise.all(Array.from({ length: CALLS_AT_ONCE }, worker));
  } finally {
    failed.abort();
  }
}
