import type {
  SearchResult,
  SearchResultItem,
  Variant,
} from '@storefleet/contract/catalogue/products/products';

/** A variant as returned by the server, with overrides. */
export function buildVariant(fields: Partial<Variant> = {}): Variant {
  return {
    id: '0190b000-0000-7000-8000-000000000001',
    shopify_id: 'gid://shopify/ProductVariant/1',
    title: 'Red',
    barcode: '4006381333931',
    sku: 'HAT-RED',
    price: '10.00',
    cost: '4.00',
    compare_at_price: null,
    inventory_quantity: 3,
    weight: null,
    weight_unit: null,
    inventory_policy: 'deny',
    tracked: true,
    taxable: true,
    requires_shipping: true,
    hs_code: null,
    country_of_origin: null,
    unit_price: null,
    ...fields,
  };
}

/** A search result as returned by the server: a product with these variants. */
export function buildResultItem(
  variants: readonly Variant[] = [buildVariant()],
  fields: Partial<SearchResultItem['product']> = {},
  store: Partial<Omit<SearchResultItem, 'product'>> = {},
): SearchResultItem {
  const store_id = store.store_id ?? '0190a000-0000-7000-8000-000000000001';
  const store_name = store.store_name ?? 'Atlas Outdoor';
  return {
    store_id,
    store_name,
    store_currency: store.store_currency ?? 'USD',
    product: {
      id: '0190c000-0000-7000-8000-000000000001',
      shopify_id: 'gid://shopify/Product/1',
      shopify_product_id: '1',
      store_id,
      store_name,
      title: 'Blue Hat',
      handle: null,
      vendor: null,
      product_type: null,
      status: 'active',
      tags: [],
      category: null,
      seo_title: null,
      seo_description: null,
      updated_at: '2026-11-20T08:00:00.000Z',
      variants: [...variants],
      ...fields,
    },
  };
}

/** A page of results as returned by the server: the only one, unless `pagination` overrides it. */
export function buildSearchPage(
  results: SearchResultItem[] = [buildResultItem()],
  pagination: Partial<SearchResult['pagination']> = {},
): SearchResult {
  return {
    results,
    pagination: {
      total: results.length,
      more_than_total: false,
      limit: 50,
      offset: 0,
      has_more: false,
      next_page_info: null,
      previous_page_info: null,
      ...pagination,
    },
  };
}
