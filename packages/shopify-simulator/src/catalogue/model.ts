/** The shop's catalogue, from which the formats of GraphQL, REST and JSONL are derived. */

import type { Stock } from './stock.ts';

const weightUnits = ['KILOGRAMS', 'GRAMS', 'POUNDS', 'OUNCES'] as const;
export type WeightUnit = (typeof weightUnits)[number];

const productStatuses = ['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED'] as const;
export type ProductStatus = (typeof productStatuses)[number];

const inventoryPolicies = ['DENY', 'CONTINUE'] as const;
export type InventoryPolicy = (typeof inventoryPolicies)[number];

export type Variant = {
  readonly id: number;
  readonly inventoryItemId: number;
  readonly title: string;
  readonly optionValues: readonly string[];
  readonly sku: string | null;
  readonly barcode: string | null;
  /** Decimal text with two decimals, in the shop's currency. */
  readonly price: string;
  readonly compareAtPrice: string | null;
  readonly cost: string | null;
  readonly inventoryQuantity: number;
  /** Set if changed at a location since. */
  readonly stock?: Stock | undefined;
  readonly weight: number;
  readonly weightUnit: WeightUnit;
  readonly inventoryPolicy: InventoryPolicy;
  readonly taxable: boolean;
  readonly tracked: boolean;
  readonly requiresShipping: boolean;
  readonly harmonizedSystemCode: string | null;
  readonly countryCodeOfOrigin: string | null;
  readonly showUnitPrice: boolean;
  readonly unitPriceMeasurement: UnitPriceMeasurement;
};

/** Without one, numbers are 0 and units null: recorded 2025-01, product-update-parity. */
export type UnitPriceMeasurement = {
  readonly quantityValue: number;
  readonly quantityUnit: string | null;
  readonly referenceValue: number;
  readonly referenceUnit: string | null;
};

export const NO_UNIT_PRICE: UnitPriceMeasurement = {
  quantityValue: 0,
  quantityUnit: null,
  referenceValue: 0,
  referenceUnit: null,
};

export type ProductOption = { readonly name: string; readonly values: readonly string[] };

/** An image file of the shop, drawn by its name. */
export type Picture = { readonly id: number; readonly name: string; readonly alt: string };

export type Product = {
  readonly id: number;
  readonly title: string;
  readonly handle: string;
  readonly vendor: string;
  readonly productType: string;
  readonly status: ProductStatus;
  readonly tags: readonly string[];
  readonly descriptionHtml: string;
  /** Its id in the taxonomy, without the prefix of global ids. */
  readonly category: string | null;
  readonly seoTitle: string | null;
  readonly seoDescription: string | null;
  /** The first one is the featured one. */
  readonly media: readonly Picture[];
  readonly options: readonly ProductOption[];
  /** By position. */
  readonly variants: readonly Variant[];
};

export type VariantChanges = Partial<Omit<Variant, 'id' | 'inventoryItemId'>>;
export type ProductChanges = Partial<Omit<Product, 'id' | 'variants'>>;
export type NewProduct = ProductChanges & {
  readonly title: string;
  readonly variants?: readonly VariantChanges[];
};

/** Seeded products have getters, which a spread would lose. */
export function copyOf(product: Product): Product {
  const { id, title, handle, vendor, productType, status, tags } = product;
  const { options, variants, descriptionHtml, category, seoTitle, seoDescription, media } = product;
  return {
    id,
    title,
    handle,
    vendor,
    productType,
    status,
    tags,
    descriptionHtml,
    category,
    seoTitle,
    seoDescription,
    media,
    options,
    variants,
  };
}

export function copyOfVariant(variant: Variant): Variant {
  const { id, inventoryItemId, title, optionValues, sku, barcode, price, compareAtPrice, cost } = variant;
  const { inventoryQuantity, stock, weight, weightUnit, inventoryPolicy, taxable, tracked } = variant;
  const { requiresShipping, harmonizedSystemCode, countryCodeOfOrigin } = variant;
  const { showUnitPrice, unitPriceMeasurement } = variant;
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
    stock,
    weight,
    weightUnit,
    inventoryPolicy,
    taxable,
    tracked,
    requiresShipping,
    harmonizedSystemCode,
    countryCodeOfOrigin,
    showUnitPrice,
    unitPriceMeasurement,
  };
}
