import { idSpace } from './id-space.ts';
import {
  copyOf,
  copyOfVariant,
  type NewProduct,
  NO_UNIT_PRICE,
  type Product,
  type ProductChanges,
  type Variant,
  type VariantChanges,
} from './model.ts';
import { type CatalogueSeed, SeededProduct, seededVariantCount } from './seeded-product.ts';
import { Updates } from './updates.ts';

export type VariantInProduct = {
  readonly product: Product;
  readonly variant: Variant;
  readonly position: number;
};

const defaultVariant = {
  title: 'Default Title',
  optionValues: ['Default Title'],
  sku: null,
  barcode: null,
  price: '0.00',
  compareAtPrice: null,
  cost: null,
  inventoryQuantity: 0,
  weight: 0,
  weightUnit: 'KILOGRAMS',
  inventoryPolicy: 'DENY',
  taxable: true,
  tracked: false,
  requiresShipping: true,
  harmonizedSystemCode: null,
  countryCodeOfOrigin: null,
  showUnitPrice: false,
  unitPriceMeasurement: NO_UNIT_PRICE,
} as const;

/**
 * All products of one shop: computed slot by slot from the seed, with an overlay of edited, deleted and
 * created ones. Ids ascend with the slot, so a position in a list is computed and nothing is held in memory.
 */
export class Catalogue {
  readonly seed: CatalogueSeed;
  readonly #ids;
  /** null: deleted. */
  readonly #overlay = new Map<number, Product | null>();
  #slots: number;
  #deleted = 0;
  #variants: number | null = null;
  /** Increases with each change, and invalidates anything derived from an older revision. */
  revision = 0;
  readonly updates: Updates;
  /** Handles that redirect to another one. */
  readonly redirects = new Map<string, string>();
  /** Called for each change; null: created, or deleted. */
  onChange: (before: Product | null, after: Product | null) => void = () => {};

  constructor(seed: CatalogueSeed, now: () => Date = () => new Date()) {
    this.updates = new Updates(now);
    this.seed = seed;
    this.#ids = idSpace(seed.seed);
    this.#slots = seed.products;
  }

  get productCount(): number {
    return this.#slots - this.#deleted;
  }

  get variantCount(): number {
    if (this.#variants === null) {
      let total = 0;
      for (let slot = 0; slot < this.#slots; slot += 1) {
        const edited = this.#overlay.get(slot);
        if (edited === undefined) total += seededVariantCount(this.seed, slot);
        else if (edited !== null) total += edited.variants.length;
      }
      this.#variants = total;
    }
    return this.#variants;
  }

  product(id: number): Product | null {
    const slot = this.#ids.productSlot(id);
    return slot === null ? null : this.#at(slot);
  }

  variant(id: number): VariantInProduct | null {
    const place = this.#ids.variantPlace(id);
    const product = place === null ? null : this.#at(place.slot);
    const index = product?.variants.findIndex((candidate) => candidate.id === id) ?? -1;
    const variant = product?.variants[index];
    return product && variant ? { product, variant, position: index + 1 } : null;
  }

