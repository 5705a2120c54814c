import { z } from 'zod';
import { defineRoute } from '../api/route.ts';
import { Facet, FacetsQuery } from './products/products.ts';

export const MetafieldValuesQuery = FacetsQuery.omit({ facet: true }).extend({
  metafield: z.string().trim().min(1).max(255).describe('namespace.key, or the name of the definition'),
});
export type MetafieldValuesQuery = z.infer<typeof MetafieldValuesQuery>;

export const MetafieldFacet = Facet.extend({
  missing: z.int().min(0).describe('Products without a value'),
}).meta({ id: 'MetafieldFacet' });
export type MetafieldFacet = z.infer<typeof MetafieldFacet>;

export const metafieldValueRoutes = {
  list: defineRoute('products.metafieldValues', {
    summary: 'List the values of a metafield in a search, with counts',
    query: MetafieldValuesQuery,
    response: MetafieldFacet,
  }),
};
