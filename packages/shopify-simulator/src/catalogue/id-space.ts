import { hash } from './hash.ts';

/** Ids reserved per product: 2048 seeded variants at most, and variants created later. */
export const VARIANT_PLACES = 4096;
const PRODUCT_ID_STEP = 32_768;
const VARIANT_ID_STEP = 1024;
/** Facts of a catalogue use the salts from 2 on. */
const REGION_SALT = 1;

export type IdSpace = {
  product(slot: number): number;
  variant(slot: number, place: number): number;
  item(slot: number, place: number): number;
  media(slot: number, place: number): number;
  productSlot(id: number): number | null;
  variantPlace(id: number): VariantPlace | null;
  itemPlace(id: number): VariantPlace | null;
  mediaSlot(id: number): number;
};
type VariantPlace = { readonly slot: number; readonly place: number };

/** Ids have 13 and 14 digits and ascend with the slot; each shop has its own range. */
export function idSpace(seed: number): IdSpace {
  const region = (hash(seed, 0, 0, REGION_SALT) % 900) * 1_000_000_000;
  const productBase = 7_000_000_000_000 + region;
  const variantBase = 40_000_000_000_000 + region;
  const itemBase = 50_000_000_000_000 + region;
  const mediaBase = 30_000_000_000_000 + region;
  const placeOf = (id: number, base: number): VariantPlace | null => {
    const index = (id - base) / VARIANT_ID_STEP;
    if (!Number.isInteger(index) || index < 0) return null;
    return { slot: Math.floor(index / VARIANT_PLACES), place: index % VARIANT_PLACES };
  };
  return {
    product: (slot) => productBase + slot * PRODUCT_ID_STEP,
    variant: (slot, place) => variantBase + (slot * VARIANT_PLACES + place) * VARIANT_ID_STEP,
    item: (slot, place) => itemBase + (slot * VARIANT_PLACES + place) * VARIANT_ID_STEP,
    media: (slot, place) => mediaBase + slot * PRODUCT_ID_STEP + place * VARIANT_ID_STEP,
    productSlot: (id) => {
      const slot = (id - productBase) / PRODUCT_ID_STEP;
      return Number.isInteger(slot) && slot >= 0 ? slot : null;
    },
    variantPlace: (id) => placeOf(id, variantBase),
    itemPlace: (id) => placeOf(id, itemBase),
    mediaSlot: (id) => Math.floor((id - mediaBase) / PRODUCT_ID_STEP),
  };
}
