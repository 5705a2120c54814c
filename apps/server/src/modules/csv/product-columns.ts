import type { EditableAttribute } from '@storefleet/contract/constants';

/** What a column of an imported file says; the rest is informative and left alone. */
export type ColumnMeaning =
  | { readonly kind: 'key'; readonly key: RowKey }
  | { readonly kind: 'attribute'; readonly attribute: EditableAttribute; readonly inGrams?: true };

/** What names the variant, product or store of a row. */
export type RowKey = 'variantId' | 'storeId' | 'storeName' | 'handle';

const key = (name: RowKey): ColumnMeaning => ({ kind: 'key', key: name });
const attribute = (name: EditableAttribute): ColumnMeaning => ({ kind: 'attribute', attribute: name });
const grams: ColumnMeaning = { kind: 'attribute', attribute: 'weight', inGrams: true };

/** Our own columns have a prefix, so that no file of another tool means something else by them. */
export const OWN_COLUMNS = {
  storeName: 'Storefleet Store',
  storeId: 'Storefleet Store ID',
  currency: 'Storefleet Currency',
  variantTitle: 'Storefleet Variant',
  variantId: 'Storefleet Variant ID',
} as const;

/** Both dialects of Shopify's product file, and our own columns, by their names in lower case. */
const MEANINGS: ReadonlyMap<string, ColumnMeaning> = new Map([
  [OWN_COLUMNS.storeName.toLowerCase(), key('storeName')],
  [OWN_COLUMNS.storeId.toLowerCase(), key('storeId')],
  [OWN_COLUMNS.variantId.toLowerCase(), key('variantId')],
  ['handle', key('handle')],
  ['url handle', key('handle')],
  ['title', attribute('title')],
  ['vendor', attribute('vendor')],
  ['type', attribute('product_type')],
  ['tags', attribute('tags')],
  ['status', attribute('status')],
  ['variant sku', attribute('sku')],
  ['sku', attribute('sku')],
  ['variant barcode', attribute('barcode')],
  ['barcode', attribute('barcode')],
  ['variant price', attribute('price')],
  ['price', attribute('price')],
  ['variant compare at price', attribute('compare_at_price')],
  ['compare-at price', attribute('compare_at_price')],
  ['cost per item', attribute('cost')],
  ['variant grams', grams],
  ['weight value (grams)', grams],
]);

export function meaningOf(header: string): ColumnMeaning | null {
  return MEANINGS.get(header.trim().replaceAll(/\s+/g, ' ').toLowerCase()) ?? null;
}