  /** Created products have media of any id. */
  productOfMedia(id: number): Product | null {
    const has = (product: Product | null | undefined) => product?.media.some((one) => one.id === id) === true;
    const seeded = this.#at(this.#ids.mediaSlot(id));
    return has(seeded) ? seeded : ([...this.#overlay.values()].find(has) ?? null);
  }

  variantOfItem(inventoryItemId: number): VariantInProduct | null {
    const place = this.#ids.itemPlace(inventoryItemId);
    return place === null ? null : this.variant(this.#ids.variant(place.slot, place.place));
  }

  /** Products by id, after `from` (which need not exist any more). */
  *products(from: number | null = null): Generator<Product> {
    for (let slot = this.#firstSlot(from); slot < this.#slots; slot += 1) {
      const product = this.#at(slot);
      if (product !== null && (from === null || product.id > from)) yield product;
    }
  }

  /** Variants by id, after `from`. */
  *variants(from: number | null = null): Generator<VariantInProduct> {
    const start = from === null ? null : this.#ids.variantPlace(from);
    const productId = start === null ? null : this.#ids.product(start.slot) - 1;
    for (const product of this.products(productId)) {
      const ordered = variantsOf(product).sort((a, b) => a.variant.id - b.variant.id);
      for (const node of ordered) if (from === null || node.variant.id > from) yield node;
    }
  }

  createProduct(input: NewProduct): Product {
    const slot = this.#slots;
    this.#slots += 1;
    const { variants = [{}], ...changes } = input;
    const handle =
      changes.handle ?? `${changes.title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}-${slot + 1}`;
    const product: Product = {
      id: this.#ids.product(slot),
      handle,
      vendor: '',
      productType: '',
      status: 'ACTIVE',
      tags: [],
      descriptionHtml: '',
      category: null,
      seoTitle: null,
      seoDescription: null,
      media: [],
      options: [{ name: 'Title', values: variants.map((variant) => variant.title ?? 'Default Title') }],
      ...changes,
      variants: variants.map((variant, place) => this.#newVariant(slot, place, variant)),
    };
    this.#put(slot, product);
    return product;
  }

  updateProduct(id: number, changes: ProductChanges): Product {
    const { slot, product } = this.#existing(id);
    const updated = { ...copyOf(product), ...changes };
    this.#put(slot, updated);
    return updated;
  }

  /** Data stored elsewhere has changed; `isOwn`: which also updates `updatedAt` and sends a webhook. */
  touch(id: number, { isOwn }: { readonly isOwn: boolean }): void {
    const { product } = this.#existing(id);
    this.revision += 1;
    if (!isOwn) return;
    this.updates.touch(id);
    this.onChange(product, product);
  }

  deleteProduct(id: number): void {
    const { slot } = this.#existing(id);
    this.#deleted += 1;
    this.#put(slot, null);
  }

  createVariant(productId: number, input: VariantChanges): Variant {
    const { slot, product } = this.#existing(productId);
    const places = product.variants.map((variant) => this.#ids.variantPlace(variant.id)?.place ?? 0);
    const variant = this.#newVariant(slot, Math.max(-1, ...places) + 1, input);
    this.#put(slot, {
      ...copyOf(product),
      variants: [...product.variants, variant],
    });
    return variant;
  }

  updateVariant(id: number, changes: VariantChanges): Variant {
    const found = this.variant(id);
    if (found === null) throw new RangeError(`There is no variant ${id} in this shop.`);
    const updated = this.updateVariants(found.product.id, new Map([[id, changes]]));
    return updated.variants[found.position - 1] ?? found.variant;
  }

  /** Several variants of one product in one step. */
  updateVariants(productId: number, changes: ReadonlyMap<number, VariantChanges>): Product {
    const { slot, product } = this.#existing(productId);
    const variants = product.variants.map((variant) => {
      const own = changes.get(variant.id);
      return own === undefined ? variant : { ...copyOfVariant(variant), ...own };
    });
    const updated = { ...copyOf(product), variants };
    this.#put(slot, updated);
    return updated;
  }

  deleteVariant(id: number): void {
    const found = this.variant(id);
    if (found === null) throw new RangeError(`There is no variant ${id} in this shop.`);
    const { slot, product } = this.#existing(found.product.id);
    const variants = product.variants.filter((variant) => variant.id !== id);
    if (variants.length === 0)
      throw new RangeError('A product keeps at least one variant: delete the product instead.');
    this.#put(slot, { ...copyOf(product), variants });
  }

  #at(slot: number): Product | null {
    if (slot < 0 || slot >= this.#slots) return null;
    const edited = this.#overlay.get(slot);
    return edited === undefined ? new SeededProduct(this.seed, this.#ids, slot) : edited;
  }

  #firstSlot(from: number | null): number {
    if (from === null) return 0;
    const step = this.#ids.product(1) - this.#ids.product(0);
    return Math.max(0, Math.floor((from - this.#ids.product(0)) / step));
  }

  #existing(id: number): { slot: number; product: Product } {
    const slot = this.#ids.productSlot(id);
    const product = slot === null ? null : this.#at(slot);
    if (slot === null || product === null) throw new RangeError(`There is no product ${id} in this shop.`);
    return { slot, product };
  }

  #newVariant(slot: number, place: number, input: VariantChanges): Variant {
    return {
      ...defaultVariant,
      ...(input.title === undefined ? {} : { optionValues: [input.title] }),
      ...input,
      id: this.#ids.variant(slot, place),
      inventoryItemId: this.#ids.item(slot, place),
    };
  }

  #put(slot: number, product: Product | null): void {
    const isNew = slot === this.#slots - 1 && slot >= this.seed.products && !this.#overlay.has(slot);
    const current = isNew ? null : this.#at(slot);
    this.#overlay.set(slot, product);
    this.#variants = null;
    this.revision += 1;
    this.updates.note(current, product);
    this.onChange(current, product);
  }
}

export function variantsOf(product: Product): VariantInProduct[] {
  return product.variants.map((variant, index) => ({ product, variant, position: index + 1 }));
}
