import type { ApiClient } from '@storefleet/client/api-client';
import type { SearchResult, SearchResultItem } from '@storefleet/contract/catalogue/products/products';
import { gtinForms, isGtin } from '@storefleet/contract/values/gtin';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { queryOptions } from '@tanstack/react-query';
import { type GridRow, gridRows } from '../products/grid/grid-rows.ts';

/** Maximum products requested: more than the stores that share a barcode. */
const MOST = 50;

/** Variants with this barcode, ignoring leading zeros; otherwise those with this SKU. */
export function scannedRows(items: readonly SearchResultItem[], code: string): GridRow[] {
  const forms = gtinForms(code);
  const rows = gridRows(items);
  const byBarcode = rows.filter(({ variant }) => variant?.barcode && forms.includes(variant.barcode));
  if (byBarcode.length > 0) return byBarcode;
  return rows.filter(({ variant }) => variant?.sku?.toLowerCase() === code.toLowerCase());
}

/** Products with a scanned code, by barcode before SKU. */
export async function findScanned(
  api: ApiClient,
  code: string,
  { signal, storeIds }: { signal?: AbortSignal; storeIds?: string | undefined } = {},
): Promise<SearchResult> {
  const find = (type: 'barcode' | 'sku') =>
    api.call('products.search', {
      query: { query: code, type, limit: MOST, offset: 0, store_ids: storeIds },
      ...(signal ? { signal } : {}),
    });
  const byBarcode = await find('barcode');
  return scannedRows(byBarcode.results, code).length > 0 ? byBarcode : find('sku');
}

/** Variants of all stores with a code. Cached with the searches, so that saves show here, too. */
export function scannedQuery(api: ApiClient, code: string | null) {
  return queryOptions({
    queryKey: ['products', 'search', 'scanned', code],
    queryFn: ({ signal }) => findScanned(api, code ?? '', { signal }),
    select: ({ results }) => scannedRows(results, code ?? ''),
    enabled: code !== null,
  });
}

export function notFound(code: string): string {
  const misread = /^\d{12,14}$/.test(code) && !isGtin(code);
  return `No store has the code ${code}.${misread ? ' Its check digit is wrong, so it may have been misread: scan it again.' : ''}`;
}

/** "Enamel Mug / Blue in Mill", or the number of stores. */
export function nameScanned(rows: readonly GridRow[]): string {
  const [first] = rows;
  if (!first) return '';
  const { item, variantTitle } = first;
  const name = variantTitle === null ? item.product.title : `${item.product.title} / ${variantTitle}`;
  const stores = new Set(rows.map((row) => row.item.store_id));
  return `${name} in ${stores.size === 1 ? item.store_name : formatQuantity(stores.size, 'store')}`;
}
