import { describe } from './description.ts';
import { hash, pick } from './hash.ts';
import { type IdSpace, VARIANT_PLACES } from './id-space.ts';
import {
  type InventoryPolicy,
  NO_UNIT_PRICE,
  type Picture,
  type Product,
  type ProductOption,
  type ProductStatus,
  type UnitPriceMeasurement,
  type Variant,
  type WeightUnit,
} from './model.ts';
import { picturesOf } from './picture-names.ts';
import { CATEGORY_OF_NAME } from './taxonomy.ts';
import {
  adjectives,
  colours,
  finishes,
  materials,
  productKinds,
  sizes,
  tagWords,
  vendors,
} from './vocabulary.ts';

/** The parameters of a generated catalogue. */
export type CatalogueSeed = {
  readonly seed: number;
  readonly products: number;
  /** 'mixed': from one variant to some hundreds, about five on average; a number: exactly that many. */
  readonly variantsPerProduct: 'mixed' | number;
  /** Products with this many variants (at most 2048), spread evenly over the catalogue. */
  readonly largeProducts: { readonly count: number; readonly variants: number };
  /** For currencies such as JPY. */
  readonly wholePrices: boolean;
  /** The seed of the supplier of a third of the products; null: all are the shop's own. */
  readonly range: number | null;
};

// One salt per fact, so that facts are independent.
const salt = {
  size: 2,
  adjective: 3,
  material: 4,
  kind: 5,
  name: 6,
  vendor: 7,
  status: 8,
  tags: 9,
  price: 12,
  ending: 13,
  sale: 14,
  cost: 15,
  sku: 16,
  barcode: 17,
  stock: 18,
  weight: 19,
  unit: 20,
  origin: 21,
  series: 22,
  difference: 23,
  policy: 24,
  tracked: 25,
  tax: 26,
  shipping: 27,
  customs: 28,
  seo: 29,
  media: 30,
  description: 31,
} as const;

/** Every third product comes from the supplier: shops with the same one have the same product in a slot. */
function seedOf({ seed, range }: CatalogueSeed, slot: number): number {
  return range !== null && slot % 3 === 0 ? range : seed;
}

/** One in this many products after a supplier's repeats its SKU. */
const DUPLICATE_EVERY = 30;

