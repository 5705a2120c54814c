import type { Product, Variant } from './model.ts';

/** Seeded products answer through getters, which a spread would lose. */
export function copyOf(product: Product): Product {
  const { id, title, handle, vendor, productType, status, tags } = product;
  const { options, createdAt, updatedAt, publishedAt, variants } = product;
  return {
    id,
    title,
    handle,
    vendor,
    productType,
    status,
    tags,
    options,
    createdAt,
    updatedAt,
    publishedAt,
    variants,
  };
}

export function copyOfVariant(variant: Variant): Variant {
  const { id, inventoryItemId, title, optionValues, sku, barcode, price, compareAtPrice, cost } = variant;
  const { inventoryQuantity, weight, weightUnit, createdAt, updatedAt, inventoryItemUpdatedAt } = variant;
  return {
    id,
    inventoryItemId,
    title,
    optionValues,
    sku,
    barcode,
    price,
    compareAtPrice,
    cost,
    inventoryQuantity,
    weight,
    weightUnit,
    createdAt,
    updatedAt,
    inventoryItemUpdatedAt,
  };
}
