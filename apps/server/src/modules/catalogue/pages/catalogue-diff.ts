import { PLAIN_VARIANT_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import type { SourceProduct, SourceVariant } from '../../../connectors/connector.ts';
import { keptOf, type PlainVariantColumns, plainOf } from '../plain-columns.ts';
import { hasFields, haveSameFields } from '../same-fields.ts';
import { type HashedProduct, hashProduct } from './product-hash.ts';

/** The parts of a stored product that decide what to write. */
export type StoredProduct = {
  readonly id: string;
  readonly source_id: string;
  readonly content_hash: string | null;
  readonly edited_at: Date | null;
  readonly read_at: Date | null;
};

type Fields = Readonly<Record<string, string | null>>;

export type StoredVariant = PlainVariantColumns & {
  readonly id: string;
  readonly product_id: string;
  readonly source_id: string;
  readonly position: number;
  readonly title: string;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly price: string | null;
  readonly cost: string | null;
  readonly compare_at_price: string | null;
  readonly inventory_quantity: number | null;
  readonly weight: string | null;
  readonly weight_unit: string | null;
  readonly metafields: Fields | null;
  readonly list_prices: Fields | null;
  readonly edited_at: Date | null;
};

/** Products by id; of duplicates in a page, the last one counts. */
export function hashProducts(products: readonly SourceProduct[]): Map<string, HashedProduct> {
  const hashed = new Map<string, HashedProduct>();
  for (const product of products) {
    hashed.set(product.sourceId, hashProduct(product));
  }
  return hashed;
}

export type ChangedProduct = { readonly stored: StoredProduct; readonly hashed: HashedProduct };

type ProductPlan = {
  readonly added: HashedProduct[];
  readonly changed: ChangedProduct[];
  readonly unchanged: StoredProduct[];
};

export function planProducts(
  hashed: ReadonlyMap<string, HashedProduct>,
  stored: readonly StoredProduct[],
): ProductPlan {
  const storedById = new Map(stored.map((product) => [product.source_id, product]));
  const added: ProductPlan['added'] = [];
  const changed: ProductPlan['changed'] = [];
  const unchanged: ProductPlan['unchanged'] = [];
  for (const [sourceId, candidate] of hashed) {
    const present = storedById.get(sourceId);
    if (present === undefined) added.push(candidate);
    else if (present.content_hash === candidate.hash) unchanged.push(present);
    else changed.push({ stored: present, hashed: candidate });
  }
  return { added, changed, unchanged };
}

/**
 * An edit made here after the source was read is newer. Within the same millisecond the order is unknown, so
 * the edit is kept and the next sync compares again.
 */
export function isNewerThan(row: { readonly edited_at: Date | null }, readAt: Date): boolean {
  return row.edited_at !== null && row.edited_at >= readAt;
}

/**
 * The row was read later than this page, for example because of a webhook. All pages of an export have the
 * same read time; of two, the later page counts.
 */
export function wasReadAfter(row: { readonly read_at: Date | null }, readAt: Date): boolean {
  return row.read_at !== null && row.read_at > readAt;
}

type VariantPlan = {
  /** The variants as they will be stored; edits made since the read are kept. */
  readonly result: SourceVariant[];
  readonly written: SourceVariant[];
  /** Written variants that were stored with other values. */
  readonly changed: { readonly before: StoredVariant; readonly after: SourceVariant }[];
  readonly vanished: StoredVariant[];
  /** True if the source's state was not stored in full, so the next sync has to compare again. */
  readonly keptEdits: boolean;
};

export function planVariants(
  product: SourceProduct,
  stored: readonly StoredVariant[],
  readAt: Date,
): VariantPlan {
  const storedById = new Map(stored.map((variant) => [variant.source_id, variant]));
  const result: SourceVariant[] = [];
  const written: SourceVariant[] = [];
  const changed: VariantPlan['changed'] = [];
  let keptEdits = false;
  for (const read of product.variants) {
    const present = storedById.get(read.sourceId);
    const variant = read.cost === undefined ? { ...read, cost: present?.cost ?? null } : read;
    storedById.delete(variant.sourceId);
    if (present === undefined) {
      written.push(variant);
      result.push(variant);
    } else if (isNewerThan(present, readAt)) {
      keptEdits = true;
      result.push(asSourceVariant(present));
    } else {
      if (!isSame(variant, present)) {
        written.push(variant);
        changed.push({ before: present, after: variant });
      }
      result.push(variant);
    }
  }
  const vanished: StoredVariant[] = [];
  const unread = new Set(product.unreadVariantIds);
  for (const variant of storedById.values()) {
    const isEdited = isNewerThan(variant, readAt);
    if (isEdited) keptEdits = true;
    if (isEdited || unread.has(variant.source_id)) result.push(asSourceVariant(variant));
    else vanished.push(variant);
  }
  return { result, written, changed, vanished, keptEdits };
}

function asSourceVariant(variant: StoredVariant): SourceVariant {
  return {
    sourceId: variant.source_id,
    position: variant.position,
    title: variant.title,
    sku: variant.sku,
    barcode: variant.barcode,
    price: variant.price,
    cost: variant.cost,
    compareAtPrice: variant.compare_at_price,
    inventoryQuantity: variant.inventory_quantity,
    weight: variant.weight,
    weightUnit: variant.weight_unit,
    plain: plainOf(PLAIN_VARIANT_ATTRIBUTES, variant),
    metafields: variant.metafields ?? undefined,
    listPrices: variant.list_prices ?? undefined,
  };
}

function isSame(variant: SourceVariant, stored: StoredVariant): boolean {
  return (
    variant.position === stored.position &&
    variant.title === stored.title &&
    variant.sku === stored.sku &&
    variant.barcode === stored.barcode &&
    variant.price === stored.price &&
    variant.cost === stored.cost &&
    variant.compareAtPrice === stored.compare_at_price &&
    variant.inventoryQuantity === stored.inventory_quantity &&
    variant.weight === stored.weight &&
    variant.weightUnit === stored.weight_unit &&
    PLAIN_VARIANT_ATTRIBUTES.every((name) => keptOf(variant.plain)(name) === stored[name]) &&
    hasFields(stored.metafields, variant.metafields) &&
    (variant.listPrices === undefined || haveSameFields(variant.listPrices, stored.list_prices))
  );
}
