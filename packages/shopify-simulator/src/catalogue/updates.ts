import type { Product, Variant } from './model.ts';

/** The date of everything unchanged since the catalogue was created. */
export const SEEDED_AT = Date.UTC(2020, 0, 1);

const OF_ITEM = ['sku', 'cost', 'weight', 'weightUnit'] as const;
const OF_VARIANT = [
  ...['title', 'optionValues', 'sku', 'barcode', 'price', 'compareAtPrice', 'inventoryQuantity'],
] as readonly (keyof Variant)[];
const OF_PRODUCT = [
  ...['title', 'handle', 'vendor', 'productType', 'status', 'tags', 'media', 'options'],
] as readonly (keyof Product)[];

/**
 * When products, variants and inventory items were changed, in milliseconds since 1970. Shopify on a product:
 * its `updatedAt` "can change for different reasons. For example, if an order is placed for a product that
 * has inventory tracking set up, then the inventory adjustment is counted as an update." It does not say that
 * changing a variant's price, or an item's cost, updates the product: here it does not, which exposes clients
 * that rely on it.
 */
export class Updates {
  readonly products = new Map<number, number>();
  readonly variants = new Map<number, number>();
  readonly items = new Map<number, number>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  touch(productId: number): void {
    this.products.set(productId, this.#now().getTime());
  }

  note(before: Product | null, after: Product | null): void {
    if (after === null) return;
    const at = this.#now().getTime();
    const known = new Map(before?.variants.map((variant) => [variant.id, variant]));
    let isOfProduct = differs(before, after, OF_PRODUCT) || known.size !== after.variants.length;
    for (const variant of after.variants) {
      const old = known.get(variant.id) ?? null;
      if (differs(old, variant, OF_VARIANT)) this.variants.set(variant.id, at);
      if (differs(old, variant, OF_ITEM)) this.items.set(variant.inventoryItemId, at);
      isOfProduct ||= old === null || old.inventoryQuantity !== variant.inventoryQuantity;
    }
    if (isOfProduct) this.products.set(after.id, at);
  }
}

function differs<T extends object>(before: T | null, after: T, names: readonly (keyof T)[]): boolean {
  return (
    before === null || names.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  );
}
