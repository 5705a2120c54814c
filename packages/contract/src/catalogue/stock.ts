import { z } from 'zod';
import { idOf, Uuid } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';

/** A store's locations, and a product's available stock at each. */

export const Location = model('Location', {
  id: Uuid,
  name: z.string(),
  is_active: z.boolean().describe('False where the store does not use it any more'),
});
export type Location = z.infer<typeof Location>;

export const LocationList = model('LocationList', { locations: z.array(Location) });
export type LocationList = z.infer<typeof LocationList>;

/** By name: a location has one name in every store. */
export const NamedLocation = model('NamedLocation', {
  name: z.string(),
  store_ids: z.array(Uuid).describe('Stores that have one of this name in use'),
});
export type NamedLocation = z.infer<typeof NamedLocation>;

const NamedLocationList = model('NamedLocationList', { locations: z.array(NamedLocation) });

export const VariantStock = model('VariantStock', {
  variant_id: Uuid,
  levels: z
    .array(z.object({ location_id: Uuid, available: z.int() }))
    .describe('A location that is not among them does not stock the variant'),
});
export type VariantStock = z.infer<typeof VariantStock>;

export const ProductStock = model('ProductStock', {
  reads_stock: z.boolean().describe('Whether the store’s syncs read stock per location'),
  locations: z.array(Location).describe('Those in use, and others where the product is stocked'),
  variants: z.array(VariantStock).describe('In the order of the product’s variants'),
});
export type ProductStock = z.infer<typeof ProductStock>;

export const stockRoutes = {
  named: defineRoute('stores.allLocations', {
    summary: 'The locations in use, by name, of all stores that have stock per location read',
    response: NamedLocationList,
  }),
  locations: defineRoute('stores.locations', {
    summary: 'The locations of a store, as the last sync with stock per location found them',
    params: z.object({ id: idOf('store_not_found') }),
    response: LocationList,
  }),
  ofProduct: defineRoute('products.stock', {
    summary: 'What is available of each variant of a product at each location of its store',
    params: z.object({ productId: idOf('product_not_found') }),
    response: ProductStock,
  }),
};
