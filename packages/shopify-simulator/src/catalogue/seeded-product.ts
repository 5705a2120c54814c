import { hash, pick } from './hash.ts';
import { type IdSpace, VARIANT_PLACES } from './id-space.ts';
import type { Product, ProductOption, ProductStatus, Variant } from './model.ts';
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

/** What an invented catalogue is made from. */
export type CatalogueSeed = {
  readonly seed: number;
  readonly products: number;
  /**
   * 'mixed': from one variant to some hundreds, about five on average; a number: as many for each product.
   */
  readonly variantsPerProduct: 'mixed' | number;
  /** Products of this many variants (at most 2048), spread evenly over the catalogue. */
  readonly largeProducts: { readonly count: number; readonly variants: number };
  /** JPY and the like are priced in whole units. */
  readonly wholePrices: boolean;
};

// One salt for each drawn fact, so that facts do not move together.
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
} as const;

export function seededVariantCount(catalogue: CatalogueSeed, slot: number): number {
  const { count, variants } = catalogue.largeProducts;
  if (count > 0) {
    const every = Math.max(1, Math.floor(catalogue.products / count));
    if (slot % every === every - 1 && Math.floor(slot / every) < count) return variants;
  }
  if (catalogue.variantsPerProduct !== 'mixed') return catalogue.variantsPerProduct;
  const draw = hash(catalogue.seed, slot, 0, salt.size) % 10_000;
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

/** What the facts of one product and of its variants are drawn from. */
type Source = { seed: CatalogueSeed; ids: IdSpace; slot: number; draw: (which: number) => number };

/** Its variants are made when they are asked for first. */
export function seededProduct(seed: CatalogueSeed, ids: IdSpace, slot: number): Product {
  const draw = (which: number) => hash(seed.seed, slot, 0, which);
  const kind = pick(productKinds, draw(salt.kind));
  const series = draw(salt.series);
  const name = [pick(adjectives, draw(salt.adjective)), pick(materials, draw(salt.material))].join(' ');
  const sold = `${name} ${pick(kind.names, draw(salt.name))}`;
  const title = series % 4 === 0 ? `${sold} No. ${(series >>> 4) % 900}` : sold;
  const options = optionsFor(seededVariantCount(seed, slot));
  let variants: readonly Variant[] | undefined;
  return {
    id: ids.product(slot),
    title,
    handle: `${slug(title)}-${slot + 1}`,
    vendor: pick(vendors, draw(salt.vendor)),
    productType: draw(salt.kind) % 23 === 0 ? '' : kind.type,
    status: statusOf(draw(salt.status) % 100),
    tags: tagsOf(draw(salt.tags)),
    options,
    get variants() {
      variants ??= Array.from({ length: seededVariantCount(seed, slot) }, (_, place) =>
        seededVariant({ seed, ids, slot, draw }, place, { code: kind.code, options }),
      );
      return variants;
    },
  };
}

function statusOf(draw: number): ProductStatus {
  if (draw < 86) return 'ACTIVE';
  if (draw < 93) return 'DRAFT';
  return draw < 99 ? 'ARCHIVED' : 'UNLISTED';
}

/** Unique and sorted without regard to case, as Shopify stores them. */
function tagsOf(draw: number): string[] {
  const tags = new Set<string>();
  for (let index = 0; index < draw % 5; index += 1) tags.add(pick(tagWords, draw >>> (4 + index * 5)));
  return [...tags].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
}

const axes = [
  { name: 'Color', all: colours },
  { name: 'Size', all: sizes },
  { name: 'Style', all: finishes },
];

/** The axes are taken no longer than needed for the number of variants, the first axis varying slowest. */
function optionsFor(variants: number): ProductOption[] {
  if (variants === 1) return [{ name: 'Title', values: ['Default Title'] }];
  if (variants <= sizes.length) return [{ name: 'Size', values: sizes.slice(0, variants) }];
  const depth = variants <= colours.length * sizes.length ? 2 : 3;
  const inner = axes.slice(1, depth).reduce((product, axis) => product * axis.all.length, 1);
  return axes.slice(0, depth).map(({ name, all }, index) => ({
    name,
    values: index === 0 ? all.slice(0, Math.ceil(variants / inner)) : all,
  }));
}

function seededVariant(
  { seed, ids, slot, draw: ofProduct }: Source,
  place: number,
  { code, options }: { code: string; options: readonly ProductOption[] },
): Variant {
  const draw = (which: number) => hash(seed.seed, slot, place + 1, which);
  const optionValues = optionValuesAt(options, place);
  const cents = priceAt(place, { seed, draw, ofProduct });
  // A few have no sku, and a few carry a neighbour's by mistake: Shopify allows both.
  const sku = draw(salt.sku) % 400;
  const numbered = sku === 12 ? Math.max(0, slot - 1) : slot;
  const stock = draw(salt.stock);
  const weight = ofProduct(salt.weight);
  const quarters = weight % 10 === 0 ? 0 : 1 + ((weight >>> 4) % 16);
  const weightUnit = pick(weightUnitsDrawn, ofProduct(salt.unit));
  return {
    id: ids.variant(slot, place),
    inventoryItemId: ids.item(slot, place),
    title: optionValues.join(' / '),
    optionValues,
    sku: sku < 12 ? null : `${code}-${padded(numbered + 1, 6)}-${padded(place + 1, 2)}`,
    barcode: draw(salt.barcode) % 100 < 6 ? null : barcodeAt(seed.seed, slot * VARIANT_PLACES + place),
    price: moneyText(cents),
    compareAtPrice: ofProduct(salt.sale) % 7 === 0 ? moneyText(Math.round((cents * 1.25) / 100) * 100) : null,
    cost: costFor(cents, draw(salt.cost), seed.wholePrices),
    inventoryQuantity: stock % 8 === 0 ? 0 : (stock >>> 5) % 240,
    weight: weightUnit === 'GRAMS' ? quarters * 50 : quarters / 4,
    weightUnit,
  };
}

const weightUnitsDrawn = ['KILOGRAMS', 'KILOGRAMS', 'GRAMS', 'POUNDS', 'OUNCES'] as const;

const padded = (number: number, digits: number) => String(number).padStart(digits, '0');

function optionValuesAt(options: readonly ProductOption[], place: number): string[] {
  let rest = place;
  return options
    .toReversed()
    .map(({ values }) => {
      const value = values[rest % values.length] ?? '';
      rest = Math.floor(rest / values.length);
      return value;
    })
    .reverse();
}

type Draws = { seed: CatalogueSeed; draw: (which: number) => number; ofProduct: (which: number) => number };

function priceAt(place: number, { seed, draw, ofProduct }: Draws): number {
  const drawn = ofProduct(salt.price) % 10_000;
  const whole = drawn < 8_500 ? 5 + (drawn % 95) : 100 + (drawn % 700);
  const steps = draw(salt.price) % 4 === 0 ? (place % 5) * 200 : 0;
  if (seed.wholePrices) return whole * 10_000 + steps * 100;
  return whole * 100 + steps + pick([0, 50, 95, 99], ofProduct(salt.ending));
}

function costFor(priceCents: number, draw: number, wholePrices: boolean): string | null {
  if (draw % 100 < 9) return null;
  const cents = Math.round((priceCents * (30 + ((draw >>> 7) % 35))) / 100);
  return moneyText(wholePrices ? Math.round(cents / 100) * 100 : cents);
}

/** Unique within the shop: multiplying by a number without a common divisor with 10^10 is a permutation of it. */
function barcodeAt(seed: number, serial: number): string {
  const digits = (serial * 1_234_577 + (seed % 1_000_000_007)) % 10_000_000_000;
  return ean13(`4${seed % 9}${padded(digits, 10)}`);
}

/**
 * GS1 check digit: weights 1 and 3 in turn from the left of the twelve digits, complement to the next ten.
 */
export function ean13(twelveDigits: string): string {
  let sum = 0;
  for (let index = 0; index < 12; index += 1) {
    sum += (twelveDigits.charCodeAt(index) - 48) * (index % 2 === 0 ? 1 : 3);
  }
  return twelveDigits + String((10 - (sum % 10)) % 10);
}
