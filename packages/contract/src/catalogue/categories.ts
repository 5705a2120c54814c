import { z } from 'zod';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import { StoreIdsQuery } from './products/products.ts';

/** Categories of Shopify's standard product taxonomy, by their full names. */
export const CategoryList = model('CategoryList', {
  categories: z.array(z.string()).describe('Full names, such as Apparel & Accessories > Clothing > Dresses'),
});
export type CategoryList = z.infer<typeof CategoryList>;

const store_ids = StoreIdsQuery.optional().describe('Separated by commas; default: all stores');

export const categoryRoutes = {
  find: defineRoute('stores.findCategories', {
    summary: 'Categories that a product may have, asked of the first of the stores that has a taxonomy',
    description: 'All shops share the taxonomy. Empty if no store has one.',
    query: z.object({
      search: z.string().trim().max(255).default('').describe('Nothing: the categories of the top level'),
      store_ids,
    }),
    response: CategoryList,
  }),
  held: defineRoute('products.categories', {
    summary: 'The categories of the products of stores',
    query: z.object({ store_ids }),
    response: CategoryList,
  }),
};