export function seededVariantCount(catalogue: CatalogueSeed, slot: number): number {
  const { count, variants } = catalogue.largeProducts;
  if (count > 0) {
    const every = Math.max(1, Math.floor(catalogue.products / count));
    if (slot % every === every - 1 && Math.floor(slot / every) < count) return variants;
  }
  if (catalogue.variantsPerProduct !== 'mixed') return catalogue.variantsPerProduct;
  const draw = hash(seedOf(catalogue, slot), slot, 0, salt.size) % 10_000;
  if (draw < 3_400) return 1;
  if (draw < 9_000) return 2 + (draw % 6);
  if (draw < 9_900) return 8 + (draw % 17);
  if (draw < 9_990) return 25 + (draw % 36);
  return 120 + (draw % 10) * 25;
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

function moneyText(cents: number): string {
  const fraction = cents % 100;
  return `${(cents - fraction) / 100}.${fraction < 10 ? '0' : ''}${fraction}`;
}

export class SeededProduct implements Product {
  readonly id: number;
  readonly slot: number;
  readonly seed: CatalogueSeed;
  readonly ids: IdSpace;
  #variants: readonly Variant[] | null = null;
  #options: readonly ProductOption[] | null = null;

  constructor(seed: CatalogueSeed, ids: IdSpace, slot: number) {
    this.seed = seed;
    this.ids = ids;
    this.slot = slot;
    this.id = ids.product(slot);
  }

  draw(which: number): number {
    return hash(seedOf(this.seed, this.slot), this.slot, 0, which);
  }
  /** How this shop changed a supplier's product: a number below 20; null for its own products. */
  get difference(): number | null {
    if (this.seed.range === null || this.slot % 3 !== 0) return null;
    return hash(this.seed.seed, this.slot, 0, salt.difference) % 20;
  }
  get kind(): (typeof productKinds)[number] {
    return pick(productKinds, this.draw(salt.kind));
  }
  get title(): string {
    const series = this.draw(salt.series);
    const described = `${pick(adjectives, this.draw(salt.adjective))} ${pick(materials, this.draw(salt.material))}`;
    const thing = pick(this.kind.names, this.draw(salt.name));
    const name = (this.difference ?? 0) % 4 === 3 ? `${thing}, ${described}` : `${described} ${thing}`;
    return series % 4 === 0 ? `${name} No. ${(series >>> 4) % 900}` : name;
  }
  get handle(): string {
    return `${slug(this.title)}-${this.slot + 1}`;
  }
  get vendor(): string {
    return pick(vendors, this.draw(salt.vendor));
  }
  get productType(): string {
    return this.draw(salt.kind) % 23 === 0 ? '' : this.kind.type;
  }
  get status(): ProductStatus {
    const draw = this.draw(salt.status) % 100;
    if (draw < 86) return 'ACTIVE';
    if (draw < 93) return 'DRAFT';
    return draw < 99 ? 'ARCHIVED' : 'UNLISTED';
  }
  /** Unique and sorted ignoring case, as Shopify stores them. */
  get tags(): readonly string[] {
    const draw = this.draw(salt.tags);
    const tags = new Set<string>();
    for (let index = 0; index < draw % 5; index += 1) tags.add(pick(tagWords, draw >>> (4 + index * 5)));
    return [...tags].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  }
  /** A few have none. */
  get descriptionHtml(): string {
    const draw = this.draw(salt.description);
    return draw % 9 === 0 ? '' : describe(this.title, this.vendor, draw);
  }
  /** Only some things to wear have one. */
  get category(): string | null {
    return CATEGORY_OF_NAME[pick(this.kind.names, this.draw(salt.name))] ?? null;
  }
  get seoTitle(): string | null {
    return this.draw(salt.seo) % 3 === 0 ? `${this.title} | ${this.vendor}` : null;
  }
  get seoDescription(): string | null {
    return this.draw(salt.seo) % 4 === 0 ? `${this.title} by ${this.vendor}. Free returns.` : null;
  }
  /** A few have none. */
  get media(): readonly Picture[] {
    const draw = this.draw(salt.media);
    const count = draw % 14 === 0 ? 0 : 1 + ((draw >>> 4) % 4);
    const alt = draw % 3 === 0 ? '' : `${this.title} by ${this.vendor}`;
    return picturesOf(this.title, alt, count, (place) => this.ids.media(this.slot, place));
  }
  get variantCount(): number {
    return seededVariantCount(this.seed, this.slot);
  }
  /** As many axes as the number of variants requires, the first varying slowest. */
  get options(): readonly ProductOption[] {
    if (this.#options !== null) return this.#options;
    const count = this.variantCount;
    const axes = [
      { name: 'Color', all: colours },
      { name: 'Size', all: sizes },
      { name: 'Style', all: finishes },
    ];
    if (count === 1) {
      this.#options = [{ name: 'Title', values: ['Default Title'] }];
    } else if (count <= sizes.length) {
      this.#options = [{ name: 'Size', values: sizes.slice(0, count) }];
    } else {
      const depth = count <= colours.length * sizes.length ? 2 : 3;
      const inner = axes.slice(1, depth).reduce((product, axis) => product * axis.all.length, 1);
      this.#options = axes.slice(0, depth).map((axis, index) => ({
        name: axis.name,
        values: index === 0 ? axis.all.slice(0, Math.ceil(count / inner)) : axis.all,
      }));
    }
    return this.#options;
  }
  get variants(): readonly Variant[] {
    this.#variants ??= Array.from(
      { length: this.variantCount },
      (_, place) => new SeededVariant(this, place),
    );
    return this.#variants;
  }
  get basePrice(): number {
    const draw = this.draw(salt.price) % 10_000;
    const whole = draw < 8_500 ? 5 + (draw % 95) : 100 + (draw % 700);
    return this.seed.wholePrices ? whole * 10_000 : whole * 100;
  }
}

class SeededVariant implements Variant {
  readonly id: number;
  readonly inventoryItemId: number;
  readonly product: SeededProduct;
  readonly place: number;

  constructor(product: SeededProduct, place: number) {
    this.product = product;
    this.place = place;
    this.id = product.ids.variant(product.slot, place);
    this.inventoryItemId = product.ids.item(product.slot, place);
  }

