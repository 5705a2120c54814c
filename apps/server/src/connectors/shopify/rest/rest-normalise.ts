import { decimalOf } from '@storefleet/contract/values/decimal';
import type { SourceProduct, SourceVariant } from '../../connector.ts';
import { type Json, MalformedObjectError, money, optionalText, requiredText } from '../read/normalise.ts';

/** REST's words for products and variants, made the same as what is read through GraphQL, down to the last field. */

export type RestProduct = Json & { id: string; variants: RestVariant[] };
export type RestVariant = Json & { id: string; inventory_item_id: string };

export function productId(id: string): string {
  return `gid://shopify/Product/${id}`;
}

export function variantId(id: string): string {
  return `gid://shopify/ProductVariant/${id}`;
}

export function toSourceProduct(product: RestProduct, variants: SourceVariant[]): SourceProduct {
  const sourceId = productId(product.id);
  return {
    sourceId,
    title: requiredText(product.title, `${sourceId} without a title`),
    handle: optionalText(product.handle),
    vendor: optionalText(product.vendor),
    productType: optionalText(product.product_type),
    status: optionalText(product.status)?.toLowerCase() ?? null,
    tags: tagsOf(product.tags, sourceId),
    variants,
  };
}

/** REST keeps the cost elsewhere: the caller brings it. */
export function toSourceVariant(variant: RestVariant, place: number, cost: unknown): SourceVariant {
  const sourceId = variantId(variant.id);
  const weight = typeof variant.weight === 'number' ? decimalOf(variant.weight) : null;
  return {
    sourceId,
    position: typeof variant.position === 'number' ? variant.position : place,
    title: requiredText(variant.title, `${sourceId} without a title`),
    sku: optionalText(variant.sku),
    barcode: optionalText(variant.barcode),
    price: money(variant.price, sourceId),
    cost: money(cost, sourceId),
    compareAtPrice: money(variant.compare_at_price, sourceId),
    inventoryQuantity: typeof variant.inventory_quantity === 'number' ? variant.inventory_quantity : null,
    weight,
    weightUnit: weight === null ? null : (optionalText(variant.weight_unit)?.toLowerCase() ?? null),
  };
}

/** One text, and no tag holds a comma. */
function tagsOf(tags: unknown, owner: string): string[] {
  if (typeof tags !== 'string') throw new MalformedObjectError(`tags of ${owner} that are not a text`);
  return tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
