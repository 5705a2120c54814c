import { z } from 'zod';
import { StoreId, Uuid } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import { MONEY_ATTRIBUTES } from '../attributes/attributes.ts';
import { CompareFilter } from './compare.ts';

/** Articles that a store lacks, among those matching a comparison's filter. */
export const MissingQuery = CompareFilter.omit({ missing_in: true }).extend({
  store_id: StoreId.describe('The store that lacks them'),
});
export type MissingQuery = z.infer<typeof MissingQuery>;

export const MissingFileQuery = MissingQuery.extend({
  source_id: StoreId.optional().describe('The store to take them from. Default: the first of `sources`'),
});
export type MissingFileQuery = z.infer<typeof MissingFileQuery>;

const Articles = z.int().min(0);

export const MissingArticles = model('MissingArticles', {
  articles: Articles.describe('Articles the store lacks and another store has'),
  sources: z
    .array(
      z.object({
        store_id: Uuid,
        store_name: z.string(),
        currency: z.string(),
        articles: Articles.describe('Articles the file takes from this store'),
        products: z.int().min(0).describe('Number of their products'),
        left_out: Articles.describe(
          'Articles left out of the file: the store has other variants of their products, so add them there',
        ),
        empty_amounts: z
          .array(z.enum(MONEY_ATTRIBUTES))
          .describe('Amounts left empty, because no rule or rate converts to the currency of the store'),
      }),
    )
    .describe('Stores that have some of them, the one with most data first'),
});
export type MissingArticles = z.infer<typeof MissingArticles>;

export const missingRoutes = {
  get: defineRoute('compare.missing', {
    summary: 'Count the articles a store lacks, and the stores that have them',
    query: MissingQuery,
    response: MissingArticles,
  }),
  export: defineRoute('compare.exportMissing', {
    summary: 'Export the articles a store lacks as a CSV file for Shopify’s import',
    description:
      'Products are drafts with the values of the source store; amounts follow the rule or rate for the store, if there is one.',
    query: MissingFileQuery,
    response: z.string(),
    contentType: 'text/csv',
  }),
};
