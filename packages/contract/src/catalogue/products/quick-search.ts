import { z } from 'zod';
import { Money, requiredText, Uuid } from '../../api/common.ts';
import { model } from '../../api/model.ts';
import { defineRoute } from '../../api/route.ts';
import { QUICK_SEARCH_KINDS, QUICK_VALUE_FIELDS, SEARCH_QUERY_MAX_LENGTH } from '../catalogue-constants.ts';

const QuickSearchQuery = z.object({
  query: requiredText('Enter a search term.', Number.MAX_SAFE_INTEGER).max(SEARCH_QUERY_MAX_LENGTH, {
    error: `Search for at most ${SEARCH_QUERY_MAX_LENGTH} characters.`,
  }),
});

/** A product, and which of its values was recognised. */
export const QuickHit = model('QuickHit', {
  product_id: Uuid,
  title: z.string(),
  status: z.string().nullable(),
  store_id: Uuid,
  store_name: z.string(),
  store_currency: z.string().describe('The currency its money is in'),
  found_by: z.enum(QUICK_SEARCH_KINDS),
  variant: z
    .object({
      id: Uuid,
      title: z.string(),
      sku: z.string().nullable(),
      barcode: z.string().nullable(),
      price: Money.nullable(),
    })
    .nullable()
    .describe('The recognised or only variant; null if the product has several'),
  variants_count: z.int().min(0),
});
export type QuickHit = z.infer<typeof QuickHit>;

/** A vendor or tag, with its number of products. */
export const QuickValue = model('QuickValue', {
  field: z.enum(QUICK_VALUE_FIELDS),
  value: z.string(),
  filter: z.string().describe('Products it applies to, in the syntax of a search’s `filter`'),
  products: z.int().min(1),
  more: z.boolean().describe('True if there are more than counted'),
});
export type QuickValue = z.infer<typeof QuickValue>;

export const QuickSearchResult = model('QuickSearchResult', {
  hits: z.array(QuickHit),
  more: z.boolean().describe('True if a search finds more'),
  values: z.array(QuickValue),
});
export type QuickSearchResult = z.infer<typeof QuickSearchResult>;

export const quickSearchRoutes = {
  find: defineRoute('products.quickSearch', {
    summary: 'Suggest products for a name, SKU, barcode or id, and matching vendors and tags',
    query: QuickSearchQuery,
    response: QuickSearchResult,
  }),
};
