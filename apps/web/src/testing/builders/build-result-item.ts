import { SearchResult, SearchResultItem, Variant } from '@storefleet/contract/catalogue/products/products';
import { blank } from './blank.ts';

/** A variant as returned by the server, with overrides. */
export const buildVariant = (fields: Partial<Variant> = {}): Variant => ({
  ...blank(Variant),
  id: '0190b000-0000-7000-8000-000000000001',
  shopify_id: 'gid://shopify/ProductVariant/1',
  title: 'Red',
  barcode: '4006381333931',
  sku: 'HAT-RED',
  price: '10.00',
  cost: '4.00',
  inventory_quantity: 3,
  inventory_policy: 'deny',
  tracked: true,
  taxable: true,
  requires_shipping: true,
  ...fields,
});

/** A search result as returned by the server: a product with these variants. */
export function buildResultItem(
  variants: readonly Variant[] = [buildVariant()],
  fields: Partial<SearchResultItem['product']> = {},
  store: Partial<Omit<SearchResultItem, 'product'>> = {},
): SearchResultItem {
  const store_id = store.store_id ?? '0190a000-0000-7000-8000-000000000001';
  const store_name = store.store_name ?? 'Atlas Outdoor';
  const item = blank(SearchResultItem);
  return {
    ...item,
    store_id,
    store_name,
    store_currency: store.store_currency ?? 'USD',
    product: {
      ...item.product,
      id: '0190c000-0000-7000-8000-000000000001',
      shopify_id: 'gid://shopify/Product/1',
      shopify_product_id: '1',
      store_id,
      store_name,
      title: 'Blue Hat',
      status: 'active',
      updated_at: '2026-11-20T08:00:00.000Z',
      variants: [...variants],
      ...fields,
    },
  };
}

/** A page of results as returned by the server: the only one, unless `pagination` overrides it. */
export const buildSearchPage = (
  results: SearchResultItem[] = [buildResultItem()],
  pagination: Partial<SearchResult['pagination']> = {},
): SearchResult => ({
  results,
  pagination: { ...blank(SearchResult).pagination, total: results.length, limit: 50, ...pagination },
});
