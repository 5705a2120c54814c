import type { SourceProduct, SourceVariant } from '../../connector.ts';
import type { ShopMetafields } from '../read/extras/metafields.ts';
import { type Json, MalformedObjectError, toSourceProduct, toSourceVariant } from '../read/normalise.ts';

/** Converts REST's products and variants to GraphQL's format, so that both are read alike. */

export type RestProduct = Json & { id: string; variants: RestVariant[] };
export type RestVariant = Json & { id: string; inventory_item_id: string };

export function productId(id: string): string {
  return `gid://shopify/Product/${id}`;
}

export function variantId(id: string): string {
  return `gid://shopify/ProductVariant/${id}`;
}

/** What REST omits, in GraphQL's format, provided by the caller. */
type Beyond = { readonly beyond: Json; readonly metafields: ShopMetafields };

export function fromRestProduct(
  product: RestProduct,
  variants: SourceVariant[],
  { beyond, metafields }: Beyond,
): SourceProduct {
  const { product_type: productType, tags } = product;
  if (typeof tags !== 'string') {
    throw new MalformedObjectError(`tags of ${productId(product.id)} that are not a text`);
  }
  // One text, and no tag contains a comma.
  const list = tags.split(',').map((tag) => tag.trim());
  const words = {
    ...product,
    ...beyond,
    id: productId(product.id),
    productType,
    tags: list.filter((tag) => tag !== ''),
  };
  return toSourceProduct(words, variants, metafields);
}

/** REST has cost and customs data elsewhere: the caller provides it, in GraphQL's format. */
export function fromRestVariant(
  variant: RestVariant,
  place: number,
  item: Json,
  { beyond, metafields }: Beyond,
): SourceVariant {
  const { compare_at_price: compareAtPrice, inventory_quantity: inventoryQuantity } = variant;
  const weight = { value: variant.weight, unit: variant.weight_unit || null };
  const { inventory_policy: inventoryPolicy, requires_shipping: requiresShipping } = variant;
  const tracked = variant.inventory_management !== null;
  const inventoryItem = { ...item, tracked, requiresShipping, measurement: { weight } };
  const words = {
    ...variant,
    ...beyond,
    id: variantId(variant.id),
    compareAtPrice,
    inventoryQuantity,
    inventoryPolicy,
    inventoryItem,
  };
  return toSourceVariant(words, place, metafields);
}
