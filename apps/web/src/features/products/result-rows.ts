import type { SearchResultItem, Variant } from '@storefleet/contract/catalogue/products';
import { DEFAULT_VARIANT_TITLE } from '@storefleet/contract/constants';

/** One line of the results table: a variant under the name of its product. */
export type ResultRow = {
  key: string;
  item: SearchResultItem;
  variant: Variant;
  /** Null for the placeholder title of a product without options. */
  variantTitle: string | null;
  /** A row that begins a product has a line above it. */
  beginsProduct: boolean;
};

/** An item that is still the same gives the same rows, so that only what changed is drawn anew. */
const rowsByItem = new WeakMap<SearchResultItem, ResultRow[]>();

export function resultRows(items: readonly SearchResultItem[]): ResultRow[] {
  return items.flatMap(rowsOf);
}

function rowsOf(item: SearchResultItem): ResultRow[] {
  let rows = rowsByItem.get(item);
  if (!rows) {
    rows = item.product.variants.map((variant, index) => ({
      key: variant.id,
      item,
      variant,
      variantTitle: variant.title === DEFAULT_VARIANT_TITLE ? null : variant.title,
      beginsProduct: index === 0,
    }));
    rowsByItem.set(item, rows);
  }
  return rows;
}
