import { z } from 'zod';
import { StoreId, Uuid } from '../api/common.ts';
import { defineRoute } from '../api/route.ts';
import { MONEY_ATTRIBUTES } from '../constants.ts';
import { CompareFilter } from './compare.ts';

/** Which articles a store lacks, among those that the filter of a comparison finds. */
export const MissingQuery = CompareFilter.omit({ missing_in: true }).extend({
  store_id: StoreId.describe('The store that lacks them'),
});
export type MissingQuery = z.infer<typeof MissingQuery>;

export const MissingFileQuery = MissingQuery.extend({
  source_id: StoreId.optional().describe('The store that they are taken from; else the first of `sources`'),
});
export type MissingFileQuery = z.infer<typeof MissingFileQuery>;

const Articles = z.int().min(0);

export const MissingArticles = z
  .object({
    articles: Articles.describe('That the store lacks, and another one has'),
    sources: z
      .array(
        z.object({
          store_id: Uuid,
          store_name: z.string(),
          currency: z.string(),
          articles: Articles.describe('That the file has from this store'),
          products: z.int().min(0).describe('Which are so many products'),
          left_out: Articles.describe(
            'That the file leaves out: the store has other variants of their products, and they are to be added there',
          ),
          empty_amounts: z
            .array(z.enum(MONEY_ATTRIBUTES))
            .describe(
              'Amounts that stay empty: neither a rule nor a rate leads to the currency of the store',
            ),
        }),
      )
      .describe('Stores that have some of them, the one with the most data first'),
  })
  .meta({ id: 'MissingArticles' });
export type MissingArticles = z.infer<typeof MissingArticles>;

export const missingRoutes = {
  get: defineRoute('compare.missing', {
    summary: 'How many articles a store lacks, and which stores have them',
    query: MissingQuery,
    response: MissingArticles,
  }),
  export: defineRoute('compare.exportMissing', {
    summary: 'Articles that a store lacks as a CSV file that Shopify imports',
    description:
      'New products as drafts, with the values of the source store; amounts by the rule or rate for the store, if there is one.',
    query: MissingFileQuery,
    response: z.string(),
    contentType: 'text/csv',
  }),
};
