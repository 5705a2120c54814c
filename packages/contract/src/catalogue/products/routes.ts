import { z } from 'zod';
import { idOf, StoreId } from '../../api/common.ts';
import { defineRoute } from '../../api/route.ts';
import { PastMoment } from '../as-of.ts';
import {
  Facets,
  FacetsQuery,
  PaginationTestQuery,
  PaginationTestResult,
  ProductDetail,
  ProductFileQuery,
  ProductList,
  SearchElsewhere,
  SearchElsewhereQuery,
  SearchedProducts,
  SearchQuery,
  SearchResult,
  StoreProductsQuery,
  WholeSearchQuery,
} from './products.ts';

export const productRoutes = {
  listByStore: defineRoute('products.listByStore', {
    summary: 'List the products of a store',
    params: z.object({ storeId: StoreId }),
    query: StoreProductsQuery,
    response: ProductList,
  }),
  search: defineRoute('products.search', {
    summary: 'Search products across stores by name, SKU or barcode',
    query: SearchQuery,
    response: SearchResult,
  }),
  searchElsewhere: defineRoute('products.searchElsewhere', {
    summary: 'Number of matches in stores that are not searched',
    query: SearchElsewhereQuery,
    response: SearchElsewhere,
  }),
  selection: defineRoute('products.selection', {
    summary: 'List the ids of all products of a search',
    query: WholeSearchQuery,
    response: SearchedProducts,
  }),
  facets: defineRoute('products.facets', {
    summary: 'List stores, vendors, types, statuses and tags of a search, with counts',
    query: FacetsQuery,
    response: Facets,
  }),
  get: defineRoute('products.get', {
    summary: 'Read a product with all of its variants, current or as of a moment',
    params: z.object({ productId: idOf('product_not_found') }),
    query: z.object({
      as_of: PastMoment.optional().describe('Return the values as they were then, like a search'),
    }),
    response: ProductDetail,
  }),
  exportCsv: defineRoute('products.exportCsv', {
    summary: 'Export all variants of a search as CSV, with the columns of Shopify’s product file',
    description: 'With `as_of`, products added later are left out, and a column states the moment.',
    query: ProductFileQuery,
    response: z.string(),
    contentType: 'text/csv',
  }),
  paginationTest: defineRoute('products.paginationTest', {
    summary: 'Read pages from a store and report how they link',
    query: PaginationTestQuery,
    response: PaginationTestResult,
  }),
};
