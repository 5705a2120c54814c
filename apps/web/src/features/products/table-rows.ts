import type { SearchResultItem } from '@storefleet/contract/catalogue/products';
import { type ResultRow, resultRows } from './result-rows.ts';

/** A line of the results: a product over its variants, one of those, or an only variant. */
export type TableRow =
  | { kind: 'product'; key: string; item: SearchResultItem; variantIds: readonly string[] }
  | { kind: 'variant'; key: string; row: ResultRow; variantIds: readonly string[]; nested: boolean };

const rowsByItem = new WeakMap<SearchResultItem, TableRow[]>();

export function tableRows(items: readonly SearchResultItem[]): TableRow[] {
  return items.flatMap((item) => {
    let rows = rowsByItem.get(item);
    if (!rows) {
      rows = rowsOf(item);
      rowsByItem.set(item, rows);
    }
    return rows;
  });
}

function rowsOf(item: SearchResultItem): TableRow[] {
  const nested = item.product.variants.length > 1;
  const variants = resultRows([item]).map((row): TableRow => {
    return { kind: 'variant', key: row.key, row, variantIds: [row.variant.id], nested };
  });
  if (!nested) return variants;
  const variantIds = item.product.variants.map(({ id }) => id);
  return [{ kind: 'product', key: `product ${item.product.id}`, item, variantIds }, ...variants];
}
