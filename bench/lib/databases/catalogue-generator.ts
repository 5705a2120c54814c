import {
  type CatalogueSummary,
  summariseProduct,
} from '@storefleet/server/modules/catalogue/catalogue-summary';

type GeneratedVariant = {
  title: string;
  sku: string;
  barcode: string;
  price: string;
  cost: string | null;
  compare_at_price: string | null;
  inventory_quantity: number;
};
export type GeneratedProduct = {
  title: string;
  handle: string;
  vendor: string;
  productType: string;
  status: string;
  tags: string[];
  variants: GeneratedVariant[];
  summary: CatalogueSummary;
};

/** Twenty each, so that one of them matches about a twentieth of the catalogue. */
export const NOUNS =
  'Shirt Jacket Trousers Sneaker Backpack Lamp Kettle Blanket Notebook Headphones Bottle Candle Chair Scarf Wallet Watch Mug Towel Cushion Helmet'.split(
    ' ',
  );
const ADJECTIVES =
  'Classic Vintage Slim Relaxed Heavy Light Everyday Studio Outdoor Urban Nordic Coastal Alpine Quiet Bold Soft Compact Travel Weekend Heritage Recycled Waterproof Insulated Quilted Hand-finished Crème Décor Foldable Magnetic Wireless'.split(
    ' ',
  );
const MATERIALS =
  'Cotton Linen Merino Leather Canvas Oak Walnut Steel Ceramic Glass Bamboo Cork Denim Felt Silk Nylon Brass Copper Rubber Wool'.split(
    ' ',
  );
export const BRANDS =
  'Aldermoor Birkdale Calloway Dunmore Eastvale Farrow Greystone Halden Inverlea Juniper Kestrel Lindqvist Montrose Norfell Oakhurst Penrose Quillan Ravenna Silverton Thornbury Ulverton Veldt Westmark Yarrow Zennor'.split(
    ' ',
  );
/** The first is on every third product, each next one on fewer. */
export const TAGS =
  'new sale summer winter gift bestseller clearance outlet limited organic handmade bundle b2b exclusive travel kids'.split(
    ' ',
  );
const COLOURS = 'Black White Navy Olive Rust Sand Slate Plum Teal Mustard'.split(' ');
const SIZES = 'XS S M L XL XXL'.split(' ');

/** A store's code, the first part of its SKUs: three letters that occur nowhere else in a SKU. */
export function storeCode(store: number): string {
  const letter = (value: number) => String.fromCharCode(65 + (value % 26));
  return `Q${letter(store)}${letter(Math.floor(store / 26) + 7)}`;
}

/** The first six digits of a store's barcodes, like a manufacturer's prefix. */
export function storeBarcodePrefix(store: number): string {
  return `50${String(7_310 + store * 37).padStart(4, '0')}`;
}

/** Product number `index` of a store, deterministic. */
export function generateProduct(store: number, index: number): GeneratedProduct {
  const random = mulberry32((store + 1) * 1_000_003 + index);
  // A separate generator: drawing from it leaves the rest of a catalogue unchanged.
  const others = mulberry32((store + 1) * 2_000_003 + index);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const noun = pick(NOUNS);
  const vendor = pick(BRANDS);
  const model = `${pick(BRANDS).slice(0, 2).toUpperCase()}${(index * 7919 + store * 104_729) % 1_000_000}`;
  const title = `${vendor} ${pick(ADJECTIVES)} ${pick(MATERIALS)} ${noun} ${model}`;
  const basePrice = 500 + Math.floor(random() * 30_000);
  const variants = variantNames(variantsCount(random()), pick, random).map(
    (name, position): GeneratedVariant => {
      const cents = basePrice + position * 50;
      return {
        title: name,
        sku: `${storeCode(store)}-${noun.slice(0, 3).toUpperCase()}-${String(index).padStart(6, '0')}-${position + 1}`,
        barcode: withCheckDigit(
          `${storeBarcodePrefix(store)}${String((index * 20 + position) % 1_000_000).padStart(6, '0')}`,
        ),
        price: decimal(cents),
        cost: random() < 0.1 ? null : decimal(Math.floor(cents * 0.55)),
        compare_at_price: others() < 0.2 ? decimal(cents + 500) : null,
        inventory_quantity: others() < 0.1 ? 0 : Math.floor(others() * 200),
      };
    },
  );
  return {
    title,
    handle: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    vendor,
    productType: noun,
    status: others() < 0.85 ? 'active' : others() < 0.7 ? 'draft' : 'archived',
    tags: TAGS.filter((_, rank) => others() < 1 / (rank + 3)),
    variants,
    summary: summariseProduct(title, variants),
  };
}

/** From 1 to 20, 4 on average: two products in five have one variant, as in real shops. */
function variantsCount(chance: number): number {
  if (chance < 0.4) return 1;
  if (chance < 0.7) return 2 + Math.floor((chance - 0.4) * 10);
  if (chance < 0.92) return 5 + Math.floor((chance - 0.7) * 18);
  return 9 + Math.floor((chance - 0.92) * 140);
}

function variantNames(
  count: number,
  pick: (list: readonly string[]) => string,
  random: () => number,
): string[] {
  if (count === 1) return ['Default Title'];
  const first = Math.floor(random() * COLOURS.length);
  const size = pick(SIZES);
  return Array.from({ length: count }, (_, position) => {
    const colour = COLOURS[(first + Math.floor(position / SIZES.length)) % COLOURS.length];
    return `${colour} / ${count <= SIZES.length ? (SIZES[position] ?? size) : SIZES[position % SIZES.length]}`;
  });
}

/** EAN-13: twelve digits and their check digit. */
function withCheckDigit(digits: string): string {
  let sum = 0;
  for (const [position, digit] of [...digits].entries()) sum += Number(digit) * (position % 2 === 0 ? 1 : 3);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function decimal(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** A small seeded generator of numbers from 0 to 1. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
