import { z } from 'zod';
import { idOf } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import { PastMoment } from './as-of.ts';
import { StoreIdsQuery } from './products/products.ts';

/** The sales channels of stores, and those to which a product is published. */

export const ChannelList = model('ChannelList', {
  channels: z.array(
    z.object({
      name: z.string(),
      stores: z.int().min(1).describe('How many of the stores have one of this name'),
    }),
  ),
});
export type ChannelList = z.infer<typeof ChannelList>;

export const ProductChannels = model('ProductChannels', {
  reads_channels: z.boolean().describe('Whether the store’s syncs read sales channels'),
  channels: z
    .array(z.object({ name: z.string(), is_published: z.boolean() }))
    .nullable()
    .describe('All of the store; null if not read yet'),
});
export type ProductChannels = z.infer<typeof ProductChannels>;

export const channelRoutes = {
  list: defineRoute('stores.channels', {
    summary: 'The sales channels of stores that have them read, as the last sync found them',
    query: z.object({
      store_ids: StoreIdsQuery.optional().describe('Separated by commas; default: all stores'),
    }),
    response: ChannelList,
  }),
  ofProduct: defineRoute('products.channels', {
    summary: 'The sales channels of a product’s store, and whether it is published to them',
    params: z.object({ productId: idOf('product_not_found') }),
    query: z.object({ as_of: PastMoment.optional().describe('As of then, computed from the history') }),
    response: ProductChannels,
  }),
};
