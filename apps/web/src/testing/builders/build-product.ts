import { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import { blank } from './blank.ts';
import { buildVariant } from './build-result-item.ts';

/** A product as returned by the server: a hat in two colours, with overrides. */
export const buildProduct = (fields: Partial<ProductDetail> = {}): ProductDetail => ({
  ...blank(ProductDetail),
  id: '0190c000-0000-7000-8000-000000000001',
  shopify_id: 'gid://shopify/Product/1',
  shopify_product_id: '1',
  store_id: '0190a000-0000-7000-8000-000000000001',
  store_name: 'Atlas Outdoor',
  store_type: 'shopify',
  store_currency: 'USD',
  title: 'Blue Hat',
  handle: 'blue-hat',
  vendor: 'Hatters',
  product_type: 'Hats',
  status: 'active',
  tags: ['summer', 'wool'],
  description: null,
  updated_at: '2026-11-20T08:00:00.000Z',
  variants: [
    buildVariant(),
    buildVariant({
      id: '0190b000-0000-7000-8000-000000000002',
      shopify_id: 'gid://shopify/ProductVariant/2',
      title: 'Green',
      sku: 'HAT-GREEN',
      barcode: null,
      price: '20.00',
      cost: null,
    }),
  ],
  ...fields,
});
