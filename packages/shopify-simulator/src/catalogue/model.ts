/** A catalogue as the shop holds it; the forms of GraphQL, REST and JSONL are all derived from this. */

export type WeightUnit = 'KILOGRAMS' | 'GRAMS' | 'POUNDS' | 'OUNCES';
export type ProductStatus = 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED';

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
  readonly weight: number;
  readonly weightUnit: WeightUnit;
};

export type ProductOption = { readonly name: string; readonly values: readonly string[] };

export type Product = {
  readonly id: number;
  readonly title: string;
  readonly handle: string;
  readonly vendor: string;
  readonly productType: string;
  readonly status: ProductStatus;
  readonly tags: readonly string[];
  readonly options: readonly ProductOption[];
  /** In the order of their positions. */
  readonly variants: readonly Variant[];
};

export type VariantChanges = Partial<Omit<Variant, 'id' | 'inventoryItemId'>>;
export type ProductChanges = Partial<Omit<Product, 'id' | 'variants'>>;
export type NewProduct = ProductChanges & {
  readonly title: string;
  readonly variants?: readonly VariantChanges[];
};
