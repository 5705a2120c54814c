import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import { kindOf } from '@storefleet/contract/stores/store-kinds';
import type { Store } from '@storefleet/contract/stores/stores';

const LOOPBACK = /(^|\.)localhost(:\d+)?$/;

/** The address of the product in the store's own admin; null if it has none. */
export function adminAddress(store: Store, product: ProductDetail): string | null {
  const path = kindOf(store).productAdminPath;
  if (path === null) return null;
  const scheme = LOOPBACK.test(store.shop_url) ? 'http' : 'https';
  return `${scheme}://${store.shop_url}${path}${product.shopify_product_id}`;
}
