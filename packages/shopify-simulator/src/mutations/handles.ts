import type { Catalogue } from '../catalogue/catalogue.ts';

/** `  Mixed CASE / 東京 100 % ` → `mixed-case-東京-100`; empty when no letter or digit is left. */
export function handleText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

/** A handle that Shopify makes itself: a taken one gets a number, one that ends in a number counts up. */
export function freeHandle(catalogue: Catalogue, wanted: string, productId: number): string {
  const numbered = /^(.*?)(\d+)$/u.exec(wanted);
  const stem = numbered?.[1] ?? `${wanted}-`;
  let next = numbered === null ? 0n : BigInt(numbered[2] ?? 0);
  for (let candidate = wanted; ; candidate = `${stem}${next}`) {
    if (!isTaken(catalogue, candidate, productId)) return candidate;
    next += 1n;
  }
}

export function isTaken(catalogue: Catalogue, handle: string, productId: number): boolean {
  const holder = catalogue.productByHandle(handle);
  return holder !== null && holder.id !== productId;
}
