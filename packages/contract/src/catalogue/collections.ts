import { z } from 'zod';
import { idOf } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import { PastMoment } from './as-of.ts';
import { StoreIdsQuery } from './products/products.ts';

/** The collections of stores, and those that a product is in. */

export const Collection = model('Collection', {
  handle: z.string(),
  title: z.string(),
  is_manual: z
    .boolean()
    .describe('Products are put into it one by one; others are filled by their own rules'),
});
export type Collection = z.infer<typeof Collection>;

export const CollectionList = model('CollectionList', {
  collections: z.array(
    Collection.extend({
      stores: z.int().min(1).describe('How many of the stores have one of this handle'),
    }),
  ),
});
export type CollectionList = z.infer<typeof CollectionList>;

export const ProductCollections = model('ProductCollections', {
  reads_collections: z.boolean().describe('Whether the store’s syncs read collections'),
  collections: z
    .array(Collection)
    .nullable()
    .describe('Those that hold the product; null where that has not been read yet'),
});
export type ProductCollections = z.infer<typeof ProductCollections>;

export const collectionRoutes = {
  list: defineRoute('stores.collections', {
    summary: 'The collections of stores that have them read, as the last sync found them',
    query: z.object({
      store_ids: StoreIdsQuery.optional().describe('Separated by commas; default: all stores'),
    }),
    response: CollectionList,
  }),
  ofProduct: defineRoute('products.collections', {
    summary: 'The collections that hold a product',
    params: z.object({ productId: idOf('product_not_found') }),
    query: z.object({ as_of: PastMoment.optional().describe('As of then, computed from the history') }),
    response: ProductCollections,
  }),
};
