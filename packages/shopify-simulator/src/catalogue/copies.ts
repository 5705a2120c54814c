import type { Product, Variant } from './model.ts';

/** Seeded products answer through getters, which a spread would lose. */
export function copyOf(product: Product): Product {
  const { id, title, handle, vendor, productType, status, tags, descriptionHtml } = product;
  const { templateSuffix, seo, options, createdAt, updatedAt, publishedAt, variants } = product;
  return {
    id,
    title,
    handle,
    vendor,
    productType,
    status,
    tags,
    descriptionHtml,
    templateSuffix,
    seo,
    options,
    createdAt,
    updatedAt,
    publishedAt,
    variants,
  };
}

export function copyOfVariant(variant: Variant): Variant {
  const { id, inventoryItemId, title, optionValues, sku, barcode, price, compareAtPrice, cost } = variant;
  const { taxable, inventoryPolicy, inventoryQuantity, tracked, requiresShipping, weight, weightUnit } =
    variant;
  const { countryCodeOfOrigin, provinceCodeOfOrigin, harmonizedSystemCode } = variant;
  const { createdAt, updatedAt, inventoryItemUpdatedAt } = variant;
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
    taxable,
    inventoryPolicy,
    inventoryQuantity,
    tracked,
    requiresShipping,
    weight,
    weightUnit,
    countryCodeOfOrigin,
    provinceCodeOfOrigin,
    harmonizedSystemCode,
    createdAt,
    updatedAt,
    inventoryItemUpdatedAt,
  };
}
