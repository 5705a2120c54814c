import type { SearchResult, SearchResultItem } from '@storefleet/contract/catalogue/products';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { PriceField } from '../price-cell.ts';
import type { CellValue } from '../price-edits.ts';

type VariantValues = Map<string, Partial<Record<PriceField, string | null>>>;

/**
 * Puts what the stores hold now into the results on screen, where they stand: no row moves because of its new
 * value before somebody asks for the results again.
 */
export function rememberValues(queryClient: QueryClient, values: readonly CellValue[]): void {
  const byProduct = new Map<string, VariantValues>();
  for (const { cell, value } of values) {
    const { item, variant } = cell.row;
    const ofProduct: VariantValues = byProduct.get(item.product.id) ?? new Map();
    ofProduct.set(variant.id, { ...ofProduct.get(variant.id), [cell.field]: value });
    byProduct.set(item.product.id, ofProduct);
  }
  const renew = (result: SearchResult): SearchResult => {
    if (!result.results.some(({ product }) => byProduct.has(product.id))) return result;
    return { ...result, results: result.results.map((item) => withValues(item, byProduct)) };
  };
  queryClient.setQueriesData<SearchResult | InfiniteData<SearchResult>>(
    { queryKey: ['products', 'search'] },
    (data) => {
      if (!data) return data;
      return 'pages' in data ? { ...data, pages: data.pages.map(renew) } : renew(data);
    },
  );
}

function withValues(item: SearchResultItem, byProduct: ReadonlyMap<string, VariantValues>): SearchResultItem {
  const values = byProduct.get(item.product.id);
  if (!values) return item;
  const variants = item.product.variants.map((variant) => ({ ...variant, ...values.get(variant.id) }));
  return { ...item, product: { ...item.product, variants } };
}