  draw(which: number): number {
    const { seed, slot } = this.product;
    return hash(seedOf(seed, slot), slot, this.place + 1, which);
  }
  get optionValues(): readonly string[] {
    const { options } = this.product;
    const values: string[] = [];
    let rest = this.place;
    for (let axis = options.length - 1; axis >= 0; axis -= 1) {
      const all = options[axis]?.values ?? [];
      values.unshift(all[rest % all.length] ?? '');
      rest = Math.floor(rest / all.length);
    }
    return values;
  }
  get title(): string {
    return this.optionValues.join(' / ');
  }
  /** A few have none, and a few have a neighbour's by mistake: Shopify allows both. */
  get sku(): string | null {
    const { seed, ids, slot: own } = this.product;
    if (seed.range !== null && own % DUPLICATE_EVERY === 4 && this.place === 0) {
      return new SeededProduct(seed, ids, own - 1).variants[0]?.sku ?? null;
    }
    const draw = this.draw(salt.sku) % 400;
    if (draw < 12) return null;
    const slot = draw === 12 ? Math.max(0, this.product.slot - 1) : this.product.slot;
    // With a supplier, the shop's own products have numbers that no other shop has.
    const block = seed.range !== null && slot % 3 !== 0 ? 100_000 * (1 + (seed.seed % 9)) : 0;
    return `${this.product.kind.code}-${String(block + slot + 1).padStart(6, '0')}-${String(this.place + 1).padStart(2, '0')}`;
  }
  /** Unique within the shop: multiplying by a number coprime to 10^10 is a permutation. */
  get barcode(): string | null {
    if (this.draw(salt.barcode) % 100 < 6) return null;
    const { difference } = this.product;
    if (difference === 5) return null;
    const seed = seedOf(this.product.seed, this.product.slot);
    const serial = this.product.slot * VARIANT_PLACES + this.place;
    const digits = (serial * 1_234_577 + (seed % 1_000_000_007)) % 10_000_000_000;
    const barcode = ean13(`4${seed % 9}${String(digits).padStart(10, '0')}`);
    // The last digit is mistyped.
    return difference === 9 ? `${barcode.slice(0, -1)}${(Number(barcode.at(-1)) + 1) % 10}` : barcode;
  }
  get priceCents(): number {
    const cents = this.#priceOfRange();
    // About half of the shops have their own price, lower or higher.
    const steps = (this.product.difference ?? 0) % 2 === 0 ? 0 : (this.product.difference ?? 0) - 8;
    const own = cents + Math.round((cents * steps) / 10_000) * 100;
    return this.product.seed.wholePrices ? Math.round(own / 100) * 100 : own;
  }
  #priceOfRange(): number {
    const steps = this.draw(salt.price) % 4 === 0 ? (this.place % 5) * 200 : 0;
    if (this.product.seed.wholePrices) return this.product.basePrice + steps * 100;
    return this.product.basePrice + steps + pick([0, 50, 95, 99], this.product.draw(salt.ending));
  }
  get price(): string {
    return moneyText(this.priceCents);
  }
  get compareAtPrice(): string | null {
    if (this.product.draw(salt.sale) % 7 !== 0) return null;
    return moneyText(Math.round((this.priceCents * 1.25) / 100) * 100);
  }
  get cost(): string | null {
    const draw = this.draw(salt.cost);
    if (draw % 100 < 9) return null;
    const cents = Math.round((this.priceCents * (30 + ((draw >>> 7) % 35))) / 100);
    return moneyText(this.product.seed.wholePrices ? Math.round(cents / 100) * 100 : cents);
  }
  get inventoryQuantity(): number {
    // Each shop has its own stock.
    const draw = hash(this.product.seed.seed, this.product.slot, this.place + 1, salt.stock);
    return draw % 8 === 0 ? 0 : (draw >>> 5) % 240;
  }
  get weightUnit(): WeightUnit {
    return pick(
      ['KILOGRAMS', 'KILOGRAMS', 'GRAMS', 'POUNDS', 'OUNCES'] as const,
      this.product.draw(salt.unit),
    );
  }
  get weight(): number {
    const draw = this.product.draw(salt.weight);
    if (draw % 10 === 0) return 0;
    const quarters = 1 + ((draw >>> 4) % 16);
    return this.weightUnit === 'GRAMS' ? quarters * 50 : quarters / 4;
  }
  get inventoryPolicy(): InventoryPolicy {
    return this.product.draw(salt.policy) % 8 === 0 ? 'CONTINUE' : 'DENY';
  }
  get tracked(): boolean {
    return this.product.draw(salt.tracked) % 12 !== 0;
  }
  get taxable(): boolean {
    return this.product.draw(salt.tax) % 15 !== 0;
  }
  get requiresShipping(): boolean {
    return this.product.draw(salt.shipping) % 20 !== 0;
  }
  get harmonizedSystemCode(): string | null {
    const draw = this.product.draw(salt.customs);
    return draw % 4 === 0 ? null : String(610_000 + ((draw >>> 3) % 9_000));
  }
  get countryCodeOfOrigin(): string | null {
    const draw = this.product.draw(salt.customs);
    return draw % 5 === 0
      ? null
      : pick(['CN', 'DE', 'IN', 'IT', 'JP', 'PT', 'US', 'VN'] as const, draw >>> 5);
  }
  get showUnitPrice(): boolean {
    return false;
  }
  get unitPriceMeasurement(): UnitPriceMeasurement {
    return NO_UNIT_PRICE;
  }
}
/**
 * GS1 check digit: weights 1 and 3 alternating from the left of the twelve digits, complement to the next
 * ten.
 */
export function ean13(twelveDigits: string): string {
  let sum = 0;
  for (let index = 0; index < 12; index += 1) {
    sum += (twelveDigits.charCodeAt(index) - 48) * (index % 2 === 0 ? 1 : 3);
  }
  return twelveDigits + String((10 - (sum % 10)) % 10);
}
