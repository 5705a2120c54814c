import type { SearchType } from '@storefleet/contract/catalogue/catalogue-constants';
import {
  type GeneratedProduct,
  generateProduct,
  NOUNS,
  storeBarcodePrefix,
  storeCode,
} from './databases/catalogue-generator.ts';
import type { SeededCatalogue } from './databases/seed-catalogue.ts';

export type SearchTerm = { query: string; type: SearchType };

/** Searches of each kind: rare terms are unique, common ones rotate. */
export function searchTerms(
  { products, storeIds }: SeededCatalogue,
  runs: number,
): { title: string; terms: SearchTerm[] }[] {
  const stores = storeIds.length;
  // This step has no common divisor with most sizes, so products are spread over the whole catalogue.
  const productAt = (run: number) => {
    const number = (run * 7_919) % products;
    return generateProduct(number % stores, Math.floor(number / stores));
  };
  const rare = (type: SearchType, pick: (product: GeneratedProduct) => string | undefined) =>
    Array.from({ length: runs }, (_, run) => ({ query: pick(productAt(run)) ?? '', type }));
  const common = (type: SearchType, pick: (turn: number) => string | undefined) =>
    Array.from({ length: runs }, (_, run) => ({ query: pick(run) ?? '', type }));
  return [
    { title: 'name, one product', terms: rare('name', ({ title }) => title.split(' ').at(-1)) },
    { title: 'SKU, one product', terms: rare('sku', ({ variants }) => variants[0]?.sku) },
    { title: 'barcode, one product', terms: rare('barcode', ({ variants }) => variants[0]?.barcode) },
    { title: 'name, a twentieth', terms: common('name', (turn) => NOUNS[turn % NOUNS.length]) },
    { title: 'SKU, a twentieth', terms: common('sku', (turn) => storeCode(turn % stores)) },
    { title: 'barcode, a twentieth', terms: common('barcode', (turn) => storeBarcodePrefix(turn % stores)) },
  ];
}

/** Terms with many matches, and with hardly any or none, alternating. */
const SHORT_TERMS: readonly { title: string; terms: readonly SearchTerm[] }[] = [
  {
    title: 'one or two letters, common',
    terms: [
      ...['e', 'xs', 'm', 'bl', 's', 'ra', 'l', 'an'].map((query) => ({ query, type: 'name' as const })),
      ...['q', '-0', 'ha', '1'].map((query) => ({ query, type: 'sku' as const })),
      ...['5', '07', '73'].map((query) => ({ query, type: 'barcode' as const })),
    ],
  },
  {
    title: 'one or two letters, rare or none',
    terms: [
      ...['qx', 'zq', '%', 'ж', 'jq', '"'].map((query) => ({ query, type: 'name' as const })),
      ...['zz', '#', 'x9'].map((query) => ({ query, type: 'sku' as const })),
      ...['x', 'e1', '-'].map((query) => ({ query, type: 'barcode' as const })),
    ],
  },
];

export function shortTerms(runs: number): { title: string; terms: SearchTerm[] }[] {
  return SHORT_TERMS.map(({ title, terms }) => ({
    title,
    terms: Array.from({ length: runs }, (_, run) => terms[run % terms.length]).filter(
      (term) => term !== undefined,
    ),
  }));
}
