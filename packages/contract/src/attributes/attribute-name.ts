import { z } from 'zod';
import { EDITABLE_ATTRIBUTES } from './attributes.ts';
import { METAFIELD_OWNERS } from './metafields.ts';

/** `product.metafields.custom.material` */
export const MetafieldName = z.templateLiteral([
  z.enum(METAFIELD_OWNERS),
  '.metafields.',
  z.string().regex(/^[^.\s]+\.[^.\s]+$/),
]);

/** `stock.Warehouse` */
export const StockName = z.templateLiteral(['stock.', z.string().regex(/^.+$/)]);

/** `collection.summer-sale` */
const CollectionName = z.templateLiteral(['collection.', z.string().regex(/^\S+$/)]);

/** `list_price.Europe`, `list_compare_at_price.Europe` */
export const ListPriceName = z.templateLiteral([
  z.enum(['list_price.', 'list_compare_at_price.']),
  z.string().regex(/^.+$/),
]);

/** `channel.Online Store` */
export const ChannelName = z.templateLiteral(['channel.', z.string().regex(/^.+$/)]);

/**
 * An editable attribute: a common one, or of one shop: a metafield, stock at a location, a collection, a channel, a price
 * on a list.
 */
export const EditableAttribute = z.union([
  z.enum(EDITABLE_ATTRIBUTES),
  MetafieldName,
  StockName,
  CollectionName,
  ChannelName,
  ListPriceName,
]);
